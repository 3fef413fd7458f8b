/**
 * Follows what another page of the site stored, and checks this page's own sessions after it was in the background or
 * offline. Following prompts no wallet and, unless a wallet reports a change, stores nothing that the other page has
 * not stored, so two tabs cannot trigger each other in a loop.
 */
import { findStored } from '../wallets/list.ts'
import type { Connector } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import { isNamespace, parseCaipNetworkId } from '../lib/caip.ts'
import { connectorIdKey, STORAGE_KEYS } from '../lib/keyTable.ts'
import { type CaipNetworkId, type Namespace, namespacesOf } from '../lib/namespace.ts'
import { perKit } from '../contracts/perKit.ts'
import type { Storage } from '../lib/storage.ts'
import { FIVE_SECONDS } from '../lib/time.ts'
import { within } from '../lib/wait.ts'
import { connectionOf } from '../state/connections.ts'
import { accountsOf, type ConnectorKey, entryOf, isActive } from '../state/entries.ts'
import { isSupportedNetwork } from '../state/active.ts'
import { findNetwork } from '../state/findNetwork.ts'
import { awaitConnector } from './awaitConnector.ts'
import { connectingView, finishConnection } from './finishConnection.ts'
import { setNetwork, warnUnsupported } from './activeNetwork.ts'
import { activate } from './activate.ts'
import type { Remembered } from './record.ts'
import { isId, parseRemembered } from './remembered.ts'
import { chooseAccount, endConnection, startSession } from './session.ts'
import { switchNetwork } from './switchNetwork.ts'
import { verify, verifyOne } from './verify.ts'

/**
 * Applies what other pages of the site stored, after a window event that may mean a change: a storage event, or the
 * return of this page from the background or from offline. After such a return it also asks the connected wallets
 * whether they still authorise the page. Without an event, only applies what is stored, because this page has just
 * started to listen.
 */
export function heed(kit: Kit, event?: Event): Promise<void> {
  if (event instanceof StorageEvent) {
    // A `null` key means that the whole storage was cleared.
    return event.key === null || event.key.startsWith('@appkit/') ? follow(kit) : Promise.resolve()
  }
  const asleep = document.visibilityState === 'hidden'
  if (asleep || (event?.type === 'pageshow' && !(event as PageTransitionEvent).persisted)) return Promise.resolve()
  return follow(kit).then(() => (event ? verify(kit) : undefined))
}

/**
 * What the site's pages stored. `sessions` is absent if its values are missing, or contradict each other, as during
 * another page's write.
 */
export type Stored = {
  /** The connectors that each connected namespace uses, the active one first. */
  sessions?: ReadonlyMap<Namespace, readonly Remembered[]>
  network?: CaipNetworkId
}

/** Parses what the site's pages stored about sessions and the active network. Never throws. */
export function parseStored(storage: Pick<Storage, 'get'>): Stored {
  const network = storage.get(STORAGE_KEYS.activeCaipNetworkId)
  const sessions = parseSessions(storage)
  return {
    ...(sessions && { sessions }),
    ...(parseCaipNetworkId(network) && { network: network as CaipNetworkId }),
  }
}

function parseSessions(storage: Pick<Storage, 'get'>): Stored['sessions'] {
  const status = storage.get(STORAGE_KEYS.connectionStatus)
  const connected = storage.get(STORAGE_KEYS.connectedNamespaces)
  if (status === 'disconnected') return connected ? undefined : new Map()
  const namespaces = connected?.split(',') ?? []
  if (status !== 'connected' || !namespaces.length || !namespaces.every(isNamespace)) return undefined
  // The storage key of the namespace decides which connection is active, and the list of connections adds the others.
  // Earlier versions store only the key, and another page may have written only one of the two so far.
  const listed = parseRemembered(storage)
  const found = namespaces.map((namespace) => {
    const id = storage.get(connectorIdKey(namespace))
    const own = listed.filter((each) => each.namespace === namespace)
    const active = own.find((each) => each.id === id) ?? (isId(id) ? { namespace, id } : undefined)
    return [namespace, active && [active, ...own.filter((each) => each !== active)]] as const
  })
  const sessions = new Map(found.flatMap(([namespace, own]) => (own ? [[namespace, own] as const] : [])))
  return sessions.size === namespaces.length ? sessions : undefined
}

/**
 * Applies what other pages of the site stored: ends the sessions that they ended, joins the sessions that they started,
 * and switches to the network that they chose.
 */
export async function follow(kit: Kit): Promise<void> {
  const { sessions } = parseStored(kit.storage)
  // One after the other: of two calls of `activate` that overlap, only the later one has an effect.
  for (const namespace of sessions ? namespacesOf(kit.state.accounts) : [])
    await followSession(kit, namespace, sessions?.get(namespace))
  await followNetwork(kit).catch(() => undefined)
}

