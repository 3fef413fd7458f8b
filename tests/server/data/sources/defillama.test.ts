/** DefiLlama: a local server that answers as its documentation says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SOLANA_MAINNET, WRAPPED_SOL } from '../../../../server/data/network.ts'
import { NATIVE } from '../../../../server/data/shape.ts'
import { defillamaSource } from '../../../../server/data/sources/defillama.ts'
import { expectFailures, type Service, startService } from '../../../support/service.ts'
import { KEY, LISTED, ROUTER, serviceOf, USDC } from './recorded.ts'

const NOW = 1_700_000_000_000
const seconds = NOW / 1000
let service: Service
beforeAll(async () => {
  service = await startService(() => ({ json: { coins: {} } }))
})
afterAll(() => service.close())

const make = (networks: Record<string, string> = {}) =>
  defillamaSource(serviceOf('defillama', service.url, { networks }), [LISTED], () => NOW)
const coin = (fields: object = {}) => ({
  ...{ decimals: 6, symbol: 'USDC', price: 0.9998, timestamp: seconds - 60, confidence: 0.99, ...fields },
})
const priceOf = async (entry: unknown) => {
  service.answer = () => ({ json: { coins: { [`ethereum:${USDC}`]: entry } } })
  return (await make().prices?.([`eip155:1:${USDC}`]))?.get(`eip155:1:${USDC}`)
}

describe('prices from DefiLlama', () => {
  it('are asked for in one request, with native currencies by their coin', async () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const checksummed = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    service.asked.length = 0
    service.answer = () => ({
      json: {
        coins: {
          'coingecko:ethereum': coin({ symbol: 'ETH', price: 2000 }),
          'coingecko:solana': coin({ symbol: 'SOL', price: 60.5 }),
          [`solana:${mint}`]: coin(),
          // It may answer with other capitals.
          [`ethereum:${checksummed}`]: coin(),
        },
      },
    })
    const wanted = [`eip155:1:${NATIVE}`, `eip155:8453:${NATIVE}`, `${SOLANA_MAINNET}:${WRAPPED_SOL}`]
    const prices = await make().prices?.([...wanted, `${SOLANA_MAINNET}:${mint}`, `eip155:1:${checksummed}`])
    expect(service.asked).toMatchObject([
      {
        method: 'GET',
        path: `/prices/current/coingecko:ethereum,coingecko:solana,ethereum:${checksummed.toLowerCase()},solana:${mint}`,
        query: {},
      },
    ])
    expect([...(prices ?? [])].map(([address, { price }]) => [address, price])).toEqual([
      [wanted[0], 2000],
      [wanted[1], 2000],
      [wanted[2], 60.5],
      [`${SOLANA_MAINNET}:${mint}`, 0.9998],
      [`eip155:1:${checksummed}`, 0.9998],
    ])
  })

  it('have the name and picture of the token list, else the symbol only', async () => {
    expect(await priceOf(coin())).toEqual({
      ...{ name: 'USD Coin', symbol: 'USDC', iconUrl: LISTED.iconUrl, price: 0.9998 },
    })
    service.answer = () => ({ json: { coins: { [`base:${ROUTER}`]: coin({ symbol: 'X' }) } } })
    const prices = await make().prices?.([`eip155:8453:${ROUTER}`])
    expect([...(prices?.values() ?? [])]).toEqual([{ name: '', symbol: 'X', iconUrl: '', price: 0.9998 }])
  })

  it('are left out when DefiLlama is not sure, or they are older than an hour', async () => {
    expect(await priceOf(coin({ confidence: 0.9, timestamp: seconds - 3_599 }))).toBeDefined()
    for (const wrong of [
      ...[{ confidence: 0.89 }, { confidence: undefined }, { timestamp: seconds - 3_601 }, { timestamp: 'now' }],
      ...[{ price: -1 }, { price: null }, { price: '' }, { price: {} }],
    ])
      expect(await priceOf(coin(wrong)), JSON.stringify(wrong)).toBeUndefined()
    expect(await priceOf(null)).toBeUndefined()
  })

  it('of networks that it does not know are not asked for, unless the config names them', async () => {
    service.asked.length = 0
    service.answer = () => ({ json: { coins: { [`op_bnb:${USDC}`]: coin() } } })
    expect(await make().prices?.([`eip155:31337:${USDC}`, `eip155:31337:${NATIVE}`])).toEqual(new Map())
    expect(service.asked).toEqual([])
    expect(make().serves('eip155:204')).toBe(false)
    const widened = make({ 204: 'op_bnb' })
    expect(widened.serves('eip155:204')).toBe(true)
    expect((await widened.prices?.([`eip155:204:${USDC}`]))?.size).toBe(1)
  })

  it('of tokens that nobody trades are an empty map', async () => {
    service.answer = () => ({ json: { coins: {} } })
    expect(await make().prices?.([`eip155:1:${USDC}`])).toEqual(new Map())
  })

  it('fail as a SourceError', async () => {
    await expectFailures(service, KEY, make, (source) => source.prices?.([`eip155:1:${USDC}`]))
  })
})
