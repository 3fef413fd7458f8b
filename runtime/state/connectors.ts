import { proxy, ref } from 'valtio/vanilla'
import type { Connector } from '../connectors/connector.ts'
import type { Namespace } from '../lib/namespace.ts'

/** At most this many are kept: a page may announce without end (reliability P25). */
export const CONNECTOR_LIMIT = 64

export type ConnectorsState = {
  list: Connector[]
  /** The connector that each namespace is connected by. */
  active: Partial<Record<Namespace, Connector>>
}

export const createConnectorsState = () => proxy<ConnectorsState>({ list: [], active: {} })

/** Adds a connector unless one with its id and namespace is there. */
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
