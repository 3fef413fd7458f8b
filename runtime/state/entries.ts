/** Finds connections, active or not, and reads their accounts. */
import type { Connector, Session, SessionAccount } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { namespacesOf } from '../lib/namespace.ts'
import { type Connection, connectionOf } from './connections.ts'

/** What identifies a connection: a connector is connected at most once on its namespace. */
export type ConnectorKey = Pick<Connector, 'id' | 'chain'>

export const entryOf = ({ state }: Kit, { id, chain }: ConnectorKey): Connection | undefined =>
  state.connections[chain]?.find(({ connector }) => connector.id === id)

/** Whether this connector's connection is the active one of its namespace. */
export const isActive = (kit: Kit, { id, chain }: ConnectorKey): boolean =>
  connectionOf(kit, chain)?.connector.id === id

/** All connections, by namespace, each namespace's active one first. */
export const allConnections = ({ state }: Kit): readonly Connection[] =>
  namespacesOf(state.accounts).flatMap((namespace) => state.connections[namespace] ?? [])

/** The wallet's accounts. The first account is the one that the page shows and makes requests for. */
export const accountsOf = ({ session: { accounts }, chosen }: Pick<Connection, 'session' | 'chosen'>) =>
  withFirst(accounts, chosen?.address)

/** The accounts with the one of this address in front; in their own order if none has it. */
export function withFirst(accounts: readonly SessionAccount[], first: string | undefined): readonly SessionAccount[] {
  const own = accounts.find(({ address }) => address === first)
  return own ? [own, ...accounts.filter((each) => each !== own)] : accounts
}

/** The accounts that a session has on the network `id`; all its accounts if it lists none for that network. */
export const accountsIn = ({ accounts, accountsOn }: Session, id: keyof NonNullable<Session['accountsOn']>) =>
  accountsOn?.[id] ?? accounts

/**
 * The accounts of the connection whose wallet has this provider, the active account first; empty if there is no such
 * connection. The connection need not be active: a site may use a provider after another wallet became the active one,
 * and must not get the other wallet's accounts.
 */
export function accountsBehind(kit: Kit, namespace: Namespace, provider: unknown): readonly SessionAccount[] {
  const own = entryBehind(kit, namespace, provider)
  return own ? accountsOf(own) : []
}

/** What the wallet with this provider reported last; `undefined` if it is not connected. */
export const sessionBehind = (kit: Kit, namespace: Namespace, provider: unknown): Session | undefined =>
  entryBehind(kit, namespace, provider)?.session

const entryBehind = ({ state }: Kit, namespace: Namespace, provider: unknown) =>
  state.connections[namespace]?.find((each) => each.provider === provider)
