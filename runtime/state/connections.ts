/**
 * Which wallets are connected: the record from which the rest follows. Only `actions/session.ts` writes it, together
 * with the accounts, networks and storage keys that follow from it.
 */
import { proxy } from 'valtio/vanilla'
import type { Connector } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'

/** One wallet's session on one namespace. A change replaces the entry, which is never wrapped in a proxy. */
export type Connection = {
  readonly connector: Connector
  /** What the wallet's requests go to: EIP-1193 on eip155, the namespace's own interface elsewhere. */
  readonly provider: unknown
  /** Stops listening to the wallet; a second call does nothing. */
  readonly stop: () => void
}

/** The connections of each namespace, the active one first. */
export type ConnectionsState = Partial<Record<Namespace, readonly Connection[]>>

export const createConnectionsState = () => proxy<ConnectionsState>({})

/** The namespace's active connection. */
export const connectionOf = ({ state }: Kit, namespace: Namespace | undefined) =>
  namespace && state.connections[namespace]?.[0]

/** Whether the namespace's account is a login without a wallet (email, social). */
export const isEmbedded = (kit: Kit, namespace: Namespace | undefined) =>
  connectionOf(kit, namespace)?.connector.type === 'AUTH'
