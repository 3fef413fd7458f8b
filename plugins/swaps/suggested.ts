/** Symbols of suggested and popular tokens, for the order of lists only: swaps identify a token by its address. */
import { inEnglishOrder, isSpamToken } from 'walletkit/plugin'
import type { SwapFacts } from './panel.ts'
import { bySymbol, isSameAddress, type SwapToken } from './tokens.ts'

export const SUGGESTED_TOKENS: readonly string[] =
  'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'.split(
    ' ',
  )

export const POPULAR_TOKENS: readonly string[] = [
  ...SUGGESTED_TOKENS,
  ...'METAL CHAMP WOLF SALE BUSD MUST BTCpx ROUTE HEX WELT amDAI VSQ VISION AURUM pSP SNX VC CHP amUSDT SPHERE FOX GIDDY GFC OMEN OX_OLD DE WNT'.split(
    ' ',
  ),
]

/**
 * Whether the token may be a scam. The exchange lists no prices, so only a token with a known balance or price has one.
 */
export function isSpam({ state: { held, facts } }: SwapFacts, { name, symbol, address }: SwapToken): boolean {
  const own = held.find((each) => isSameAddress(each.address, address))
  return isSpamToken({ name, symbol, address, price: facts[address.toLowerCase()]?.price ?? own?.price })
}

/** The same tokens in the same order, except that possible scams come last. */
export function spamLast(facts: SwapFacts, tokens: readonly SwapToken[]): SwapToken[] {
  const spam = new Set(tokens.filter((token) => isSpam(facts, token)))
  return [...tokens.filter((token) => !spam.has(token)), ...spam]
}

const withoutSpam = (facts: SwapFacts, tokens: readonly SwapToken[]) => tokens.filter((token) => !isSpam(facts, token))

/** The exchange's tokens with a symbol of POPULAR_TOKENS, without possible scams, sorted by symbol. */
export const popularTokens = (facts: SwapFacts) =>
  withoutSpam(facts, bySymbol(facts.state.tokens, POPULAR_TOKENS)).sort((a, b) => inEnglishOrder(a.symbol, b.symbol))

/** The exchange's tokens with a symbol that the site suggests, without possible scams. */
export const suggestedTokens = (facts: SwapFacts) =>
  withoutSpam(facts, bySymbol(facts.state.tokens, facts.options.suggestedTokens))
