import { describe, expect, it } from 'vitest'
import { checkApproval, checkQuote, checkSwap, type SwapOrder } from '../../../plugins/swaps/check.ts'
import { encodeApproval, readApproval, readSwap } from '../../../plugins/swaps/callData.ts'
import { routersOf } from '../../../plugins/swaps/routers.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { count, type Route } from './mutate.ts'

const sandbox = useSandbox()

describe('a tampered response', () => {
  it.each<Route>(['approval', 'token', 'ether'])(
    'never decides what the wallet is asked to sign: %s',
    async (route) => {
      const { verdicts, through, honest } = await count(sandbox(), route, 170)
      expect(honest).toMatchObject({ blocked: undefined, isFree: true, isTold: false })
      expect(honest.asked).toContain('eth_sendTransaction')
      expect(through).toEqual([])
      expect(verdicts.blocked).toBeGreaterThan(60)
      expect(verdicts.same).toBeLessThan(40)
    },
    60_000,
  )
})

describe('the quote guard', () => {
  const chainId = 'eip155:1'
  const account = `0x${'1'.repeat(40)}`
  const at = (digit: string) => `0x${digit.repeat(40)}`
  const token = (digit: string) =>
    ({ address: `${chainId}:${at(digit)}`, symbol: digit, decimals: 6 }) as unknown as SwapOrder['source']
  const order: SwapOrder = {
    chainId,
    caipAddress: `${chainId}:${account}`,
    account,
    source: token('a'),
    target: token('b'),
    isNative: false,
    amount: 100n,
    slippage: 1,
  }
  const routers = [at('c')]
  const word = (value: bigint | string) =>
    typeof value === 'bigint' ? value.toString(16).padStart(64, '0') : value.slice(2).padStart(64, '0')
  const swapData = ({
    minimum = 990n,
    to = account,
    amount = 100n,
    deadline = 2_000n,
    path = [at('a'), at('b')],
  } = {}) => `0x17844678${[160n, amount, minimum, to, deadline, BigInt(path.length), ...path].map(word).join('')}`
  const swap = (change: object = {}, data = swapData()) => ({
    from: `${chainId}:${account}`,
    to: `${chainId}:${at('c')}`,
    data,
    toAmount: 1_000n,
    ...change,
  })
  const facts = { quoted: 1_000n, routers, now: 1_000_000 }
  const bad = 'The transaction is not the swap on your screen'

  it('accepts an honest quote unchanged', () => {
    const { transaction, flags, toAmount } = checkSwap(order, swap(), facts)
    expect(transaction).toEqual({ to: at('c'), value: 0n, data: swapData() })
    expect([flags, toAmount]).toEqual([[], 1_000n])
    const native = { ...order, isNative: true }
    expect(checkSwap(native, swap(), facts).transaction.value).toBe(100n)
  })

  it.each([
    ['another account', swap({ from: `${chainId}:${at('9')}` })],
    ['another network', swap({ to: `eip155:10:${at('c')}` })],
    ['value along', swap({ value: 1n })],
    ['another receiver', swap({}, swapData({ to: at('9') }))],
    ['another amount', swap({}, swapData({ amount: 101n }))],
    ['a lower minimum', swap({}, swapData({ minimum: 980n }))],
    ['no minimum', swap({}, swapData({ minimum: 0n }))],
    ['a minimum that another figure allows', swap({ toAmount: 2_000n })],
    ['nothing to arrive', swap({ toAmount: 0n })],
    ['another token to pay with', swap({}, swapData({ path: [at('9'), at('b')] }))],
    ['another token to arrive', swap({}, swapData({ path: [at('a'), at('b'), at('9')] }))],
    ['an end that is over', swap({}, swapData({ deadline: 999n }))],
    ['an end after more than an hour', swap({}, swapData({ deadline: 4_600n }))],
    ['no end', swap({}, swapData({ deadline: 2n ** 255n }))],
    ['bytes behind', swap({}, `${swapData()}00`)],
    ['words behind', swap({}, `${swapData()}${word(1n)}`)],
  ])('blocks a swap with %s', (_name, built) => {
    expect(() => checkSwap(order, built, facts)).toThrow(bad)
  })

  it('blocks a changed spender and addresses that are not routers', () => {
    expect(() => checkSwap(order, swap(), { ...facts, spender: at('d') })).toThrow(bad)
    const router = 'The exchange contract is not a known one'
    expect(() => checkSwap(order, swap({ to: `${chainId}:${at('d')}` }), facts)).toThrow(router)
    for (const to of [at('a'), at('b'), account, at('0')])
      expect(() => checkSwap(order, swap({ to: `${chainId}:${to}` }), { ...facts, routers: [] })).toThrow(router)
  })

  it('flags unreadable calls, unknown routers and a changed amount', () => {
    expect(checkSwap(order, swap({}, '0x12345678'), facts).flags).toEqual(['unreadable'])
    expect(checkSwap(order, swap(), { ...facts, routers: [] }).flags).toEqual(['unknownRouter'])
    const moved = checkSwap(order, swap({ toAmount: 1_100n }, swapData({ minimum: 1_089n })), facts)
    expect([moved.flags, moved.toAmount]).toEqual([['moved'], 1_100n])
  })

  it('decodes the swaps of 1inch’s routers', () => {
    const words = [at('5'), at('a'), at('b'), at('6'), account, 100n, 990n, 4n, 288n]
    for (const selector of ['0x07ed2379', '0x12aa3caf']) {
      const data = `${selector}${words.map(word).join('')}${'ab'.repeat(45)}`
      expect(checkSwap(order, swap({}, data), facts).flags).toEqual([])
      expect(readSwap(data)).toMatchObject({ minimum: 990n, receiver: account })
      const other = data.replace(word(account), word(at('9')))
      expect(() => checkSwap(order, swap({}, other), facts)).toThrow(bad)
    }
    expect(routersOf('eip155:1')).toHaveLength(2)
    expect(routersOf('eip155:31337')).toEqual([])
    expect(routersOf('eip155:10', [`eip155:10:${at('d')}`, `eip155:1:${at('e')}`])).toContain(at('d'))
    expect(routersOf('eip155:10', [`eip155:1:${at('e')}`])).not.toContain(at('e'))
  })

  it('accepts a quote for its own order only', () => {
    const quote = { toAmount: 5n, fromAmount: 100n, from: order.source.address, to: order.target.address }
    expect(() => checkQuote(order, quote)).not.toThrow()
    for (const change of [{ fromAmount: 99n }, { from: quote.to }, { to: quote.from }, { toAmount: 0n }])
      expect(() => checkQuote(order, { ...quote, ...change })).toThrow('The quote is not for this swap')
  })

  it('builds the approval itself for exactly the amount, even when the service says unlimited', () => {
    const approval = (amount: bigint, change: object = {}) => ({
      from: order.source.address,
      to: order.source.address,
      data: encodeApproval({ spender: at('c'), amount }),
      value: 0n,
      ...change,
    })
    const exact = { to: at('a'), value: 0n, data: encodeApproval({ spender: at('c'), amount: 100n }) }
    expect(checkApproval(order, approval(100n), 100n, routers)).toEqual({
      transaction: exact,
      flags: [],
      spender: at('c'),
    })
    expect(checkApproval(order, approval(2n ** 256n - 1n), 100n, routers).transaction).toEqual(exact)
    const refused = 'The approval is not what was asked for'
    for (const [built, amount] of [
      [approval(99n), 100n],
      [approval(101n), 100n],
      [approval(100n, { value: 1n }), 100n],
      [approval(100n, { to: order.target.address }), 100n],
      [approval(100n, { from: order.target.address }), 100n],
      [approval(100n, { data: `${exact.data}00` }), 100n],
      [approval(100n, { data: exact.data.replace('095ea7b3', 'a9059cbb') }), 100n],
      [approval(2n ** 256n - 1n), 0n],
    ] as const)
      expect(() => checkApproval(order, built, amount, routers)).toThrow(refused)
    expect(() => checkApproval({ ...order, isNative: true }, approval(100n), 100n, routers)).toThrow(refused)
    expect(() => checkApproval(order, approval(100n), 100n, [at('d')])).toThrow('not a known one')
    expect(() => encodeApproval({ spender: '0x12', amount: 1n })).toThrow()
    expect(() => encodeApproval({ spender: at('c'), amount: -1n })).toThrow()
    expect(readApproval('0x095ea7b3')).toBeUndefined()
  })
})
