/** Each exchange against a local service that answers in the shape of its documentation. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Hex } from 'viem'
import { ETHER } from '../../../../sandbox/exchange/addresses.ts'
import type { Exchange, Order } from '../../../../server/data/exchanges/exchange.ts'
import { lifi } from '../../../../server/data/exchanges/lifi.ts'
import { oneInch } from '../../../../server/data/exchanges/oneInch.ts'
import { zeroEx } from '../../../../server/data/exchanges/zeroEx.ts'
import { SourceError } from '../../../../server/data/source.ts'
import { type Asked, useServer } from '../../../support/server.ts'
import { exec, execute, tuple } from './calls.ts'

const server = useServer()
const KEY = 'secret-key-77'
const USER: Hex = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const DAI: Hex = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const ROUTER: Hex = '0x111111125421cA6dc452d289314280a0f8842A65'
const OTHER: Hex = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const ZERO = `0x${'0'.repeat(40)}`
/** A call that no service documents. */
const UNREAD: Hex = `0xabcdef01${'0'.repeat(64)}`

/** The parts of a built swap that a test may change, whatever the service calls them. */
type Parts = {
  chainId: unknown
  sender: unknown
  to: unknown
  data: unknown
  value: unknown
  amount: unknown
  toAmount: unknown
  minimum: unknown
  spender: unknown
}
const good = ({ from, amount, chainId, user }: Order, data: Hex): Parts => ({
  ...{ chainId, sender: user.toLowerCase(), to: ROUTER, data, value: from === ETHER ? String(amount) : '0' },
  ...{ amount: String(amount), toAmount: '2000', minimum: '1980', spender: ROUTER },
})

type Service = {
  name: string
  open: (parts: { url: string; key: string | undefined }) => Exchange
  /** The call data of a right swap. */
  call: (order: Order) => Hex
  /** The answer to one request, in the service's shape. */
  answer: (asked: Asked, parts: Parts) => unknown
  hasKey: (headers: Asked['headers']) => boolean
  /** The query of the request that builds. */
  query: Record<string, string>
  /** The parts that the service's documented answers do not have. */
  lacks: readonly (keyof Parts)[]
  /** How it says that there is no liquidity. */
  dry: number | object
}

const SERVICES: readonly Service[] = [
  {
    name: '0x',
    open: zeroEx,
    call: ({ from, to, amount, user }) => exec(from, amount, execute(user, to, 1980n)),
    answer: ({ query }, { to, data, value, amount, toAmount, minimum, spender }) => ({
      ...{ liquidityAvailable: true, sellToken: query['sellToken'], buyToken: query['buyToken'], sellAmount: amount },
      ...{ buyAmount: toAmount, minBuyAmount: minimum, issues: { allowance: { spender, actual: '0' } } },
      transaction: { to, data, value, gas: '210000', gasPrice: '7' },
    }),
    hasKey: (headers) => headers['0x-api-key'] === KEY && headers['0x-version'] === 'v2',
    query: { chainId: '1', sellToken: DAI, buyToken: ETHER, sellAmount: '5000', taker: USER, slippageBps: '100' },
    lacks: ['chainId', 'sender'],
    dry: { liquidityAvailable: false },
  },
  {
    name: '1inch',
    open: oneInch,
    call: ({ from, to, amount, user }) => tuple(from, to, user, amount, 1980n),
    answer: ({ path }, { sender, to, data, value, toAmount, spender }) =>
      path.endsWith('/approve/spender')
        ? { address: spender }
        : { dstAmount: toAmount, tx: { from: sender, to, data, value, gas: 210_000, gasPrice: '7' } },
    hasKey: ({ authorization }) => authorization === `Bearer ${KEY}`,
    query: {
      ...{ src: DAI, dst: ETHER, amount: '5000', from: USER, origin: USER, slippage: '1', disableEstimate: 'true' },
    },
    lacks: ['chainId', 'amount', 'minimum'],
    dry: 400,
  },
  {
    name: 'lifi',
    open: lifi,
    call: () => UNREAD,
    answer: ({ query }, { chainId, sender, to, data, value, amount, toAmount, minimum, spender }) => ({
      action: {
        ...{ fromToken: { address: query['fromToken'] }, toToken: { address: query['toToken'] }, fromAmount: amount },
        ...{ fromChainId: Number(query['fromChain']), toChainId: Number(query['toChain']) },
        toAddress: query['fromAddress'],
      },
      estimate: { toAmount, toAmountMin: minimum, approvalAddress: spender },
      transactionRequest: { to, data, value, gasLimit: '0x33450', gasPrice: '0x7', from: sender, chainId },
    }),
    hasKey: (headers) => headers['x-lifi-api-key'] === KEY,
    query: {
      ...{ fromChain: '1', toChain: '1', fromToken: DAI, toToken: ZERO, fromAmount: '5000', fromAddress: USER },
      slippage: '0.01',
    },
    lacks: [],
    dry: 404,
  },
]

