/** Reads the active network and account, with their adapter and provider, for a request of a plugin or the site. */
import { type Adapter, adapterOf } from '../contracts/adapter.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { connectionClientNotSet, networkClientNotSet, networkUndefined } from '../errors/thrown.ts'
import { plain } from '../lib/isRecord.ts'
import { activeAccount, activeNetworkOf } from '../state/active.ts'
import { connectionOf } from '../state/connections.ts'
import { findNetwork } from '../state/findNetwork.ts'

export type ActiveChain = { chain: CaipNetwork; from: string; adapter: Adapter }

/**
 * A copy of the active network, or of the network with this CAIP-2 id: `undefined` if a network with this id is neither
 * active nor listed by the site.
 */
export function networkCopy(kit: Kit, id?: string): CaipNetwork | undefined {
  const active = activeNetworkOf(kit)
  if (id === undefined || id === active?.caipNetworkId) return plain(active)
  return plain(findNetwork(kit.state.networks, id))
}

/**
 * The active network and account, with the network's adapter. The network and the address are copies, so that a request
 * keeps them even if the visitor switches while the request waits. Throws without a network or an account.
 */
export async function activeChain(kit: Kit): Promise<ActiveChain> {
  const chain = networkCopy(kit)
  const from = activeAccount(kit)?.address
  if (!chain || !from) throw networkUndefined()
  return { chain, from, adapter: await adapterOf(kit, chain.chainNamespace) }
}

/** Returns the adapter's method `verb`. Throws if this namespace's adapter lacks it: most methods are optional. */
export function able<K extends keyof Adapter>(adapter: Adapter, verb: K): NonNullable<Adapter[K]> {
  const method = adapter[verb]
  if (method === undefined) throw networkClientNotSet()
  return method
}

/** The provider of the wallet that is active on the network's namespace. Throws if none is connected there. */
export function connectedProvider(kit: Kit, chain: CaipNetwork): unknown {
  const provider = connectionOf(kit, chain.chainNamespace)?.provider
  if (provider === undefined) throw connectionClientNotSet()
  return provider
}
