/**
 * Follows what another page of the site stored, and checks this page's own sessions after it slept or was offline.
 * Nothing here writes to storage or prompts a wallet, so two tabs cannot trigger each other in a loop.
 */
import { findConnector } from '../wallets/list.ts'
import type { Kit } from '../contracts/kit.ts'
import { isNamespace, parseCaipNetworkId } from '../lib/caip.ts'
import { connectorIdKey, STORAGE_KEYS } from '../lib/keyTable.ts'
import { type CaipNetworkId, type Namespace, namespacesOf } from '../lib/namespace.ts'
import { perKit } from '../contracts/perKit.ts'
import type { Storage } from '../lib/storage.ts'
import { FIVE_SECONDS } from '../lib/time.ts'
import { within } from '../lib/wait.ts'
import { connectionOf } from '../state/connections.ts'
import { isSupportedNetwork } from '../state/active.ts'
import { requestedNetworks } from '../state/networks.ts'
import { awaitConnector } from './awaitConnector.ts'
import { connectingView, finishConnection } from './finishConnection.ts'
import { endSession, onAccounts, onNetwork, setNetwork, warnUnsupported } from './session.ts'
import { switchNetwork } from './switchNetwork.ts'

/** Runs what a window event requires; without an event, the page has just started to listen. */
export function heed(kit: Kit, event?: Event): Promise<void> {
  if (event instanceof StorageEvent) {
    // A `null` key means that the whole storage was cleared.
    return event.key === null || event.key.startsWith('@appkit/') ? follow(kit) : Promise.resolve()
  }
  const asleep = document.visibilityState === 'hidden'
  if (asleep || (event?.type === 'pageshow' && !(event as PageTransitionEvent).persisted)) return Promise.resolve()
  return follow(kit).then(() => (event ? verify(kit) : undefined))
}

/** What storage says. A value that does not fit the others, as in the middle of a write, is absent. */
export type Stored = {
  /** The id of the connector that each connected namespace uses. */
  sessions?: ReadonlyMap<Namespace, string>
  network?: CaipNetworkId
}

/** The only parser of what other pages stored. Never throws. */
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
  const listed = storage.get(STORAGE_KEYS.connectedNamespaces)
  if (status === 'disconnected') return listed ? undefined : new Map()
  const namespaces = listed?.split(',') ?? []
  if (status !== 'connected' || !namespaces.length || !namespaces.every(isNamespace)) return undefined
  const sessions = new Map(namespaces.map((each) => [each, storage.get(connectorIdKey(each)) ?? '']))
  return [...sessions.values()].every((id) => /^[\w.:@/-]{1,128}$/.test(id)) ? sessions : undefined
}

/** Ends, resumes and switches here what other pages ended, connected and switched. Never throws. */
export async function follow(kit: Kit): Promise<void> {
  const { sessions } = parseStored(kit.storage)
  if (sessions)
    await Promise.all(
      namespacesOf(kit.state.accounts).map((namespace) => followSession(kit, namespace, sessions.get(namespace))),
    )
  await followNetwork(kit).catch(() => undefined)
}

async function followSession(kit: Kit, namespace: Namespace, id: string | undefined) {
  const { connectors, accounts } = kit.state
  const active = connectionOf(kit, namespace)?.connector
  const wanted = id === undefined ? undefined : findConnector(connectors, id, namespace)
  // The other tab may know the same wallet by another id (directory id or rdns), so compare the connector that its id
  // finds here. An id that is unknown here ends nothing.
  if (active && (id === undefined || (wanted && wanted.id !== active.id))) {
    endSession(kit, namespace, { follow: true })
    await forget(kit, active.driver)
  }
  // An attempt to connect in this tab is newer than the other tab's session; leave it alone.
  if (id !== undefined && accounts[namespace].status === 'disconnected') await takeUp(kit, namespace)
}

const forget = async (kit: Kit, driver: () => Promise<{ default: { forget?: (kit: Kit) => Promise<void> } }>) =>
  (await driver()).default.forget?.(kit)

const underway = perKit(() => new Map<Namespace, { done: Promise<void>; again: boolean }>())

/** One run per namespace at a time. A change that arrives during a run triggers one more run after it. */
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
  const id = storedId(kit, namespace)
  const isFree = () => kit.state.accounts[namespace].status === 'disconnected'
  const connector = id === undefined ? undefined : await awaitConnector(kit, id, namespace)
  if (!connector || !isFree()) return
  const driver = (await connector.driver()).default
  await driver.forget?.(kit)
  const session = await within(FIVE_SECONDS, driver.resume(kit, connector))
  // In the meantime the visitor may have connected in this tab, or disconnected in the other one.
  if (!session || storedId(kit, namespace) !== id || !isFree()) return
  await finishConnection(kit, [{ connector, driver, session }], { view: connectingView(kit), follow: true })
  // The wallet may have changed between its answer and our subscription to its events.
  await verifyOne(kit, namespace)
}

const storedId = (kit: Kit, namespace: Namespace) => parseStored(kit.storage).sessions?.get(namespace)

/**
 * Follows another page to a listed network. A wallet connected here decides the network itself, and its own event moves
 * this page. Only a remote session does not see the page's choice, so the page switches it within the networks that it
 * approved.
 */
async function followNetwork(kit: Kit): Promise<void> {
  const { networks, accounts } = kit.state
  const { network: id } = parseStored(kit.storage)
  const network = requestedNetworks(networks).find(({ caipNetworkId }) => caipNetworkId === id)
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

/**
 * Asks the connected wallets, without a prompt, whether they still authorise the page. A wallet that says no is
 * disconnected. One that does not answer, because it is offline or asleep, stays connected. Never throws.
 */
export async function verify(kit: Kit): Promise<void> {
  await Promise.all(
    namespacesOf(kit.state.accounts).map((namespace) => verifyOne(kit, namespace).catch(() => undefined)),
  )
}

async function verifyOne(kit: Kit, namespace: Namespace): Promise<void> {
  const { accounts } = kit.state
  const connector = connectionOf(kit, namespace)?.connector
  if (!connector || accounts[namespace].status !== 'connected') return
  const asked = connector.driver().then(({ default: driver }) => driver.resume(kit, connector))
  const answer = await within(
    FIVE_SECONDS,
    asked.then((session) => ({ session })),
  )
  if (
    !answer ||
    connectionOf(kit, namespace)?.connector.id !== connector.id ||
    accounts[namespace].status !== 'connected'
  )
    return
  const { session } = answer
  if (!session) return endSession(kit, namespace)
  const shown = accounts[namespace].allAccounts.map(({ address }) => address).join()
  const now = session.accounts.map(({ address }) => address)
  if (now.join() !== shown) onAccounts(kit, namespace, now)
  onNetwork(kit, session.caipNetworkId)
}
