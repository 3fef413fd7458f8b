import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DUST, findSuspicious, type HistoryFacts } from '../../../runtime/data/suspicious.ts'
import { type HistoryTransaction, parseTransaction } from '../../../runtime/data/transaction.ts'
import { looksOf } from '../../../runtime/lib/lookAlike.ts'

const ME = `0x${'a'.repeat(40)}`
const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TWIN = `${FRIEND.slice(0, 6)}${'7'.repeat(32)}${FRIEND.slice(-4)}`.toLowerCase()
const USDC = `0x${'c'.repeat(40)}`
const facts: HistoryFacts = {
  account: ME,
  known: [],
  own: [],
  native: 'ETH',
  tokens: [{ symbol: 'USDC', address: USDC }],
}

type Moved = { direction?: string; numeric?: string; value?: number; symbol?: string; address?: string }
type Row = Moved & { from?: string; to?: string; at?: number; hash?: string; status?: string }
/** A row as the service sends it. By default a friend has sent 5 ETH, worth 10,000 dollars. */
function row(id: string, { from = FRIEND, to = ME, at = 0, hash = id, status = 'confirmed', ...moved }: Row = {}) {
  const { direction = 'in', numeric = '5', value = 10_000, symbol = 'ETH', address } = moved
  const found = parseTransaction({
    id,
    metadata: {
      operationType: 'receive',
      hash,
      chain: 'eip155:1',
      minedAt: new Date(at * 1000).toISOString(),
      sentFrom: from,
      sentTo: to,
      status,
    },
    transfers: [
      { direction, quantity: { numeric }, value, fungible_info: { name: symbol, symbol, ...(address && { address }) } },
    ],
  })
  if (!found) throw new Error('The row is valid')
  return found
}
/** The same row with a transfer of a token that the service could not name. */
const nameless = (given: HistoryTransaction): HistoryTransaction => ({
  ...given,
  transfers: given.transfers.map(({ fungible_info: _, ...transfer }) => transfer),
})
const judge = (rows: HistoryTransaction[], more: Partial<HistoryFacts> = {}) => {
  const { suspicious, counterparties } = findSuspicious(rows, { ...facts, ...more })
  return { suspicious: Object.fromEntries(suspicious), counterparties }
}

describe('a transfer in the account’s name that only an unknown contract tells of', () => {
  const claim = { from: ME, to: TWIN, direction: 'out', numeric: '500', symbol: 'VOTE', address: `0x${'b'.repeat(40)}` }

  it('makes nobody a known receiver where the service names no token: any contract can log a transfer', () => {
    expect(judge([nameless(row('a', claim))])).toEqual({ suspicious: {}, counterparties: [] })
    const paid = row('a', { from: ME, to: FRIEND, direction: 'out' })
    expect(judge([paid, nameless(row('b', { ...claim, at: 1 }))])).toEqual({
      suspicious: { b: 'lookAlike' },
      counterparties: [FRIEND],
    })
  })

  it('makes a look-alike no known receiver, and is suspicious after the real one paid', () => {
    const { suspicious, counterparties } = judge([row('real', { at: 1 }), row('planted', { ...claim, at: 2 })])
    expect(suspicious).toEqual({ planted: 'lookAlike' })
    expect(counterparties).toEqual([FRIEND])
  })

  it('makes none either before, or in the same block as, the real payment', () => {
    const paid = row('real', { from: ME, to: FRIEND, direction: 'out', at: 1 })
    for (const at of [0, 1]) expect(judge([row('planted', { ...claim, at }), paid]).counterparties).toEqual([FRIEND])
  })

  it('counts where this browser sent it', () => {
    expect(judge([row('own', claim)], { own: ['own'] }).counterparties).toEqual([TWIN])
  })
})

