/** `features.swaps` of the config, as far as this plugin reads it. */
import { SLIPPAGE } from './fees.ts'
import type { SwapProvider } from './provider.ts'
import { SUGGESTED_TOKENS } from './suggested.ts'

export type SwapOptions = {
  /** Percent. */
  slippage: number
  /** CAIP-2 ids of networks beside the spec's twelve. */
  chains: readonly string[]
  /** Symbols that the lists show first. */
  suggestedTokens: readonly string[]
  /** CAIP-10 addresses of exchange contracts that swaps may go to, lower case. */
  routers: readonly string[]
  /** Whether a swap may lose more than 15 percent. */
  allowHighImpact: boolean
  /** Passed in code only; without one the blockchain API's. */
  provider: SwapProvider | undefined
}

/** The build has checked a config that it was given as a file; a page may pass another one in. */
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
