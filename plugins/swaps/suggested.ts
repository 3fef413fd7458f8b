/** Symbols of suggested and popular tokens, only for the lists of tokens: swaps identify a token by its address. */
import { inEnglishOrder, isSpamToken } from 'walletkit/plugin'
import type { SwapFacts } from './panel.ts'
import { bySymbol, isSameAddress, type SwapToken } from './tokens.ts'
import { unusualOf } from './unusual.ts'

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
 * Whether the token may be a scam, by its texts and price. The exchange lists no prices; a price is known only for
 * tokens that the account holds or whose price was read.
 */
export function isSpam({ state: { held, facts } }: SwapFacts, { name, symbol, address }: SwapToken): boolean {
  const own = held.find((each) => isSameAddress(each.address, address))
  return isSpamToken({ name, symbol, address, price: facts[address.toLowerCase()]?.price ?? own?.price })
}

/** Returns a function that tells whether a token may be a scam, or has a known token's symbol but another contract. */
function doubtfulOf(facts: SwapFacts): (token: SwapToken) => boolean {
  const isUnusual = unusualOf(facts)
  return (token) => isSpam(facts, token) || isUnusual(token)
}

/** The same tokens in the same order, except that doubtful ones come last. */
export function spamLast(facts: SwapFacts, tokens: readonly SwapToken[]): SwapToken[] {
  const spam = new Set(tokens.filter(doubtfulOf(facts)))
  return [...tokens.filter((token) => !spam.has(token)), ...spam]
}

function withoutSpam(facts: SwapFacts, tokens: readonly SwapToken[]): SwapToken[] {
  const isDoubtful = doubtfulOf(facts)
  return tokens.filter((token) => !isDoubtful(token))
}

/** The exchange's tokens with a symbol of POPULAR_TOKENS, without possible scams, sorted by symbol. */
export const popularTokens = (facts: SwapFacts) =>
  withoutSpam(facts, bySymbol(facts.state.tokens, POPULAR_TOKENS)).sort((a, b) => inEnglishOrder(a.symbol, b.symbol))

/** The exchange's tokens with a symbol that the site suggests, without possible scams. */
export const suggestedTokens = (facts: SwapFacts) =>
  withoutSpam(facts, bySymbol(facts.state.tokens, facts.options.suggestedTokens))
