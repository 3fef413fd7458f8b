import type { Token } from '../tokens.ts'
import { UNI, WBTC } from './addresses.ts'

/** Tokens that the sandbox deploys with the exchange. The test accounts start without them and can swap for them. */
const specs = [
  { address: UNI, name: 'Sandbox Uni', symbol: 'UNI', decimals: 18, kind: 'standard' },
  { address: WBTC, name: 'Sandbox Wrapped Bitcoin', symbol: 'WBTC', decimals: 8, kind: 'standard' },
] as const

export const exchangeTokens = (chainIds: readonly number[]): Token[] =>
  chainIds.flatMap((chainId) => specs.map((spec) => ({ chainId, ...spec })))
