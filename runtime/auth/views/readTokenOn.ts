import { adapterOf } from '../../contracts/adapter.ts'
import type { Kit } from '../../contracts/kit.ts'
import { findNetwork } from '../../state/findNetwork.ts'

/**
 * The decimals and symbol from a token's contract on the request's network (CAIP-2), which need not be the active one:
 * a login acts on its own while another wallet is the active one. `undefined` on a network that the page does not have.
 * Rejects if the contract does not answer.
 */
export async function readTokenOn(
  kit: Kit,
  chain: string | undefined,
  token: string,
): Promise<{ decimals: number; symbol: string } | undefined> {
  const network = findNetwork(kit.state.networks, chain)
  const { address } = kit.state.accounts[network?.chainNamespace ?? 'eip155']
  if (!network || address === undefined) return undefined
  return (await adapterOf(kit, network.chainNamespace)).getToken?.(kit, network, token, address)
}
