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

export const findConnector = (state: ConnectorsState, id: string, namespace?: Namespace): Connector | undefined =>
  state.list.find(
    (connector) =>
      (connector.id === id || connector.explorerId === id || connector.info?.rdns === id) &&
      (namespace === undefined || connector.chain === namespace),
  )