describe('a transfer of nothing', () => {
  const nothing = { numeric: '0', symbol: 'USDC', address: USDC }

  it('is suspicious, also when it names the account as its sender', () => {
    const rows = [row('a', nothing), row('b', { ...nothing, from: ME, to: TWIN, direction: 'out' })]
    expect(judge(rows)).toEqual({ suspicious: { a: 'nothing', b: 'nothing' }, counterparties: [] })
  })

  it('is not when this browser sent it, and neither is a purchase', () => {
    const own = row('a', { ...nothing, from: ME, to: FRIEND, direction: 'out', hash: '0xAB' })
    const bought = row('b', { ...nothing, status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS' })
    expect(judge([own, bought], { own: ['0xab'] }).suspicious).toEqual({})
  })
})

describe('a small amount from an address that looks like a used one', () => {
  it('is suspicious, and its sender is no counterparty', () => {
    const rows = [row('friend', { at: 1 }), row('twin', { from: TWIN, at: 2, numeric: '0.0001', value: 0.2 })]
    expect(judge(rows)).toEqual({ suspicious: { twin: 'lookAlike' }, counterparties: [FRIEND] })
    // The service's own order is newest first.
    expect(judge(rows.toReversed()).suspicious).toEqual({ twin: 'lookAlike' })
  })

  it('is suspicious when no price is known, and not from the limit on', () => {
    const worth = (value: number | undefined) =>
      judge([row('friend', { at: 1 }), row('twin', { from: TWIN, at: 2, ...(value !== undefined && { value }) })])
        .suspicious
    expect(worth(DUST - 0.01)).toEqual({ twin: 'lookAlike' })
    expect(worth(0)).toEqual({ twin: 'lookAlike' })
    expect(worth(DUST)).toEqual({})
  })

  it('counts addresses that the account sent to, from this browser too', () => {
    const sent = row('sent', { from: ME, to: FRIEND, direction: 'out', at: 1 })
    const twin = row('twin', { from: TWIN, at: 2, value: 0 })
    expect(judge([sent, twin]).suspicious).toEqual({ twin: 'lookAlike' })
    expect(judge([twin]).suspicious).toEqual({})
    expect(judge([twin], { known: [FRIEND] }).suspicious).toEqual({ twin: 'lookAlike' })
  })

  it('is compared with the first of two look-alikes: a later real payment makes nobody the real one', () => {
    const rows = [
      row('friend', { at: 1 }),
      row('paid', { from: TWIN, at: 2, value: 500 }),
      row('again', { from: FRIEND, at: 3, value: 1 }),
      row('dust', { from: TWIN, at: 4, value: 0 }),
    ]
    expect(judge(rows)).toEqual({ suspicious: { dust: 'lookAlike' }, counterparties: [FRIEND] })
  })
})

describe('a token with the symbol of another one', () => {
  const fake = `0x${'f'.repeat(40)}`
  const symbols = (...list: [string, string | undefined][]) =>
    list.map(([symbol, address], at) => row(`${at}`, { symbol, ...(address && { address }) }))

  it('is suspicious: the known token and the network’s currency are not', () => {
    const rows = symbols(['USDC', fake], ['ETH', fake], ['USDC', USDC], ['ETH', undefined], ['WETH', fake])
    expect(judge(rows).suspicious).toEqual({ 0: 'token', 1: 'token' })
  })

  it.each(['UЅDС', 'U S D C', 'usdc', 'U\u200bSDC', 'ＵＳＤＣ', 'USÐC'.replace('Ð', 'D'), 'U5DC'])(
    'is suspicious in another spelling: %s',
    (symbol) => {
      expect(looksOf(symbol)).toBe(looksOf('USDC'))
      expect(judge(symbols([symbol, fake])).suspicious).toEqual({ 0: 'token' })
    },
  )

  it('is found by its spelling where the service names no address', () => {
    expect(judge(symbols(['UЅDС', undefined], ['USDC', undefined])).suspicious).toEqual({ 0: 'token' })
  })

  it('makes its receiver no counterparty: an event of a fake token can name anybody', () => {
    const out = row('a', { from: ME, to: TWIN, direction: 'out', symbol: 'USDC', address: fake })
    expect(judge([out])).toEqual({ suspicious: { a: 'token' }, counterparties: [] })
  })
})

describe('whatever the service lists', () => {
  const address = fc.constantFrom(ME, FRIEND, TWIN, '', `0x${'9'.repeat(40)}`, 'x'.repeat(40))
  const any = fc.record({
    from: address,
    to: address,
    at: fc.nat(50),
    direction: fc.constantFrom('in', 'out', 'self'),
    numeric: fc.constantFrom('0', '0.0', '1', '0.00001', ''),
    value: fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.constant(0)),
    symbol: fc.oneof(fc.constantFrom('ETH', 'USDC', 'UЅDС', ''), fc.string()),
    address: fc.option(fc.constantFrom(USDC, ME), { nil: undefined }),
  })
  const rows = fc
    .array(any, { maxLength: 20 })
    .map((list) =>
      list.map(({ address: token, ...each }, at) => row(`r${at}`, { ...each, ...(token && { address: token }) })),
    )

  it('no counterparty looks like another one, unless both were known before', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const { counterparties } = judge(list)
        expect(counterparties.includes(FRIEND) && counterparties.includes(TWIN)).toBe(false)
        expect(counterparties).not.toContain(ME)
      }),
    )
  })

  it('the order of the rows changes nothing, where their times differ', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const apart = list.map((each, at) => ({ ...each, at: each.at * 100 + at }))
        expect(judge(apart.toReversed()).suspicious).toEqual(judge(apart).suspicious)
      }),
    )
  })

  it('the known addresses alone never make a row suspicious that pays more than dust', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const honest = list.filter(
          ({ transfers: [transfer] }) =>
            (transfer?.value ?? 0) >= DUST &&
            transfer?.fungible_info?.symbol === 'ETH' &&
            !transfer.fungible_info.address,
        )
        const paying = honest.filter(({ transfers: [transfer] }) => /[1-9]/.test(transfer?.quantity.numeric ?? ''))
        expect(judge(paying, { known: [FRIEND] }).suspicious).toEqual({})
      }),
    )
  })
})

describe('a look-alike that the account only received from', () => {
  const sent = (at: number) => row('sent', { from: ME, to: FRIEND, direction: 'out', at })
  const twin = (at: number) => row('twin', { from: TWIN, at, value: 1_000_000 })

  it('is no counterparty, whatever it sent, before or after the account sent to the real one', () => {
    expect(judge([twin(1), sent(2)]).counterparties).toEqual([FRIEND])
    expect(judge([sent(1), twin(2)]).counterparties).toEqual([FRIEND])
    expect(judge([twin(1)], { known: [FRIEND] }).counterparties).toEqual([FRIEND])
  })
})
