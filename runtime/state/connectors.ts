import { proxy } from 'valtio/vanilla'
import type { Connector } from '../contracts/connector.ts'

/**
 * `list`: the connectors that the page has found. Each is one way to reach a wallet on one namespace. `offered`:
 * connectors that plugins offer for sessions which they stored themselves; no list of wallets shows these, and no page
 * can connect them by id.
 */
export type ConnectorsState = { list: Connector[]; offered?: Connector[] }

export const createConnectorsState = () => proxy<ConnectorsState>({ list: [] })
