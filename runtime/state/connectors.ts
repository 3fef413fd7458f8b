import { proxy } from 'valtio/vanilla'
import type { Connector } from '../contracts/connector.ts'
import type { Namespace } from '../lib/namespace.ts'

export type ConnectorsState = {
  list: Connector[]
  /** The connector that each connected namespace uses. */
  active: Partial<Record<Namespace, Connector>>
}

export const createConnectorsState = () => proxy<ConnectorsState>({ list: [], active: {} })
