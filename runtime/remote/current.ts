/** Reads the network of a remote session: the page's network, or the session's own while another wallet is active. */
import { CONNECTOR_IDS, type SessionAccount } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import { entryOf, isActive } from '../state/entries.ts'
import type { RemoteNamespace } from './session.ts'

/** The id and namespace by which the remote session's connection is found. */
export const remoteKey = (chain: Namespace) => ({ id: CONNECTOR_IDS.walletConnect, chain })

export function networkNow(kit: Kit, namespace: Namespace): CaipNetwork | undefined {
  const { caipNetwork, requestedCaipNetworks } = kit.state.networks[namespace]
  const own = entryOf(kit, remoteKey(namespace))
  if (!own || isActive(kit, remoteKey(namespace))) return caipNetwork
  return requestedCaipNetworks.find(({ caipNetworkId }) => caipNetworkId === own.session.caipNetworkId)
}

/**
 * Chooses the network: the current one if the session has it, else the first of the page's networks that it has, else
 * the session's first.
 */
export function networkIn(
  kit: Kit,
  namespace: Namespace,
  { networks: approved }: RemoteNamespace,
): CaipNetworkId | undefined {
  const known = [networkNow(kit, namespace), ...kit.state.networks[namespace].requestedCaipNetworks]
  return known.flatMap((each) => each?.caipNetworkId ?? []).find((id) => approved.includes(id)) ?? approved[0]
}

/** The wallet's accounts on a network; all its accounts if it approved none there. */
export const accountsOn = ({ accounts, accountsOn: by }: RemoteNamespace, network: CaipNetworkId | undefined) =>
  (network && by[network]) ?? accounts

/**
 * Makes entries of a session's `accounts` from addresses. `type` is the account type of all of them; `undefined`
 * outside of eip155.
 */
export const toAccounts = (addresses: readonly string[], type: SessionAccount['type']): SessionAccount[] =>
  addresses.map((address) => ({ address, ...(type && { type }) }))

/** The accounts with the active one first: an event may have made another account active than the session's first. */
export function inOrder(kit: Kit, namespace: Namespace, accounts: readonly string[]): readonly string[] {
  const [first] = entryOf(kit, remoteKey(namespace))?.session.accounts ?? []
  return first && accounts.includes(first.address)
    ? [first.address, ...accounts.filter((each) => each !== first.address)]
    : accounts
}

/**
 * The approved accounts, beginning with those that a wallet's event names. Empty if the event names no approved
 * account. The event cannot add accounts that the visitor did not approve.
 */
export function believed(told: readonly string[], approved: readonly string[]): readonly string[] {
  const own = told.filter((each) => approved.includes(each))
  return own.length ? [...own, ...approved.filter((each) => !own.includes(each))] : []
}
