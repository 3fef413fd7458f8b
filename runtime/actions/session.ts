/**
 * Applies a connected wallet's answers to the kit. Only this file writes the record of connections, and the accounts,
 * networks and storage keys that follow from it.
 */
import { ref } from 'valtio/vanilla'
import { unknownNetwork, explorerAddressUrl } from '../contracts/network.ts'
import type { Connector, Driver, Session, SessionAccount } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import { defaultAccountType } from '../chains/families.ts'
import { toCaipAddress } from '../lib/caip.ts'
import { type CaipNetworkId, type Namespace, namespacesOf } from '../lib/namespace.ts'
import { connectorIdKey, DEEPLINK_CHOICE, STORAGE_KEYS } from '../lib/keyTable.ts'
import { resetAccount, setAccount } from '../state/setAccount.ts'
import { isSupportedNetwork, isUnsupported } from '../state/active.ts'
import { connectionOf } from '../state/connections.ts'
import { close } from './close.ts'
import { leaveSession } from './leaveSession.ts'
import { resetConnection } from '../state/setConnection.ts'
import { initialSession } from '../state/networks.ts'
import { reset } from '../state/navigate.ts'
import { settleSignIn } from './signIn.ts'

/**
 * `follow`: another page of the site has stored this change already. Storing it again could undo what that page does
 * next.
 */
export type Written = {
  follow?: boolean
  /**
   * The session resumes after a page load: a namespace that is active and still connected, or connecting, stays active.
   */
  resumed?: boolean
}

/** A wallet's answer, with the loaded driver that asked for it. */
export type Answer = { connector: Connector; driver: Driver; session: Session }

/**
 * Starts a session: writes the account first, then sets the status to connected, so that no reader sees a connected
 * account without an address. Subscribes to the wallet in the same turn: an event that follows its answer, such as a
 * disconnect, must find a listener.
 */
export async function startSession(
  kit: Kit,
  { connector, driver, session }: Answer,
  { follow = false, resumed = false }: Written = {},
) {
  const namespace = connector.chain
  const { state, storage } = kit
  const { activeChain } = state.networks
  const behind =
    resumed &&
    activeChain !== undefined &&
    activeChain !== namespace &&
    state.accounts[activeChain].status !== 'disconnected'
  Object.assign(state.networks[namespace], {
    approvedCaipNetworkIds: session.approvedCaipNetworkIds && [...session.approvedCaipNetworkIds],
    supportsAllNetworks: !session.approvedCaipNetworkIds,
  })
  if (!behind) state.networks.activeChain = namespace
  setNetwork(kit, session.caipNetworkId, { follow: follow || behind })
  setAccounts(kit, namespace, session.accounts)
  setAccount(state.accounts, namespace, {
    connectedWalletInfo: {
      name: connector.name,
      identifier: connector.info?.rdns ?? connector.id,
      ...(connector.imageUrl ? { icon: connector.imageUrl } : {}),
      ...session.wallet,
    },
    preferredAccountType:
      state.options.defaultAccountTypes[namespace] ?? session.accounts[0]?.type ?? defaultAccountType(kit, namespace),
    ...session.account,
    status: 'connected',
  })
  if (!follow) {
    storage.set(connectorIdKey(namespace), connector.id)
    rememberConnected(kit)
  }

  stopWatching(kit, namespace)
  let unwatch: (() => void) | undefined = driver.watch(kit, connector, {
    accounts: (accounts) => onAccounts(kit, namespace, accounts),
    network: (id) => onNetwork(kit, id),
    approved: (ids) =>
      void Object.assign(state.networks[namespace], { approvedCaipNetworkIds: [...ids], supportsAllNetworks: false }),
    disconnect: () => endSession(kit, namespace),
  })
  const stop = () => {
    unwatch?.()
    unwatch = undefined
  }
  state.connections[namespace] = ref([{ connector, provider: session.provider, stop }])
  kit.events.emit('connected', { namespace, address: state.accounts[namespace].address ?? '' })
  kit.events.emit('changed', { namespace })
  // A new connection waits until sign-in has chosen the next view. A resumed session does not wait: `changed` above has
  // started its sign-in.
  if (!resumed) await settleSignIn(kit)
}

/**
 * Stops listening to a namespace's wallet, so that our own disconnect call does not return as the wallet's disconnect
 * event.
 */
export function stopWatching(kit: Kit, namespace: Namespace) {
  kit.state.connections[namespace]?.[0]?.stop()
}

/** Forgets a namespace's session: account, approved networks, provider and storage keys. Keeps the chosen network. */
export function endSession(kit: Kit, namespace: Namespace, { follow = false }: Written = {}) {
  const { state, storage } = kit
  stopWatching(kit, namespace)
  if (!follow && connectionOf(kit, namespace)?.connector.type === 'WALLET_CONNECT') storage.remove(DEEPLINK_CHOICE)
  delete state.connections[namespace]
  resetAccount(state.accounts, namespace)
  Object.assign(state.networks[namespace], initialSession())
  const { caipNetwork, requestedCaipNetworks } = state.networks[namespace]
  if (caipNetwork && !isSupportedNetwork(state.networks, caipNetwork.caipNetworkId))
    state.networks[namespace].caipNetwork = requestedCaipNetworks[0]
  if (!follow) {
    storage.remove(connectorIdKey(namespace))
    rememberConnected(kit)
  }
  const other = namespacesOf(state.accounts).find((each) => state.accounts[each].status === 'connected')
  const { activeChain } = state.networks
  const wasActive = activeChain === namespace
  if (!other) resetConnection(state.connection)
  else if (!activeChain || state.accounts[activeChain].status !== 'connected') showNamespace(kit, other, { follow })
  noteSupport(kit)
  leaveSession(kit, namespace, wasActive)
  kit.events.emit('disconnected', { namespace, followed: follow })
  kit.events.emit('changed', { namespace })
}

