import { describe, expect, it } from 'vitest'
import createApi, { parseQuote, parseTokens, parseTransaction, readPrices } from '../../../plugins/swaps/api.ts'
import type { SwapProvider } from '../../../plugins/swaps/provider.ts'
import { blockchainApi } from '../../../runtime/http/blockchainApi.ts'
import { makeKit } from '../../support/kit.ts'
import { useServer } from '../../support/server.ts'

const server = useServer()
const CHAIN = 'eip155:1'
const USER = `0x${'1'.repeat(40)}`
const FROM = `${CHAIN}:0x${'a'.repeat(40)}`
const TO = `${CHAIN}:0x${'e'.repeat(40)}`
const APPROVE = `0x095ea7b3${'0'.repeat(128)}`

/** A provider whose service answers `reply` to all requests but that for its networks. */
function provider(reply: unknown, projectId: () => string = () => 'unit'): SwapProvider {
  server.answer(({ path }) => (path === '/v1/supported-chains' ? { http: [CHAIN], ws: [] } : reply))
  const kit = makeKit({ services: { api: server.url } })
  const api = blockchainApi(kit)
  if (!api) throw new Error('The config names the service')
  return createApi(api)(projectId)
}
const last = () => {
  const asked = server.asked.at(-1)
  if (!asked) throw new Error('Nothing was asked')
  return { ...asked, json: asked.body === '' ? undefined : (JSON.parse(asked.body) as unknown) }
}

describe('the convert API', () => {
  it('quotes an amount of one token in another [S7.api.06] [S7.api.07]', async () => {
    const quote = { id: '1', fromAmount: '1500000', fromAccount: FROM, toAmount: '42', toAccount: TO }
    const ask = { amount: 1_500_000n, userAddress: USER, from: FROM, to: TO, gasPrice: 7n }
    const found = await provider({ quotes: [quote, { ...quote, toAmount: '43' }] }).quote(ask)
    expect(found).toEqual({ toAmount: 42n, fromAmount: 1_500_000n, from: FROM, to: TO })
    expect(last()).toMatchObject({ method: 'GET', path: '/v1/convert/quotes' })
    expect(last().query).toMatchObject({ amount: '1500000', userAddress: USER, from: FROM, to: TO, gasPrice: '7' })
    expect(last().query).toMatchObject({ projectId: 'unit' })
  })

  it('names the project id that the site has at that moment', async () => {
    let projectId = 'old'
    const read = provider({ fungibles: [] }, () => projectId)
    await read.prices([TO])
    projectId = 'new'
    await read.prices([TO])
    expect(last().json).toMatchObject({ projectId: 'new' })
  })

  it('lists the tokens of a network [S7.api.08]', async () => {
    const token = { name: 'Dollar', symbol: 'USDC', address: FROM, decimals: 6, logoUri: 'x', eip2612: false }
    const found = await provider({ tokens: [token, { ...token, address: FROM.toUpperCase() }, 7] }).tokens(CHAIN)
    expect(found).toMatchObject([{ symbol: 'USDC', address: FROM, decimals: 6, logoUri: 'x' }])
    expect(last()).toMatchObject({ method: 'GET', path: '/v1/convert/tokens', query: { chainId: CHAIN } })
  })

  it('prices tokens in USD [S7.api.09]', async () => {
    const found = await provider({ fungibles: [{ name: 'E', symbol: 'ETH', iconUrl: '', price: 2500.5 }] }).prices([TO])
    expect(found).toEqual([{ address: TO, price: 2500.5 }])
    expect(last()).toMatchObject({ method: 'POST', path: '/v1/fungible/price' })
    expect(last().json).toEqual({ currency: 'usd', addresses: [TO], projectId: 'unit' })
  })

  it('prices two tokens with one symbol separately, by address', async () => {
    const entry = (address: string, price: number) => ({ address, name: 'D', symbol: 'USDC', iconUrl: '', price })
    const reply = { fungibles: [entry(TO.toUpperCase().replace('EIP155', 'eip155'), 0.01), entry(FROM, 1)] }
    expect(await provider(reply).prices([FROM, TO])).toEqual([
      { address: FROM, price: 1 },
      { address: TO, price: 0.01 },
    ])
  })

  it('returns no price that could belong to another token', async () => {
    const entry = { name: 'D', symbol: 'USDC', iconUrl: '', price: 1 }
    // Older services send no address. Their entry is used only if one token was asked for.
    expect(await provider({ fungibles: [entry] }).prices([FROM, TO])).toEqual([])
    expect(await provider({ fungibles: [entry, entry] }).prices([FROM])).toEqual([])
    expect(await provider({ fungibles: [{ ...entry, address: TO }] }).prices([FROM])).toEqual([])
  })

  it('returns the allowance of the exchange, also for a given amount and decimals [S7.api.10] [S7.allow.01]', async () => {
    const userAddress = `${CHAIN}:${USER}`
    const ask = { tokenAddress: FROM, userAddress, sourceTokenAmount: '1.5', sourceTokenDecimals: 6 }
    expect(await provider({ allowance: '1500000' }).allowance(ask)).toBe(1_500_000n)
    expect(last()).toMatchObject({ method: 'GET', path: '/v1/convert/allowance' })
    expect(last().query).toMatchObject({ tokenAddress: FROM, userAddress })
    expect(last().query).toMatchObject({ sourceTokenAmount: '1.5', sourceTokenDecimals: '6' })
  })

  it('returns the gas price [S7.api.11]', async () => {
    expect(await provider({ standard: '12', fast: '13', instant: '14' }).gasPrice(CHAIN)).toBe(12n)
    expect(last()).toMatchObject({ method: 'GET', path: '/v1/convert/gas-price', query: { chainId: CHAIN } })
  })

  it('builds a swap with the given slippage [S7.api.12]', async () => {
    const tx = {
      from: `${CHAIN}:${USER}`,
      to: FROM,
      data: '0x12345678',
      amount: '42',
      eip155: { gas: '5', gasPrice: '6' },
    }
    const userAddress = `${CHAIN}:${USER}`
    const ask = { amount: 9n, from: FROM, to: TO, userAddress, slippage: 0.7 }
    expect(await provider({ tx }).buildSwap(ask)).toEqual({
      from: `${CHAIN}:${USER}`,
      to: FROM,
      data: '0x12345678',
      toAmount: 42n,
      gas: 5n,
      gasPrice: 6n,
    })
    expect(last()).toMatchObject({ method: 'POST', path: '/v1/convert/build-transaction' })
    const body = { amount: '9', eip155: { slippage: 0.7 }, projectId: 'unit', from: FROM, to: TO, userAddress }
    expect(last().json).toEqual({ ...body, disableEstimate: true })
  })

  it('builds an approval [S7.api.13]', async () => {
    const tx = { from: FROM, to: FROM, data: APPROVE, value: '0', eip155: { gas: '5', gasPrice: '6' } }
    const userAddress = `${CHAIN}:${USER}`
    const built = await provider({ tx }).buildApproval({ userAddress, from: FROM, to: TO, amount: 9n })
    expect(built).toEqual({ from: FROM, to: FROM, data: APPROVE, value: 0n, gas: 5n, gasPrice: 6n })
    expect(last()).toMatchObject({ method: 'GET', path: '/v1/convert/build-approve' })
    expect(last().query).toMatchObject({ userAddress, from: FROM, to: TO, amount: '9' })
  })

  it('is not requested for an unsupported network', async () => {
    const service = provider({})
    await expect(service.tokens('eip155:10')).rejects.toThrow('Network not supported for Swaps')
    await expect(service.gasPrice('eip155:10')).rejects.toThrow('Network not supported for Gas Price')
    expect(server.asked.filter(({ path }) => path.startsWith('/v1/convert'))).toEqual([])
  })

  it("fails with the service's error", async () => {
    const service = provider({})
    server.answer(({ path }, response) =>
      path === '/v1/supported-chains' ? { http: [CHAIN] } : void response.writeHead(500).end(),
    )
    await expect(service.gasPrice(CHAIN)).rejects.toThrow('HTTP status code: 500')
  })
})

