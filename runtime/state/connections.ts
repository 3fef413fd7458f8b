/**
 * The record of connected wallets. Only `actions/record.ts` writes it. The state of accounts and networks is derived
 * from it by `actions/session.ts`.
 */
import { proxy } from 'valtio/vanilla'
import type { Connector, ConnectorType, Driver, Session } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import type { AccountState } from './accounts.ts'

/**
 * The account that the visitor chose among those of a wallet, instead of `over`, which the wallet listed first. The
 * choice ends when the wallet lists another account first: from then on, the page shows the wallet's first account.
 */
export type Chosen = { readonly address: string; readonly over: string }

/** One wallet's session on one namespace. A change replaces the entry, which is never wrapped in a proxy. */
export type Connection = {
  readonly connector: Connector
  readonly driver: Driver
  /**
   * The object to which requests to the wallet are sent: an EIP-1193 provider on eip155, the namespace's own type
   * elsewhere.
   */
  readonly provider: unknown
  /** What the wallet reported last, with the accounts in the wallet's order. */
  readonly session: Session
  readonly chosen?: Chosen | undefined
  /** When the wallet connected, ms since 1970. */
  readonly since: number
  /** The public copy, which the site gets from `getConnections`. */
  readonly shown: WalletConnection
  /** Stops listening to the wallet; a second call does nothing. */
  readonly stop: () => void
}

/** A connected wallet on one namespace: plain data that never changes. */
export type WalletConnection = {
  /** `namespace:connector id`, for example `eip155:io.metamask`. */
  readonly id: string
  readonly namespace: Namespace
  readonly connectorId: string
  readonly type: ConnectorType
  /** The wallet's own name and icon. */
  readonly name: string
  readonly icon?: string
  /**
   * The wallet's accounts on its network, at least one. The first is the one that the page shows and makes requests
   * for.
   */
  readonly accounts: AccountState['allAccounts']
  /** The network that the wallet is on. */
  readonly caipNetworkId: CaipNetworkId
  /** The networks to which the wallet limits the session; absent if it accepts any. */
  readonly caipNetworkIds?: readonly CaipNetworkId[]
  /** When the wallet connected, ms since 1970. */
  readonly since: number
  /** Whether it is the active connection of its namespace. */
  readonly isActive: boolean
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
