import { proxy } from 'valtio/vanilla'
import type { Connector } from '../contracts/connector.ts'

/** The connectors that the page has found. Each is one way to reach a wallet on one namespace. */
export type ConnectorsState = { list: Connector[] }

export const createConnectorsState = () => proxy<ConnectorsState>({ list: [] })
