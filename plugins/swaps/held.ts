/** Fetches the active account's tokens for a swap. */
import type { PluginKit } from 'walletkit/plugin'
import { heldToken, type SwapToken } from './tokens.ts'

/** The balances on one network (CAIP-2). Filters the response, because a service may return other networks too. */
export async function fetchHeld(kit: PluginKit, caipNetworkId: string): Promise<SwapToken[]> {
  const balances = await kit.fetchBalances({ force: true })
  const native = kit.nativeToken()
  return balances.flatMap((each) => (each.chainId === caipNetworkId ? (heldToken(each, native) ?? []) : []))
}
