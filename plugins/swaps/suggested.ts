/** The tokens that the lists show first, by symbol. Swaps always identify a token by its address. */
import { inEnglishOrder } from 'walletkit/plugin'
import type { SwapFacts } from './panel.ts'
import { bySymbol } from './tokens.ts'

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

/** The listed tokens that many sites know, in the order of their symbols. */
export const popularTokens = ({ state }: SwapFacts) =>
  bySymbol(state.tokens, POPULAR_TOKENS).sort((a, b) => inEnglishOrder(a.symbol, b.symbol))

/** The listed tokens that the site suggests. */
export const suggestedTokens = ({ state, options }: SwapFacts) => bySymbol(state.tokens, options.suggestedTokens)
