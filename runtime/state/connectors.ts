import { proxy } from 'valtio/vanilla'
import type { Connector } from '../contracts/connector.ts'

/** The ways to a wallet that the page has found. */
export type ConnectorsState = { list: Connector[] }

export const createConnectorsState = () => proxy<ConnectorsState>({ list: [] })
