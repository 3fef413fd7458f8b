/** What the active account holds, as tokens that can be swapped. */
import type { PluginKit } from 'walletkit/plugin'
import { heldToken, type SwapToken } from './tokens.ts'

/** The balances of one network (CAIP-2); a service may answer with more than was asked for. */
export async function fetchHeld(kit: PluginKit, caipNetworkId: string): Promise<SwapToken[]> {
  const balances = await kit.fetchBalances({ force: true })
  const native = kit.nativeToken()
  return balances.flatMap((each) => (each.chainId === caipNetworkId ? (heldToken(each, native) ?? []) : []))
}
