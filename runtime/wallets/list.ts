import { ref } from 'valtio/vanilla'
import type { Namespace } from '../lib/namespace.ts'
import type { ConnectorsState } from '../state/connectors.ts'
import type { Connector } from '../contracts/connector.ts'

/** The maximum of listed connectors: a script of the page could announce wallets without end. */
export const CONNECTOR_LIMIT = 64

/** Adds a connector. Returns `false` if one with its id and namespace is listed already, or if the list is full. */
export function addConnector(state: ConnectorsState, connector: Connector): boolean {
  const known = state.list.some(({ id, chain }) => id === connector.id && chain === connector.chain)
  if (known || state.list.length >= CONNECTOR_LIMIT) return false
  state.list.push(ref(connector))
  return true
}

/** The maximum of wallets that one plugin can offer. */
export const OFFER_LIMIT = 8

/**
 * Adds a wallet of a plugin, whose connector's id begins with `owner`. Ignores a wallet beyond {@link OFFER_LIMIT}, and
 * one whose id the plugin offers already on this namespace.
 */
export function offerConnector(state: ConnectorsState, connector: Connector, owner: string): void {
  const { offered = [] } = state
  const own = offered.filter(({ id }) => id.startsWith(owner))
  if (own.length >= OFFER_LIMIT || own.some(({ id, chain }) => id === connector.id && chain === connector.chain)) return
  state.offered = [...offered, ref(connector)]
}

const findIn = (list: readonly Connector[], id: string, namespace?: Namespace): Connector | undefined =>
  list.find(
    (connector) =>
      (connector.id === id || connector.explorerId === id || connector.info?.rdns === id) &&
      (namespace === undefined || connector.chain === namespace),
  )

/**
 * The listed connector with this connector id, directory id or rdns; without `namespace`, the first one on any
 * namespace.
 */
export const findConnector = (state: ConnectorsState, id: string, namespace?: Namespace): Connector | undefined =>
  findIn(state.list, id, namespace)

/** The connector of a stored session: a listed one, or one that a plugin offers for its stored sessions. */
export const findStored = (state: ConnectorsState, id: string, namespace: Namespace): Connector | undefined =>
  findIn([...state.list, ...(state.offered ?? [])], id, namespace)
