/** Rows of the history: how they are parsed, which are shown, and with which texts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryOf, entryOfSent } from '../../../plugins/history/entry.ts'
import { isSpam, shownOf } from '../../../plugins/history/filter.ts'
import { addTo, append } from '../../../plugins/history/grouping.ts'
import { createItems, indexAt, MONTH_HEIGHT, ROW_HEIGHT } from '../../../plugins/history/items.ts'
import { missingOf } from '../../../plugins/history/outgoing.ts'
import { timeText } from '../../../plugins/history/time.ts'
import { parsePage, type Transaction } from '../../../plugins/history/transaction.ts'
import { parseTransaction } from '../../../runtime/data/transaction.ts'
import type { Sent } from '../../../runtime/data/sent.ts'
import { ONE, rowAt } from './kit.ts'

const ME = '0x00000000000000000000000000000000000A11cE'
const parsed = (row: unknown): Transaction => {
  const found = parseTransaction(row)
  if (!found) throw new Error('This is no row')
  return found
}
const nft = (spam: unknown, direction = 'in') => ({
  direction,
  quantity: { numeric: '1' },
  nft_info: { name: 'Paper Gardens #1', flags: { is_spam: spam } },
})
const token = (symbol: string, numeric: string, direction: string) => ({
  direction,
  quantity: { numeric },
  fungible_info: { name: symbol, symbol, icon: { url: 'data:image/png;base64,' } },
})
const withTransfers = (id: string, transfers: unknown[], more = {}) =>
  parsed({ ...rowAt(id, 1_700_000_000, more), transfers })

describe('a transaction', () => {
  it('needs an id, a time and a chain [S3.tx.08] [S3.tx.09] [S3.tx.10]', () => {
    const row = rowAt('a', '2024-03-05T00:00:00Z')
    expect(parsed(row)).toMatchObject({ id: 'a', metadata: { minedAt: '2024-03-05T00:00:00Z', chain: ONE } })
    expect(parseTransaction({ ...row, id: undefined })).toBeUndefined()
    expect(parseTransaction({ ...row, id: '' })).toBeUndefined()
    for (const chain of [undefined, 'Ethereum', 1])
      expect(parseTransaction({ ...row, metadata: { ...row.metadata, chain } })).toBeUndefined()
    for (const minedAt of [undefined, 'yesterday', 5])
      expect(parseTransaction({ ...row, metadata: { ...row.metadata, minedAt } })).toBeUndefined()
  })

  it('has transfers, each NFT with what is said of it [S3.tx.11]', () => {
    const flags = [true, false, 'yes', undefined].map(
      (spam) => withTransfers('a', [nft(spam)]).transfers[0]?.nft_info?.flags.is_spam,
    )
    expect(flags).toEqual([true, false, false, false])
    expect(withTransfers('a', ['x', { direction: 'up' }, nft(false)]).transfers).toHaveLength(1)
    expect(parsed({ ...rowAt('a', 1), transfers: 'none' }).transfers).toEqual([])
  })

  it('is read or dropped, whatever a service says', () => {
    const odd = fc.oneof(fc.anything(), fc.constantFrom('1e-7', '-1', '0x1', '٣', 'NaN'))
    const row = fc.record({
      id: odd,
      metadata: fc.oneof(
        odd,
        fc.record({
          minedAt: fc.oneof(odd, fc.constant('2024-01-01')),
          chain: fc.constant(ONE),
          status: odd,
          hash: odd,
        }),
      ),
      transfers: fc.oneof(
        odd,
        fc.array(
          fc.record({
            direction: fc.constant('in'),
            quantity: fc.record({ numeric: odd }),
            fungible_info: odd,
            nft_info: odd,
          }),
        ),
      ),
      approvals: odd,
    })
    fc.assert(
      fc.property(row, (entry) => {
        const found = parseTransaction(entry)
        if (!found) return
        for (const { quantity } of found.transfers) expect(quantity.numeric).toMatch(/^(|[\d.]+(e[+-]\d+)?)$/)
        expect(() => entryOf(found)).not.toThrow()
      }),
      { numRuns: 2000 },
    )
    fc.assert(
      fc.property(fc.anything(), (reply) => {
        try {
          expect(Array.isArray(parsePage(reply).data)).toBe(true)
        } catch (error) {
          expect(error).toEqual(new Error('The history service gave no list'))
        }
      }),
    )
  })
})

describe('what is shown', () => {
  it('is not what only advertises [S5.tx.01]', () => {
    const all = withTransfers('all', [nft(true), nft(true)])
    const some = withTransfers('some', [nft(true), nft(false)])
    const beside = withTransfers('beside', [nft(true), token('DAI', '1', 'in')])
    const none = withTransfers('none', [])
    expect([all, some, beside, none].map(isSpam)).toEqual([true, false, false, false])
    expect(shownOf([all, some, beside, none], ONE).map(({ id }) => id)).toEqual(['some', 'beside', 'none'])
  })

  it('is what happened on the active chain [S5.tx.02]', () => {
    const rows = [parsed(rowAt('a', 1, { chain: 'eip155:1' })), parsed(rowAt('b', 1, { chain: 'eip155:137' }))]
    expect(shownOf(rows, 'eip155:1').map(({ id }) => id)).toEqual(['a'])
  })
})

describe('grouping', () => {
  it('a month has each id once, the newest first, and its date is the one it shows [S3.tx.09]', () => {
    const [a, b, again] = [
      parsed(rowAt('a', '2024-03-05T10:00:00Z')),
      parsed(rowAt('b', '2024-03-20T10:00:00Z')),
      parsed(rowAt('a', '2024-03-05T10:00:00Z', { status: 'failed' })),
    ]
    const groups = addTo(addTo({}, [a, b]), [again])
    expect(groups[2024]?.[2]).toEqual([b, again])
    const now = Date.parse('2024-03-25T10:00:00Z')
    expect(timeText(a.at, now, 'en-GB', ({ key }) => key)).toBe('5 Mar')
    expect(timeText(b.at, now, 'en-GB', ({ values }) => `${values?.['n']} d`)).toBe('5 d')
  })

  it('other months are not touched by a page', () => {
    const one = addTo({}, [parsed(rowAt('a', '2024-03-05T10:00:00Z'))])
    const two = addTo(one, [parsed(rowAt('b', '2023-03-05T10:00:00Z'))])
    expect(two[2024]).toBe(one[2024])
  })

  it('a list is the same whether it came at once or in pages', () => {
    const rows = fc.array(fc.record({ id: fc.integer({ min: 0, max: 40 }), at: fc.integer({ min: 0, max: 9 }) }))
    fc.assert(
      fc.property(rows, rows, (first, second) => {
        const [known, fresh] = [first, second].map((list) => list.map(({ id, at }) => parsed(rowAt(String(id), at))))
        const before = append([], known ?? [], new Set())
        const ids = new Set(before.map(({ id }) => id))
        const list = append(before, fresh ?? [], ids)
        const all = new Set([...(known ?? []), ...(fresh ?? [])].map(({ id }) => id))
        expect(list).toHaveLength(all.size)
        expect(list.map(({ at }) => at)).toEqual(list.map(({ at }) => at).sort((a, b) => b - a))
      }),
    )
  })
})

const sentOf = (hash: string, more: Partial<Sent> = {}): Sent => ({
  hash: hash.padEnd(64, '0'),
  caipNetworkId: ONE,
  from: ME,
  to: '0xb0b',
  status: 'pending',
  at: 1_700_000_000_000,
  ...more,
})

describe('what left from this browser', () => {
  const [newer, older] = [parsed(rowAt('n', 1_700_000_100)), parsed(rowAt('o', 1_600_000_000))]
  const names = (list: readonly Sent[]) => list.map(({ hash }) => hash.replace(/0+$/, ''))

  it('is of this account on this network, in any case of the letters', () => {
    const list = [
      sentOf('a', { from: ME.toLowerCase() }),
      sentOf('b', { from: '0xb0b' }),
      sentOf('c', { caipNetworkId: 'eip155:1' }),
    ]
    expect(names(missingOf(list, { transactions: [], next: undefined }, ME, ONE))).toEqual(['a'])
  })

  it('is not shown twice: once the history knows it, it is its own', () => {
    const known = parsed(rowAt('k', 1_700_000_000, { hash: 'A'.padEnd(64, '0') }))
    expect(missingOf([sentOf('a')], { transactions: [known], next: undefined }, ME, ONE)).toEqual([])
  })

  it('waits for its page when it is settled and older than the list so far; what is pending never waits', () => {
    const settled = sentOf('a', { status: 'confirmed', at: 1_500_000_000_000 })
    const pending = sentOf('b', { at: 1_500_000_000_000 })
    const list = { transactions: [newer, older], next: 'more' }
    expect(names(missingOf([settled, pending], list, ME, ONE))).toEqual(['b'])
    expect(names(missingOf([settled, pending], { ...list, next: undefined }, ME, ONE))).toEqual(['a', 'b'])
  })

  it('is said in the words of who built it', () => {
    const amount = { amount: '0.25', symbol: 'ETH' }
    expect(entryOfSent(sentOf('a', { note: { kind: 'send', out: amount } }))).toMatchObject({
      title: 'history.sent',
      note: { key: 'history.to' },
      moved: { sign: '−', numeric: '0.25', symbol: 'ETH' },
    })
    const swap = { kind: 'swap' as const, out: { amount: '10', symbol: 'USDC' }, in: amount }
    const several = { kind: 'send', receivers: [ME, ME], out: amount } as const
    expect(entryOfSent(sentOf('a', { note: several })).note).toEqual({
      key: 'history.receivers',
      values: { count: '2' },
    })
    expect(entryOfSent(sentOf('a', { note: swap }))).toMatchObject({
      title: 'history.swapped',
      note: { key: 'history.for', values: { out: 'USDC', in: 'ETH' } },
      moved: { sign: '+', numeric: '0.25' },
    })
    expect(entryOfSent(sentOf('a', { note: { kind: 'approve', out: amount } })).title).toBe('history.approved')
    const none = { ...amount, amount: '0' }
    expect(entryOfSent(sentOf('a', { note: { kind: 'approve', out: none } })).title).toBe('history.revoked')
    const own = sentOf('a', { note: { kind: 'approve', out: none } })
    expect(entryOfSent({ ...own, to: own.from }).note).toBeUndefined()
    expect(entryOfSent(sentOf('a')).title).toBe('history.transaction')
  })
})

describe('a row in words', () => {
  const titles = (transfers: unknown[], more = {}) => entryOf(withTransfers('a', transfers, more))

  it('says what happened, to whom and how much', () => {
    expect(titles([token('DAI', '1.5', 'in')])).toMatchObject({ title: 'history.received', moved: { sign: '+' } })
    expect(titles([token('DAI', '1.5', 'out')])).toMatchObject({ title: 'history.sent', moved: { sign: '−' } })
    expect(titles([token('DAI', '1.5', 'self')])).toMatchObject({ note: { key: 'history.self' }, moved: { sign: '' } })
    expect(titles([token('DAI', '1.5', 'in'), token('ETH', '0.1', 'out')])).toMatchObject({
      title: 'history.swapped',
      note: { key: 'history.for', values: { out: 'ETH', in: 'DAI' } },
      moved: { sign: '+', symbol: 'DAI' },
      more: 0,
    })
    expect(titles([nft(false)])).toMatchObject({
      note: { key: 'history.from', item: 'Paper Gardens #1' },
      moved: { numeric: '1', symbol: undefined },
    })
    expect(titles([nft(false), nft(false)])).toMatchObject({ note: { key: 'history.from' }, more: 1 })
    expect(titles([nft(false), nft(false)]).note).not.toHaveProperty('item')
    expect(titles([token('DAI', '1', 'in')], { operationType: 'mint' }).title).toBe('history.minted')
    expect(titles([], { operationType: 'deploy' }).title).toBe('history.deployed')
    expect(titles([], { operationType: 'execute' })).toMatchObject({ title: 'history.called', moved: undefined })
    expect(titles([token('A', '1', 'out'), token('B', '1', 'out')]).more).toBe(1)
  })

  it('says from whom an NFT came, also if its name pretends to say that', () => {
    const named = (name: string) => ({ ...nft(false), nft_info: { name, flags: { is_spam: false } } })
    const [honest, planted] = [token('DAI', '1.5', 'in'), named('From Mira')].map((each) => titles([each]).note)
    expect(planted).toEqual({ ...honest, item: 'From Mira' })
    const itemOf = (name: string) => titles([named(name)]).note?.item
    expect(itemOf('Ape”, from Mira: “Gift')).toBe('Ape, from Mira: Gift')
    expect(itemOf('\u202eariM\u202c morF\u0007')).toBe('ariM morF')
    expect(itemOf('A'.repeat(64))).toBe(`${'A'.repeat(31)}…`)
    expect(itemOf('””')).toBeUndefined()
    expect(titles([{ ...named('From Mira'), direction: 'out' }]).note).toMatchObject({
      key: 'history.to',
      item: 'From Mira',
    })
  })

  it('says what was allowed, and what was taken back', () => {
    const approval = (numeric?: string) => ({
      spender: ME,
      fungible_info: { name: 'Sandbox Dai', symbol: 'DAI' },
      ...(numeric && { quantity: { numeric } }),
    })
    const entry = (numeric?: string) =>
      entryOf(parsed({ ...rowAt('a', 1, { operationType: 'approve' }), transfers: [], approvals: [approval(numeric)] }))
    expect([entry(), entry('5'), entry('0')].map(({ title }) => title)).toEqual([
      'history.approved',
      'history.approved',
      'history.revoked',
    ])
  })

  it('says how long ago it was, then the day', () => {
    const now = Date.parse('2024-03-25T10:00:00Z')
    const say = (ago: number) =>
      timeText(now - ago, now, 'en-GB', ({ key, values }) => `${values?.['n'] ?? ''} ${key.slice(8)}`.trim())
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
    expect([-5_000, 59_000, 2 * minute, 3 * hour, 6 * day, 8 * day, 200 * day].map(say)).toEqual([
      'now',
      'now',
      '2 minutes',
      '3 hours',
      '6 days',
      '17 Mar',
      '7 Sept 2023',
    ])
  })
})

describe('the lines of the list', () => {
  const rows = Array.from({ length: 500 }, (_, at) => parsed(rowAt(`r${at}`, 1_700_000_000 - at * 86_400)))

  it('have their places, with a month above each of its rows', () => {
    const { items, height } = createItems()(rows, [], [], false)
    const months = items.filter(({ kind }) => kind === 'month').length
    expect(months).toBe(new Set(rows.map(({ at }) => new Date(at).toISOString().slice(0, 7))).size)
    expect(height).toBe(months * MONTH_HEIGHT + rows.length * ROW_HEIGHT)
    for (const [at, item] of items.entries()) expect(indexAt(items, item.top)).toBe(at)
  })

  it('are the same whether rows came at once or page by page', () => {
    const make = createItems()
    make(rows.slice(0, 50), [], [], true)
    make(rows.slice(0, 300), [], [], true)
    expect(make(rows, [], [], false)).toEqual(createItems()(rows, [], [], false))
    // A changed row is noticed, although most rows are the same.
    const changed = rows.with(20, parsed(rowAt('other', 1_700_000_000 - 20 * 86_400)))
    expect(make(changed, [], [], false)).toEqual(createItems()(changed, [], [], false))
  })

  it('have what is pending on top, and what was bought once', () => {
    const bought = parsed(
      rowAt('p', 1_699_999_999, { hash: rows[3]?.metadata.hash ?? '', status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS' }),
    )
    const { items } = createItems()(rows, [bought], [sentOf('a', { at: 1 })], false)
    expect(items[1]).toMatchObject({ kind: 'sent' })
    const ids = items.flatMap((item) => (item.kind === 'row' ? [item.row.id] : []))
    expect(ids).toContain('p')
    expect(ids).not.toContain('r3')
  })
})
