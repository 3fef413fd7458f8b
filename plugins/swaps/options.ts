/** The fields of `features.swaps` that this plugin reads. */
import { SLIPPAGE } from './fees.ts'
import type { SwapProvider } from './provider.ts'
import { SUGGESTED_TOKENS } from './suggested.ts'

export type SwapOptions = {
  /** Percent. */
  slippage: number
  /** CAIP-2 ids of networks in addition to {@link SWAP_CHAINS} in `chains.ts`. */
  chains: readonly string[]
  /** Symbols of the tokens that the lists show first. */
  suggestedTokens: readonly string[]
  /** CAIP-10 addresses, in lower case, of additional exchange contracts that swaps may use. */
  routers: readonly string[]
  /** Whether a swap may lose 15 percent or more. */
  allowHighImpact: boolean
  /** Can be set in code only, because JSON has no functions; defaults to the blockchain API. */
  provider: SwapProvider | undefined
}

/** Validates again: the build checks only the config file, and a page may pass its own config at run time. */
export function readOptions(given: unknown): SwapOptions {
  const { slippage, chains, suggestedTokens, routers, allowHighImpact, provider } = Object(given) as Record<
    string,
    unknown
  >
  const texts = (list: unknown) => (Array.isArray(list) ? list.filter((each) => typeof each === 'string') : undefined)
  return {
    slippage: typeof slippage === 'number' && slippage >= 0.05 && slippage <= 5 ? slippage : SLIPPAGE,
    chains: texts(chains) ?? [],
    suggestedTokens: texts(suggestedTokens) ?? SUGGESTED_TOKENS,
    routers: (texts(routers) ?? []).map((each) => each.toLowerCase()),
    allowHighImpact: allowHighImpact === true,
    provider: typeof provider === 'object' && provider !== null ? (provider as SwapProvider) : undefined,
  }
}