describe('an answer', () => {
  const quote = { fromAmount: '1', fromAccount: FROM, toAmount: '2', toAccount: TO }

  it('without a destination amount is not a quote; one unit is [S5.swap.03]', () => {
    expect(parseQuote({ quotes: [] })).toBeUndefined()
    expect(parseQuote({ quotes: [{ ...quote, toAmount: undefined }] })).toBeUndefined()
    expect(parseQuote({ quotes: [{ ...quote, toAmount: '0' }] })).toBeUndefined()
    expect(parseQuote({ quotes: [{ ...quote, toAmount: '1' }] })?.toAmount).toBe(1n)
  })

  it.each([undefined, null, 7, 'x', [], {}, { quotes: {} }, { tokens: 'x' }, { tx: 7 }])('%j is rejected', (junk) => {
    expect(() => parseQuote(junk)).toThrow()
    expect(() => parseTokens(junk, CHAIN)).toThrow()
    expect(() => readPrices(junk, [FROM])).toThrow()
    expect(() => parseTransaction(junk)).toThrow()
  })

  it.each([
    ['toAmount', -1],
    ['toAmount', 1.5],
    ['toAmount', '1.5'],
    ['toAmount', '0x5'],
    ['toAmount', '9'.repeat(79)],
    ['fromAmount', undefined],
    ['fromAccount', 'eip155:1:0x1'],
    ['toAccount', USER],
  ])('with %s %j is rejected', (field, value) => {
    expect(() => parseQuote({ quotes: [{ ...quote, [field]: value }] })).toThrow()
  })

  it.each([
    ['from', USER],
    ['to', 'eip155:1:0x'],
    ['data', '0x'],
    ['data', '0x1234567'],
    ['value', '1e3'],
    ['amount', -5],
  ])('of a transaction with %s %j is rejected', (field, value) => {
    const tx = { from: FROM, to: TO, data: '0x12345678', [field]: value }
    expect(() => parseTransaction({ tx })).toThrow()
  })
})