const order: Order = { chainId: 1, from: DAI, to: ETHER, user: USER, amount: 5000n, slippage: 100n }
const ofEther: Order = { ...order, from: ETHER, to: DAI }

describe.each(SERVICES)('$name', ({ open, call, answer, hasKey, query, lacks, dry }) => {
  const exchange = () => open({ url: server.url, key: KEY })
  const build = (changes: Partial<Parts> = {}, wanted = order) => {
    server.answer((asked) => answer(asked, { ...good(wanted, call(wanted)), ...changes }))
    return exchange().build(wanted)
  }
  const refuses = async (changes: Partial<Parts>, problem: RegExp, wanted = order) => {
    const failing = build(changes, wanted)
    await expect(failing).rejects.toThrow(problem)
    await expect(failing).rejects.toBeInstanceOf(SourceError)
  }
  const has = (part: keyof Parts) => !lacks.includes(part)

  it('asks as documented, with its key in a header only, and builds the swap', async () => {
    expect(await build()).toEqual({
      to: ROUTER,
      data: call(order).toLowerCase(),
      toAmount: 2000n,
      gas: 210_000n,
      gasPrice: 7n,
    })
    const asked = server.asked.find((each) => Object.keys(each.query).length > 1)
    expect(asked?.query).toMatchObject(query)
    for (const each of server.asked) {
      expect(hasKey(each.headers)).toBe(true)
      expect(JSON.stringify([each.path, each.query])).not.toContain(KEY)
    }
  })

  it('quotes, and names the contract to approve', async () => {
    server.answer((asked) => answer(asked, good(order, call(order))))
    expect((await exchange().quote(order))?.toAmount).toBe(2000n)
    expect(await exchange().spender(order)).toBe(ROUTER)
  })

  it('builds a swap of the native currency, which sends exactly the amount', async () => {
    expect(await build({}, ofEther)).toMatchObject({ to: ROUTER })
    await refuses({ value: '4999' }, /wrong value/, ofEther)
    await refuses({ value: '0' }, /wrong value/, ofEther)
  })

  it('refuses another contract, another value, and what is no call', async () => {
    for (const to of [USER, DAI, ETHER, ZERO, 'nonsense', null])
      await refuses({ to }, /calls a token|without a contract/)
    for (const data of ['0x', '0x123456', '0xabcdef0', 'nonsense', null, 7]) await refuses({ data }, /call data/)
    for (const value of ['1', '0x1', -1, null, 'x']) await refuses({ value }, /wrong value/)
    for (const spender of [OTHER, null])
      await refuses({ spender }, /another contract than the one|no contract to approve|names no/)
    for (const toAmount of ['0', null, '1.5']) await refuses({ toAmount }, /pays nothing|without an amount/)
  })

  it('refuses another network, sender, amount or minimum, as far as the service tells them', async () => {
    if (has('chainId'))
      for (const chainId of [10, null, 'x', true, [1], '1.0']) await refuses({ chainId }, /another network/)
    if (has('sender')) for (const sender of [OTHER, null]) await refuses({ sender }, /another sender/)
    if (has('minimum')) {
      for (const minimum of ['1978', '0', null]) await refuses({ minimum }, /minimum/)
      expect(await build({ minimum: '1979' })).toMatchObject({ toAmount: 2000n })
    }
    for (const amount of has('amount') ? ['5001', '4999', null] : []) {
      await refuses({ amount }, /another amount/)
      await expect(exchange().quote(order)).rejects.toThrow('quoted another amount')
    }
  })

  it('has no quote and no swap without liquidity', async () => {
    server.answer(({ path }, response) => {
      if (path.endsWith('/approve/spender')) return { address: ROUTER }
      return typeof dry === 'number' ? server.status(response, dry) : dry
    })
    expect(await exchange().quote(order)).toBeUndefined()
    expect(await exchange().build(order)).toBeUndefined()
  })

  it('fails without its key when the service is down, refuses it, limits it, or sends garbage', async () => {
    for (const status of [401, 429, 500, 503]) {
      server.answer((_, response) => void response.writeHead(status).end(`${KEY} is wrong`))
      for (const ask of [exchange().quote(order), exchange().build(order), exchange().check(1)]) {
        const error: unknown = await ask.catch((failure: unknown) => failure)
        expect(error).toBeInstanceOf(SourceError)
        expect(String(error)).toContain(String(status))
        expect(String(error)).not.toContain(KEY)
      }
    }
    for (const garbage of [[], {}, 'text', null, 7, { tx: 1, transaction: [], estimate: '', liquidityAvailable: 1 }]) {
      server.answer((_, response) => void response.end(JSON.stringify(garbage)))
      await expect(exchange().quote(order)).rejects.toBeInstanceOf(SourceError)
      await expect(exchange().build(order)).rejects.toBeInstanceOf(SourceError)
    }
    const gone = open({ url: 'http://127.0.0.1:9', key: KEY })
    await expect(gone.build(order)).rejects.toThrow('does not answer')
  })

  it('builds only what is exactly the order, whatever the service sends', async () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constant(null),
      fc.constantFrom(USER, OTHER, DAI, ROUTER, UNREAD),
    )
    const changes = fc.record({ to: value, data: value, value, spender: value, toAmount: value }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        const swap = await build(changed).catch((error: unknown) => error)
        if (swap instanceof SourceError) return
        expect(swap).toMatchObject({ to: changed.to ?? ROUTER })
        expect([ROUTER, OTHER]).toContain((swap as { to: Hex }).to)
      }),
      { numRuns: 60 },
    )
  })
})

