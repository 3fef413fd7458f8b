/** Who names the tokens of a swap is the exchange's service: a symbol that people know may be of another contract. */
import { describe, expect, it } from 'vitest'
import { knownTokens } from '../../../plugins/swaps/knownTokens.ts'
import type { SwapFacts } from '../../../plugins/swaps/panel.ts'
import { popularTokens, spamLast, suggestedTokens } from '../../../plugins/swaps/suggested.ts'
import { listedToken, type SwapToken } from '../../../plugins/swaps/tokens.ts'
import { unusualOf } from '../../../plugins/swaps/unusual.ts'
import icons from '../../../icons/index.json' with { type: 'json' }

const CHAIN = 'eip155:1'
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const NATIVE = `${CHAIN}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
const OTHER = `0x${'12'.repeat(20)}`

const token = (symbol: string, address: string, chain = CHAIN): SwapToken => {
  const found = listedToken({ name: symbol, symbol, address: `${chain}:${address}`, decimals: 6 }, chain)
  if (!found) throw new Error('No token')
  return found
}
const factsOf = (tokens: readonly SwapToken[], held: readonly SwapToken[] = [], chain = CHAIN): SwapFacts =>
  ({
    kit: {
      network: () => ({ caipNetworkId: chain, nativeCurrency: { symbol: 'ETH' } }),
      nativeToken: () => NATIVE,
    },
    options: { suggestedTokens: ['ETH', 'USDC', 'LINK'] },
    state: { tokens, held, facts: {} },
  }) as unknown as SwapFacts

describe('a token of the exchange’s list', () => {
  it('that has a known token’s symbol, but another contract, is unusual; the known one is not', () => {
    const isUnusual = unusualOf(factsOf([]))
    for (const symbol of ['USDC', 'usdc', 'USDС', 'U S D C', 'U$DC', 'ETH', 'USDT']) {
      expect(isUnusual(token(symbol, OTHER)), symbol).toBe(true)
    }
    expect(isUnusual(token('USDC', USDC))).toBe(false)
    expect(isUnusual(token('USDC', USDC.toUpperCase().replace('0X', '0x')))).toBe(false)
    expect(isUnusual({ ...token('ETH', OTHER), address: NATIVE })).toBe(false)
    expect(isUnusual(token('LINK', OTHER))).toBe(false)
  })

  it('is neither suggested nor popular then, and comes last', () => {
    const [fake, real] = [token('USDC', OTHER), token('USDC', USDC)]
    const facts = factsOf([fake, real])
    expect(suggestedTokens(facts)).toEqual([real])
    expect(popularTokens(facts)).toEqual([real])
    expect(spamLast(facts, [fake, real])).toEqual([real, fake])
  })

  it('is compared with what the account holds of value, where the table names none; that never overrules the table', () => {
    const own = { ...token('LINK', `0x${'34'.repeat(20)}`), price: 12 }
    expect(unusualOf(factsOf([], [own]))(token('LINK', OTHER))).toBe(true)
    expect(unusualOf(factsOf([], [own]))(own)).toBe(false)
    const priced = { ...token('USDC', OTHER), price: 1 }
    const isUnusual = unusualOf(factsOf([], [priced]))
    expect([isUnusual(priced), isUnusual(token('USDC', USDC))]).toEqual([true, false])
  })
})

describe('the table of known tokens', () => {
  it('has the contracts that our pictures have', () => {
    const pictures: Record<string, Record<string, string>> = icons.tokens
    let compared = 0
    for (const [chain, all] of Object.entries(pictures))
      for (const [address, picture] of Object.entries(all)) {
        const of = knownTokens(chain).filter(({ symbol }) => picture === `tokens/${symbol}`)
        if (!of.length) continue
        compared++
        expect(of.map((each) => each.address)).toContain(address)
      }
    expect(compared).toBeGreaterThan(15)
  })

  it('has addresses in small letters, and is empty for other networks', () => {
    for (const id of ['eip155:250', '', 'constructor', undefined]) expect(knownTokens(id)).toEqual([])
    for (const { address } of [1, 10, 56, 100, 137, 324, 8453, 42161, 43114].flatMap((id) =>
      knownTokens(`eip155:${id}`),
    ))
      expect(address).toMatch(/^0x[0-9a-f]{40}$/)
  })
})
