/** Symbols of the tokens that the lists show first. Swaps always identify a token by its address. */

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