describe('1inch', () => {
  it('lists its tokens', async () => {
    const token = { address: DAI.toLowerCase(), symbol: 'DAI', name: 'Dai', decimals: 18, logoURI: 'https://a.b/c.png' }
    const native = { ...token, address: ETHER.toLowerCase(), symbol: 'ETH' }
    server.answer(() => ({
      tokens: { a: { ...token, eip2612: true }, b: native, c: { ...token, decimals: -1 }, d: 7 },
    }))
    expect(await oneInch({ url: server.url, key: KEY }).tokens?.(1)).toEqual([
      { address: DAI, symbol: 'DAI', name: 'Dai', decimals: 18, logoUri: '', eip2612: true },
    ])
    expect(server.asked[0]?.path).toBe('/swap/v6.0/1/tokens')
  })
})

describe('lifi', () => {
  it('must say that the swap stays on the network, and whom it pays', async () => {
    const step = (action: object) => ({
      action: {
        ...{ fromToken: { address: DAI }, toToken: { address: ZERO }, fromAmount: '5000', toAddress: USER },
        ...{ fromChainId: 1, toChainId: 1, ...action },
      },
      estimate: { toAmount: '2000', toAmountMin: '1980', approvalAddress: ROUTER },
      transactionRequest: { to: ROUTER, data: UNREAD, value: '0x0', from: USER, chainId: 1 },
    })
    const build = (action: object) => {
      server.answer(() => step(action))
      return lifi({ url: server.url, key: KEY }).build(order)
    }
    expect(await build({ toChainId: '0x1' })).toMatchObject({ toAmount: 2000n })
    for (const toAddress of [OTHER, null, undefined])
      await expect(build({ toAddress })).rejects.toThrow('pays somebody else')
    for (const chainId of [137, true, null, undefined]) {
      await expect(build({ toChainId: chainId })).rejects.toThrow('another network')
      await expect(build({ fromChainId: chainId })).rejects.toThrow('another network')
    }
  })

  it('works without a key, and lists its tokens', async () => {
    const token = { address: DAI, chainId: 1, symbol: 'DAI', name: 'Dai', decimals: 18, logoURI: 'javascript:alert(1)' }
    server.answer(() => ({ tokens: { 1: [token, { ...token, address: ZERO }, { ...token, chainId: 10 }, null] } }))
    expect(await lifi({ url: server.url, key: undefined }).tokens?.(1)).toEqual([
      { address: DAI, symbol: 'DAI', name: 'Dai', decimals: 18, logoUri: '', eip2612: false },
    ])
    expect(server.asked[0]).toMatchObject({ path: '/v1/tokens', query: { chains: '1' } })
    expect(server.asked[0]?.headers).not.toHaveProperty('x-lifi-api-key')
  })
})
