/** The fields of `features.swaps` that this plugin reads. */
import { PROVIDER_FEE, SLIPPAGE } from './fees.ts'
import type { SwapProvider } from './provider.ts'
import { SUGGESTED_TOKENS } from './suggested.ts'

export type SwapOptions = {
  /** Percent. */
  slippage: number
  /** The share of the paid amount that the provider takes, in percent. It is shown, and changes no transaction. */
  providerFee: number
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

/**
 * Validates the plugin's options, as the build does for the config file: a page may pass its own config at run time.
 */
export function readOptions(given: unknown): SwapOptions {
  const fields = Object(given) as Record<string, unknown>
  const { chains, suggestedTokens, routers, allowHighImpact, provider } = fields
  const within = (name: string, least: number, most: number, otherwise: number) => {
    const value = fields[name]
    return typeof value === 'number' && value >= least && value <= most ? value : otherwise
  }
  const texts = (list: unknown) => (Array.isArray(list) ? list.filter((each) => typeof each === 'string') : undefined)
  return {
    slippage: within('slippage', 0.05, 5, SLIPPAGE),
    // Rounded to four digits, because a number below 0.000001 as text has an exponent, and is then no decimal.
    providerFee: Math.round(within('providerFee', 0, 5, PROVIDER_FEE) * 10_000) / 10_000,
    chains: texts(chains) ?? [],
    suggestedTokens: texts(suggestedTokens) ?? SUGGESTED_TOKENS,
    routers: (texts(routers) ?? []).map((each) => each.toLowerCase()),
    allowHighImpact: allowHighImpact === true,
    provider: typeof provider === 'object' && provider !== null ? (provider as SwapProvider) : undefined,
  }
}
