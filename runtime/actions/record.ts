/**
 * The only writer of the record of connections (`state.connections`); stores it for the next page load.
 */
import { ref } from 'valtio/vanilla'
import type { Connector, Session } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { defaultAccountType } from '../chains/families.ts'
import { CONNECTION_LIMIT, CONNECTIONS, connectorIdKey, STORAGE_KEYS } from '../lib/keyTable.ts'
import { type Namespace, namespacesOf } from '../lib/namespace.ts'
import { type Chosen, type Connection, connectionOf, type WalletConnection } from '../state/connections.ts'
import { accountsOf, allConnections, type ConnectorKey, entryOf } from '../state/entries.ts'

/** A stored connection. `id` is the connector's id; `since` is when the wallet connected, in ms since 1970. */
export type Remembered = { namespace: Namespace; id: string; since?: number | undefined; chosen?: Chosen | undefined }

/**
 * The stored connections that this page has not resumed yet, because their wallets have not appeared or not answered.
 */
export const unresumed = perKit(() => ({ list: [] as readonly Remembered[] }))

/** The `stop` of each connection that `disconnect` is ending: a late answer of its wallet must not start it again. */
export const ending = perKit(() => new WeakSet<Connection['stop']>())

/**
 * Writes a namespace's list of connections, the active one first. It replaces the whole list, because the entries are
 * no valtio proxies: subscribers hear only of a new list. A namespace without connections has no list.
 */
function write(kit: Kit, namespace: Namespace, list: readonly Omit<Connection, 'shown'>[]) {
  const { connections } = kit.state
  const entries = list.map((each, at) => ({ ...each, shown: copyOf(kit, each, at === 0) }))
  if (entries.length) connections[namespace] = ref(entries)
  else delete connections[namespace]
}

const without = (kit: Kit, { id, chain }: ConnectorKey) =>
  (kit.state.connections[chain] ?? []).filter(({ connector }) => connector.id !== id)

/**
 * Adds a connection, or replaces that of the same connector: in front as the active one, or with `isBehind` at the end.
 */
export function add(kit: Kit, entry: Omit<Connection, 'shown'>, isBehind: boolean) {
  const others = without(kit, entry.connector)
  write(kit, entry.connector.chain, isBehind ? [...others, entry] : [entry, ...others])
}

/**
 * Changes `fields` of a connector's session and, with `choice`, the account that the visitor chose. Changes nothing if
 * the connector is not connected.
 */
export function update(
  kit: Kit,
  connector: ConnectorKey,
  fields: Partial<Session>,
  choice: { chosen?: Chosen | undefined } = {},
) {
  write(
    kit,
    connector.chain,
    (kit.state.connections[connector.chain] ?? []).map((each) =>
      each.connector.id === connector.id ? { ...each, session: { ...each.session, ...fields }, ...choice } : each,
    ),
  )
}

/** Removes a connection, and stops listening to its wallet. The next one of the namespace becomes the active one. */
export function remove(kit: Kit, connector: ConnectorKey) {
  entryOf(kit, connector)?.stop()
  write(kit, connector.chain, without(kit, connector))
  forget(kit, connector)
}

/** Removes a connection from the list of stored connections that have not been resumed yet. */
export function forget(kit: Kit, { id, chain }: ConnectorKey) {
  const own = unresumed(kit)
  own.list = own.list.filter((each) => each.id !== id || each.namespace !== chain)
}

/** The name and icon to show for a wallet: those of the session if it has them, else those of the connector. */
export const walletOf = ({ name, imageUrl, info, id }: Connector, { wallet }: Session) => ({
  name,
  identifier: info?.rdns ?? id,
  ...(imageUrl ? { icon: imageUrl } : {}),
  ...wallet,
})

function copyOf(kit: Kit, entry: Omit<Connection, 'shown'>, isActive: boolean): WalletConnection {
  const { connector, session, since } = entry
  const { name, icon } = walletOf(connector, session)
  const { chain: namespace, id: connectorId, type } = connector
  const fallback = defaultAccountType(kit, namespace)
  return Object.freeze({
    id: `${namespace}:${connectorId}`,
    namespace,
    connectorId,
    type,
    name,
    ...(icon !== undefined && { icon }),
    accounts: accountsOf(entry).map(({ address, type: own = fallback }) => Object.freeze({ address, type: own })),
    caipNetworkId: session.caipNetworkId,
    ...(session.approvedCaipNetworkIds && { caipNetworkIds: [...session.approvedCaipNetworkIds] }),
    since,
    isActive,
  })
}

/**
 * Stores the connections for the next page load. The key `connectorIdKey` of each namespace has only the active
 * connector, because sites and earlier versions read that key. A namespace that still waits for its stored wallet keeps
 * its key.
 */
export function remember(kit: Kit) {
  const { state, storage } = kit
  const list = allConnections(kit).map(({ connector, since, chosen }): Remembered => {
    return { namespace: connector.chain, id: connector.id, since, ...(chosen && { chosen }) }
  })
  const waiting = unresumed(kit).list.filter(({ namespace: chain, id }) => !entryOf(kit, { chain, id }))
  storage.set(CONNECTIONS, JSON.stringify([...list, ...waiting].slice(0, CONNECTION_LIMIT)))
  for (const namespace of namespacesOf(state.accounts)) {
    const active = connectionOf(kit, namespace)
    if (active) storage.set(connectorIdKey(namespace), active.connector.id)
    // Remove the key even if another page of the site stored it: that page's session may have ended since.
    else if (state.accounts[namespace].status !== 'connecting') storage.remove(connectorIdKey(namespace))
  }
  const isConnected = (each: Namespace) => {
    const { status } = state.accounts[each]
    return status === 'connected' || (status === 'connecting' && waiting.some((own) => own.namespace === each))
  }
  const connected = namespacesOf(state.accounts).filter(isConnected)
  storage.set(STORAGE_KEYS.connectedNamespaces, connected.join(','))
  storage.set(STORAGE_KEYS.connectionStatus, connected.length ? 'connected' : 'disconnected')
}