/** Makes a namespace's account and network the active ones. */
export function showNamespace(kit: Kit, namespace: Namespace, written?: Written) {
  const { networks } = kit.state
  networks.activeChain = namespace
  const { caipNetwork } = networks[namespace]
  if (caipNetwork) setNetwork(kit, caipNetwork.caipNetworkId, written)
}

/**
 * Makes a network the active one of its namespace; an id that is not listed becomes the Unknown Network placeholder.
 */
export function setNetwork(kit: Kit, caipNetworkId: CaipNetworkId, { follow = false }: Written = {}) {
  const namespace = caipNetworkId.split(':')[0] as Namespace
  const own = kit.state.networks[namespace]
  const network = own.requestedCaipNetworks.find((each) => each.caipNetworkId === caipNetworkId)
  own.caipNetwork = network ?? unknownNetwork(caipNetworkId)
  if (!follow) {
    kit.storage.set(STORAGE_KEYS.activeCaipNetworkId, caipNetworkId)
    kit.storage.set(STORAGE_KEYS.activeNamespace, namespace)
  }
  noteSupport(kit)
}

/** Updates the `unsupported` flag that buttons and views read. */
export const noteSupport = (kit: Kit) => void (kit.state.networks.unsupported = isUnsupported(kit))

/**
 * Handles a connected wallet's change of network: updates the account, and opens UnsupportedChain for an unlisted
 * network. Pass `accounts` when the new network has other accounts.
 */
export function onNetwork(kit: Kit, caipNetworkId: CaipNetworkId, accounts?: readonly SessionAccount[]) {
  const namespace = caipNetworkId.split(':')[0] as Namespace
  const { state } = kit
  if (state.networks[namespace].caipNetwork?.caipNetworkId === caipNetworkId) return
  // Store only a change in the active namespace: the next load should not open on one in another namespace.
  setNetwork(kit, caipNetworkId, { follow: state.networks.activeChain !== namespace })
  setAccounts(kit, namespace, accounts ?? state.accounts[namespace].allAccounts)
  kit.events.emit('changed', { namespace })
  warnUnsupported(kit)
}

/**
 * Shows UnsupportedChain while the active network is not listed, and leaves that view once the network is listed again.
 */
export function warnUnsupported(kit: Kit) {
  const { modal, router } = kit.state
  if (isUnsupported(kit)) {
    reset(router, 'UnsupportedChain')
    Object.assign(modal, { open: true, loading: false })
    // The modal's code may not be loaded yet: a wallet that resumes after a reload can be on any network.
    void kit.preload()
  } else if (router.view === 'UnsupportedChain' && modal.open) {
    close(kit)
    reset(router, 'Account')
  }
}

/** Applies the accounts that a connected wallet reports now; an empty list ends the session. */
export function onAccounts(kit: Kit, namespace: Namespace, accounts: readonly (string | SessionAccount)[]) {
  if (accounts.length === 0) return endSession(kit, namespace)
  const { type } = kit.state.accounts[namespace].allAccounts[0] ?? { type: 'eoa' as const }
  setAccounts(
    kit,
    namespace,
    accounts.map((account) => (typeof account === 'string' ? { address: account, type } : account)),
  )
  kit.events.emit('changed', { namespace })
}

/** Makes the first account the active one; clears balances and profile when the address or network changed. */
function setAccounts(kit: Kit, namespace: Namespace, accounts: readonly SessionAccount[]) {
  const [first] = accounts
  const network = kit.state.networks[namespace].caipNetwork
  if (!first || !network) return
  const caipAddress = toCaipAddress(network.caipNetworkId, first.address)
  const moved = kit.state.accounts[namespace].caipAddress !== caipAddress
  const stale = {
    balance: undefined,
    balanceSymbol: undefined,
    tokenBalance: undefined,
    profileName: undefined,
    profileImage: undefined,
    lastRetry: undefined,
  }
  setAccount(kit.state.accounts, namespace, {
    ...(moved ? stale : {}),
    address: first.address,
    caipAddress,
    allAccounts: accounts.map(({ address, type = defaultAccountType(kit, namespace) }) => ({ address, type })),
    addressExplorerUrl: explorerAddressUrl(network, first.address),
  })
}

function rememberConnected({ state, storage }: Kit) {
  const connected = namespacesOf(state.accounts).filter((namespace) => state.accounts[namespace].status === 'connected')
  storage.set(STORAGE_KEYS.connectedNamespaces, connected.join(','))
  storage.set(STORAGE_KEYS.connectionStatus, connected.length ? 'connected' : 'disconnected')
}
