/** CoinGecko: a local server that answers as its documentation says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SOLANA_MAINNET, WRAPPED_SOL } from '../../../../server/data/network.ts'
import { NATIVE } from '../../../../server/data/shape.ts'
import { coingeckoSource } from '../../../../server/data/sources/coingecko.ts'
import { startHosted } from '../../../support/hosted.ts'
import { type Asked, expectFailures, type Service, startService } from '../../../support/service.ts'
import { ETHEREUM, KEY, LISTED, ROUTER, serviceOf, USDC } from './recorded.ts'

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
let service: Service
beforeAll(async () => {
  service = await startService(answer)
})
afterAll(() => service.close())

const PRICES: Readonly<Record<string, unknown>> = { [USDC]: { usd: 0.9997 }, [MINT]: { usd: 1 }, [ROUTER]: {} }
const COINS: Readonly<Record<string, unknown>> = { ethereum: { usd: 2001.25 }, solana: { usd: 60 } }
const RATES = {
  btc: { name: 'Bitcoin', unit: 'BTC', value: 1, type: 'crypto' },
  usd: { name: 'US Dollar', unit: '$', value: 40_000, type: 'fiat' },
  eur: { name: 'Euro', unit: '€', value: 36_800, type: 'fiat' },
  idr: { name: 'Indonesian Rupiah', unit: 'Rp', value: 626_000_000, type: 'fiat' },
  jpy: { name: 'Yen', unit: '¥', value: 5_950_001, type: 'fiat' },
  xau: { name: 'Gold', unit: 'XAU', value: 20, type: 'commodity' },
  bits: { name: 'Bits', unit: 'μBTC', value: 1_000_000, type: 'crypto' },
  kwd: { name: 'Kuwaiti Dinar', unit: 'KD', value: -1, type: 'fiat' },
}

const pick = (table: Readonly<Record<string, unknown>>, list = '') =>
  Object.fromEntries(list.split(',').flatMap((id) => (id in table ? [[id, table[id]]] : [])))

function answer({ path, query }: Asked) {
  if (path === '/api/v3/exchange_rates') return { json: { rates: RATES } }
  if (query['vs_currencies'] !== 'usd') return { status: 422, json: { error: 'Missing parameter vs_currencies' } }
  if (path === '/api/v3/simple/price') return { json: pick(COINS, query['ids']) }
  if (/^\/api\/v3\/simple\/token_price\/[\w-]+$/.test(path)) return { json: pick(PRICES, query['contract_addresses']) }
  return { status: 404, json: { error: 'Incorrect path' } }
}

const make = (more: object = {}) => coingeckoSource(serviceOf('coingecko', service.url, more), [LISTED])

describe('prices from CoinGecko', () => {
  it('are asked for by network, with native currencies by their coin, and with the key in a header', async () => {
    service.asked.length = 0
    const native = [`eip155:1:${NATIVE}`, `eip155:10:${NATIVE}`, `${SOLANA_MAINNET}:${WRAPPED_SOL}`]
    const tokens = [`eip155:1:${USDC}`, `eip155:1:${ROUTER}`, `${SOLANA_MAINNET}:${MINT}`, `eip155:31337:${USDC}`]
    const prices = await make().prices?.([...native, ...tokens])
    const asked = service.asked.map(({ path, query }) => [path, query['ids'] ?? query['contract_addresses']])
    expect(asked.sort()).toEqual([
      ['/api/v3/simple/price', 'ethereum,solana'],
      ['/api/v3/simple/token_price/ethereum', `${USDC},${ROUTER}`],
      ['/api/v3/simple/token_price/solana', MINT],
    ])
    expect(service.asked.map(({ headers }) => headers['x-cg-demo-api-key'])).toEqual([KEY, KEY, KEY])
    expect(Object.fromEntries([...(prices ?? [])].map(([address, { price }]) => [address, price]))).toEqual({
      ...{ [native[0] ?? '']: 2001.25, [native[1] ?? '']: 2001.25, [native[2] ?? '']: 60 },
      ...{ [`eip155:1:${USDC}`]: 0.9997, [`${SOLANA_MAINNET}:${MINT}`]: 1 },
    })
    expect(prices?.get(`eip155:1:${USDC}`)).toMatchObject({ name: 'USD Coin', symbol: 'USDC', iconUrl: LISTED.iconUrl })
    expect(prices?.get(native[0] ?? '')).toMatchObject({ name: '', symbol: '', iconUrl: '' })
  })

  it('need no key', async () => {
    service.asked.length = 0
    await make({ key: undefined }).prices?.([`eip155:1:${USDC}`])
    expect(service.asked[0]?.headers).not.toHaveProperty('x-cg-demo-api-key')
  })

  it('of networks that it does not know are not asked for, unless the config names them', async () => {
    service.asked.length = 0
    expect(await make().prices?.([`eip155:204:${USDC}`, `eip155:204:${NATIVE}`])).toEqual(new Map())
    expect(service.asked).toEqual([])
    const prices = await make({ networks: { 204: 'opbnb' } }).prices?.([`eip155:204:${USDC}`])
    expect(service.asked[0]?.path).toBe('/api/v3/simple/token_price/opbnb')
    expect(prices?.size).toBe(1)
  })

  it('fail as a SourceError, without the key', async () => {
    // An empty object means that no token has a price.
    const accepted = ['an empty object', 'an empty result']
    await expectFailures(service, KEY, make, (source) => source.prices?.([`eip155:1:${USDC}`]), accepted)
    await expectFailures(service, KEY, make, (source) => source.prices?.([`eip155:1:${NATIVE}`]), accepted)
    await expectFailures(service, KEY, make, (source) => source.rates?.())
    for (const json of [{ status: { error_code: 429, error_message: KEY } }, { error: KEY }, { error_code: 10_012 }]) {
      service.answer = () => ({ json })
      await expect(make().prices?.([`eip155:1:${USDC}`])).rejects.toThrow(/^coingecko refused the request$/)
    }
  })
})

describe('rates from CoinGecko', () => {
  it('are what one US dollar is worth of each currency, as decimal texts', async () => {
    service.answer = answer
    expect(await make().rates?.()).toEqual({ USD: '1', EUR: '0.92', IDR: '15650', JPY: '148.750025' })
  })
})

describe('a server with CoinGecko', () => {
  it('answers the prices and rates of a page', async () => {
    const hosted = await startHosted(
      {
        sources: { coingecko: { url: service.url } },
        networks: [{ id: 1, name: 'Ethereum', symbol: 'ETH', rpc: ETHEREUM.rpc }],
      },
      { WALLETKIT_COINGECKO_KEY: KEY },
    )
    const ask = (addresses: string[]) =>
      fetch(`${hosted.url()}/v1/fungible/price`, { method: 'POST', body: JSON.stringify({ addresses }) })
    const asked = [`eip155:1:${USDC}`, `eip155:1:${NATIVE}`, `${SOLANA_MAINNET}:${MINT}`]
    expect(await (await ask(asked)).json()).toEqual({
      currency: 'usd',
      rates: { USD: '1', EUR: '0.92', IDR: '15650', JPY: '148.750025' },
      fungibles: [
        { name: '', symbol: '', iconUrl: '', price: 0.9997, address: asked[0] },
        { name: '', symbol: '', iconUrl: '', price: 2001.25, address: asked[1] },
        { name: '', symbol: '', iconUrl: '', price: 1, address: asked[2] },
      ],
    })
    service.answer = () => ({ status: 429, json: {} })
    const failed = await ask([`eip155:1:${ROUTER}`])
    expect([failed.status, await failed.text()]).toEqual([502, expect.not.stringContaining(KEY)])
    await hosted.close()
  })
})
