/** Prices in USD, for display and for checks; never part of a transaction. */
import { blockchainApi } from '../http/blockchainApi.ts'
import type { Kit } from '../contracts/kit.ts'
import { activeNetworkOf } from '../state/active.ts'
import { parsePrices } from './parsePrices.ts'

/** The placeholder address of the native token in the API's price and swap calls. */
export const NATIVE_TOKEN_ADDRESS: Readonly<Record<string, string>> = {
  eip155: `0x${'e'.repeat(40)}`,
  solana: 'So11111111111111111111111111111111111111111',
  polkadot: '0x',
  bip122: '0x',
}

/** The placeholder of the active network's native token, as CAIP-10; `undefined` without a network. */
export function nativeToken(kit: Kit): string | undefined {
  const network = activeNetworkOf(kit)
  if (!network) return undefined
  const own = kit.config.nativeTokens?.[network.chainNamespace] ?? NATIVE_TOKEN_ADDRESS[network.chainNamespace]
  return `${network.caipNetworkId}:${own}`
}

/**
 * USD for one unit of the active network's native token; `undefined` without a service or a price. Throws `HttpError`.
 */
export async function fetchNativePrice(kit: Kit): Promise<number | undefined> {
  const network = activeNetworkOf(kit)
  const api = blockchainApi(kit)
  if (!network || !api) return undefined
  const addresses = [nativeToken(kit) ?? '']
  const body = { currency: 'usd', projectId: kit.state.options.projectId, addresses }
  return parsePrices(await api.ask({ path: 'v1/fungible/price', body }), addresses)[0]?.price
}