async function followSession(kit: Kit, namespace: Namespace, stored: readonly Remembered[] = []) {
  const { connectors, accounts } = kit.state
  // The other tab may know the same wallet by another id (directory id or rdns), so compare the connectors that these
  // ids find in this tab. If this tab does not know one of the ids, end no session.
  const found = stored.map(({ id }) => findStored(connectors, id, namespace))
  const ended = found.includes(undefined)
    ? []
    : (kit.state.connections[namespace] ?? []).filter(
        ({ connector, since }) =>
          !found.some((each, at) => each?.id === connector.id && !isReplaced(connector, since, stored[at])),
      )
  // End the active connection last, so that no other connection that ends here becomes active in between.
  for (const { connector, driver } of [...ended].reverse()) {
    endConnection(kit, connector, { follow: true })
    await driver.forget?.(kit)
  }
  const [active, ...others] = stored
  if (!active) return
  // If this tab is connecting a wallet, that attempt is newer than the other tab's session, so do not replace it.
  if (accounts[namespace].status === 'disconnected') await takeUp(kit, namespace)
  const own = findStored(connectors, active.id, namespace)
  if (own && entryOf(kit, own) && !isActive(kit, own)) await activate(kit, own, { follow: true })
  if (own && active.chosen) followChoice(kit, own, active)
  // Connect all wallets of the other tab that this tab lacks. The other tab's active wallet can be among them: it then
  // becomes the active one here too.
  for (const each of [active, ...others]) if (accounts[namespace].status === 'connected') await joinBehind(kit, each)
}

/**
 * Whether another tab has paired with a remote wallet after this tab's session began at `since`. All remote sessions
 * have the same connector id, so only the time tells them apart.
 */
const isReplaced = ({ type }: Connector, since: number, stored: Remembered | undefined) =>
  type === 'WALLET_CONNECT' && stored?.since !== undefined && stored.since > since

/**
 * Shows the account that the visitor chose in the other tab. Does nothing if the wallet's first account is no longer
 * the one that it was at that choice, because the wallet's own choice is then newer.
 */
function followChoice(kit: Kit, connector: ConnectorKey, { chosen }: Remembered) {
  const entry = entryOf(kit, connector)
  if (!chosen || !entry || accountsOf(entry)[0]?.address === chosen.address) return
  if (entry.session.accounts[0]?.address === chosen.over)
    chooseAccount(kit, connector, chosen.address, { follow: true })
}

const underway = perKit(() => new Map<Namespace, { done: Promise<void>; again: boolean }>())

/**
 * Resumes what another tab connected, in one run per namespace at a time. A change that arrives during a run triggers
 * one more run after it.
 */
function takeUp(kit: Kit, namespace: Namespace): Promise<void> {
  if (kit.config.enableReconnect === false) return Promise.resolve()
  const own = underway(kit)
  const running = own.get(namespace)
  if (running) {
    running.again = true
    return running.done
  }
  const now = { done: Promise.resolve(), again: false }
  const run = async () => {
    do {
      now.again = false
      await resume(kit, namespace).catch(() => undefined)
    } while (now.again)
    own.delete(namespace)
  }
  own.set(namespace, now)
  return (now.done = run())
}

async function resume(kit: Kit, namespace: Namespace): Promise<void> {
  const own = storedActive(kit, namespace)
  const isFree = () => kit.state.accounts[namespace].status === 'disconnected'
  const connector = own && (await awaitConnector(kit, own.id, namespace))
  if (!connector || !isFree()) return
  const driver = (await connector.driver()).default
  await driver.forget?.(kit)
  const session = await within(FIVE_SECONDS, driver.resume(kit, connector))
  // Drop the answer if the visitor has meanwhile connected in this tab, or disconnected in the other one.
  if (!session || storedActive(kit, namespace)?.id !== own.id || !isFree()) return
  const { since, chosen } = own
  const written = { view: connectingView(kit), follow: true, since, chosen }
  await finishConnection(kit, [{ connector, driver, session }], written)
  // Ask the wallet once more: its accounts or network may have changed between its answer and the moment when this page
  // began to listen to it.
  await verifyOne(kit, namespace)
}

/**
 * Connects a wallet that the other tab connected. The wallet becomes the active one only if it is the active one in the
 * other tab. Does nothing if the wallet is connected here already.
 */
async function joinBehind(kit: Kit, own: Remembered): Promise<void> {
  const { namespace, id, since, chosen } = own
  if (kit.config.enableReconnect === false) return
  const connector = findStored(kit.state.connectors, id, namespace)
  if (!connector || entryOf(kit, connector)) return
  const driver = (await connector.driver()).default
  const session = await within(FIVE_SECONDS, driver.resume(kit, connector)).catch(() => undefined)
  const stored = parseStored(kit.storage).sessions?.get(namespace) ?? []
  if (!session || entryOf(kit, connector) || !stored.some((each) => each.id === id)) return
  const isBehind = stored[0]?.id !== id
  await startSession(kit, { connector, driver, session }, { follow: true, resumed: true, isBehind, since, chosen })
}

const storedActive = (kit: Kit, namespace: Namespace) => parseStored(kit.storage).sessions?.get(namespace)?.[0]

/**
 * Follows another page of the site to a listed network. If a wallet is connected on the network's namespace and is on
 * another network, its own event moves this page instead. A remote session gets no such event, so this page switches
 * it, to a network that it approved.
 */
async function followNetwork(kit: Kit): Promise<void> {
  const { networks, accounts } = kit.state
  const { network: id } = parseStored(kit.storage)
  const network = findNetwork(networks, id)
  if (!id || !network || !isSupportedNetwork(networks, id)) return
  const namespace = network.chainNamespace
  const own = networks[namespace]
  const there = own.caipNetwork?.caipNetworkId === id
  if (there && networks.activeChain === namespace) return
  if (accounts[namespace].status === 'disconnected' || there) {
    networks.activeChain = namespace
    setNetwork(kit, id, { follow: true })
    kit.events.emit('changed', { namespace })
    warnUnsupported(kit)
  } else if (
    connectionOf(kit, namespace)?.connector.type === 'WALLET_CONNECT' &&
    own.approvedCaipNetworkIds?.includes(id)
  ) {
    await switchNetwork(kit, id)
  }
}
