/** The only writer of the record of connections, and of the storage keys that repeat it for the next page load. */
import { ref } from 'valtio/vanilla'
import type { Connector, Session } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { defaultAccountType } from '../chains/families.ts'
import { CONNECTION_LIMIT, CONNECTIONS, connectorIdKey, STORAGE_KEYS } from '../lib/keyTable.ts'
import { type Namespace, namespacesOf } from '../lib/namespace.ts'
import { type Chosen, type Connection, connectionOf, type WalletConnection } from '../state/connections.ts'
import { accountsOf, allConnections, type ConnectorKey, entryOf } from '../state/entries.ts'

/** A connection as storage has it. */
export type Remembered = { namespace: Namespace; id: string; since?: number | undefined; chosen?: Chosen | undefined }

/** Stored connections that this page has not resumed yet: a wallet may appear seconds after the load. */
export const unresumed = perKit(() => ({ list: [] as readonly Remembered[] }))

/** A change replaces the list, so that its subscribers hear of it. A namespace without connections has no list. */
function write(kit: Kit, namespace: Namespace, list: readonly Omit<Connection, 'shown'>[]) {
  const { connections } = kit.state
  const entries = list.map((each, at) => ({ ...each, shown: copyOf(kit, each, at === 0) }))
  if (entries.length) connections[namespace] = ref(entries)
  else delete connections[namespace]
}

const without = (kit: Kit, { id, chain }: ConnectorKey) =>
  (kit.state.connections[chain] ?? []).filter(({ connector }) => connector.id !== id)

/** Adds a connection, or replaces the connector's own: as the active one, or behind the others. */
export function add(kit: Kit, entry: Omit<Connection, 'shown'>, isBehind: boolean) {
  const others = without(kit, entry.connector)
  write(kit, entry.connector.chain, isBehind ? [...others, entry] : [entry, ...others])
}

/** Changes a connection in its place. A connector that is not connected is left alone. */
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

/** Removes a connection, without listening to its wallet any more. The next one of the namespace is the active one. */
export function remove(kit: Kit, connector: ConnectorKey) {
  entryOf(kit, connector)?.stop()
  write(kit, connector.chain, without(kit, connector))
  forget(kit, connector)
}

/** Drops a stored connection that was not resumed. */
export function forget(kit: Kit, { id, chain }: ConnectorKey) {
  const own = unresumed(kit)
  own.list = own.list.filter((each) => each.id !== id || each.namespace !== chain)
}

/** The wallet's name and icon: its own ones, else the connector's. */
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
 * Stores the connections. The key of one connector per namespace names the active one, as sites and earlier versions
 * read it. A namespace that still waits for its stored wallet keeps its keys.
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
    // Another page may have stored it and ended meanwhile.
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
