/**
 * Applies what connected wallets report: to the record of connections (`record.ts`), and to the accounts and networks
 * that follow from the active ones (`activeAccount.ts`, `activeNetwork.ts`).
 */
import type { Connector, Driver, Session, SessionAccount } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import { type CaipNetworkId, type Namespace, namespacesOf } from '../lib/namespace.ts'
import { DEEPLINK_CHOICE } from '../lib/keyTable.ts'
import { resetAccount, setAccount } from '../state/setAccount.ts'
import { isSupportedNetwork } from '../state/active.ts'
import { type Chosen, connectionOf } from '../state/connections.ts'
import { accountsIn, type ConnectorKey, entryOf, isActive, withFirst } from '../state/entries.ts'
import { resetConnection } from '../state/setConnection.ts'
import { initialSession } from '../state/networks.ts'
import { leaveSession } from './leaveSession.ts'
import { heedPending } from './pending.ts'
import { setAccounts, show, showApproved, shownAccounts } from './activeAccount.ts'
import { noteSupport, setNetwork, showNamespace, warnUnsupported } from './activeNetwork.ts'
import { add, remember, remove, update, walletOf } from './record.ts'
import { heedRefusals } from './refuse.ts'
import { settleSignIn } from './signIn.ts'
import { startPlugins } from './startPlugins.ts'
import type { Written } from './activeNetwork.ts'

/** A session that a wallet has approved, with its connector and the loaded driver. */
export type Answer = { connector: Connector; driver: Driver; session: Session }

/**
 * Starts a session. Another wallet of the namespace stays connected, but is no longer the active one (except with
 * `isBehind`). Subscribes to the wallet before the first `await`, so that no event that follows the wallet's answer,
 * such as a disconnect, is missed.
 */
export async function startSession(kit: Kit, { connector, driver, session }: Answer, written: Written = {}) {
  heedRefusals(kit)
  heedPending(kit)
  const namespace = connector.chain
  const { follow = false, resumed = false, since = Date.now() } = written
  const active = connectionOf(kit, namespace)
  const isBehind = written.isBehind === true && active !== undefined && active.connector.id !== connector.id
  entryOf(kit, connector)?.stop()
  let unwatch: (() => void) | undefined
  const stop = () => {
    unwatch?.()
    unwatch = undefined
  }
  const chosen = stillChosen(written.chosen, session.accounts)
  add(kit, { connector, driver, provider: session.provider, session, chosen, since, stop }, isBehind)
  if (!isBehind) show(kit, namespace, { follow, resumed })
  if (!follow) remember(kit)
  unwatch = driver.watch(kit, connector, {
    accounts: (accounts) => onAccounts(kit, namespace, accounts, connector),
    network: (id) => onNetwork(kit, id, undefined, connector),
    approved: (ids, accountsOn) => onApproved(kit, connector, ids, accountsOn),
    disconnect: () => endConnection(kit, connector),
  })
  // The wallet may have ended the session while `watch` ran.
  if (entryOf(kit, connector)?.stop !== stop) return stop()
  if (isBehind) return
  kit.events.emit('connected', { namespace, address: kit.state.accounts[namespace].address ?? '' })
  kit.events.emit('changed', { namespace })
  void startPlugins(kit)
  // A new connection waits until sign-in has chosen the next view. A resumed session does not wait: `changed` above has
  // started its sign-in.
  if (!resumed) await settleSignIn(kit)
}

/**
 * Ends one connection. If it was the active one, the next one of its namespace becomes active; without a next one, the
 * whole session ends ({@link endSession}).
 */
export function endConnection(kit: Kit, connector: ConnectorKey, { follow = false }: Written = {}) {
  const namespace = connector.chain
  const entry = entryOf(kit, connector)
  if (!entry) return
  const wasActive = isActive(kit, connector)
  if (wasActive && kit.state.connections[namespace]?.length === 1) return endSession(kit, namespace, { follow })
  if (!follow) forgetDeepLink(kit, connector)
  remove(kit, connector)
  // `resumed`: the page keeps its active namespace.
  if (wasActive) show(kit, namespace, { follow, resumed: true })
  if (!follow) remember(kit)
  kit.events.emit('disconnected', { namespace, followed: follow })
  if (!wasActive) return
  leaveSession(kit, namespace, kit.state.networks.activeChain === namespace)
  kit.events.emit('connected', { namespace, address: kit.state.accounts[namespace].address ?? '' })
  kit.events.emit('changed', { namespace })
  warnUnsupported(kit)
}

function forgetDeepLink(kit: Kit, connector: ConnectorKey) {
  if (entryOf(kit, connector)?.connector.type === 'WALLET_CONNECT') kit.storage.remove(DEEPLINK_CHOICE)
}

/**
 * Ends all sessions of a namespace: clears its account, approved networks, connections and, without `follow`, storage
 * keys. The namespace's network stays if the page lists it; otherwise the first listed network replaces it.
 */
export function endSession(kit: Kit, namespace: Namespace, { follow = false }: Written = {}) {
  const { state } = kit
  for (const { connector } of state.connections[namespace] ?? []) {
    if (!follow) forgetDeepLink(kit, connector)
    remove(kit, connector)
  }
  resetAccount(state.accounts, namespace)
  Object.assign(state.networks[namespace], initialSession())
  const { caipNetwork, requestedCaipNetworks } = state.networks[namespace]
  if (caipNetwork && !isSupportedNetwork(state.networks, caipNetwork.caipNetworkId))
    state.networks[namespace].caipNetwork = requestedCaipNetworks[0]
  if (!follow) remember(kit)
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

/**
 * Handles a connected wallet's change of network: updates the account, and opens UnsupportedChain for an unlisted
 * network. Pass `accounts` if the new network has other accounts. For a connection that is not the active one, only its
 * entry in `state.connections` changes. `connector` defaults to the active one of the network's namespace.
 */
export function onNetwork(
  kit: Kit,
  caipNetworkId: CaipNetworkId,
  accounts?: readonly SessionAccount[],
  connector?: ConnectorKey,
) {
  const namespace = caipNetworkId.split(':')[0] as Namespace
  const { state } = kit
  const own = connector ?? connectionOf(kit, namespace)?.connector
  const entry = own && entryOf(kit, own)
  if (own && entry) {
    // The wallet's active account stays in front, if it is on that network too.
    const now = accounts ?? withFirst(accountsIn(entry.session, caipNetworkId), entry.session.accounts[0]?.address)
    update(kit, own, { caipNetworkId, accounts: now }, { chosen: respelled(entry.chosen, entry.session.accounts, now) })
    if (!isActive(kit, own)) return
  }
  if (state.networks[namespace].caipNetwork?.caipNetworkId === caipNetworkId) {
    if (accounts && own) onAccounts(kit, namespace, accounts, own)
    return
  }
  // Store the network only if its namespace is the active one: the next page load opens on the stored network.
  setNetwork(kit, caipNetworkId, { follow: state.networks.activeChain !== namespace })
  setAccounts(kit, namespace, shownAccounts(kit, namespace, accounts))
  kit.events.emit('changed', { namespace })
  warnUnsupported(kit)
}

/**
 * The account that the visitor chose, after a change of network. On some chains each network spells the same accounts
 * differently, in the same order: then the account at the same position stays chosen. Otherwise see {@link
 * stillChosen}.
 */
function respelled(
  chosen: Chosen | undefined,
  before: readonly SessionAccount[],
  now: readonly SessionAccount[],
): Chosen | undefined {
  const at = before.findIndex(({ address }) => address === chosen?.address)
  const [address, over] = [now[at]?.address, now[0]?.address]
  const isSame = before.length === now.length && address !== undefined && over !== undefined
  return isSame ? { address, over } : stillChosen(chosen, now)
}

/**
 * The account that the visitor chose on the site. `undefined` if the wallet's first account is no longer the one that
 * was first at that time: the visitor has since chosen an account in the wallet itself.
 */
const stillChosen = (chosen: Chosen | undefined, [first]: readonly SessionAccount[]) =>
  chosen?.over === first?.address ? chosen : undefined

/** Stores the networks to which a wallet now limits its session, and the session's accounts on each of them. */
function onApproved(
  kit: Kit,
  connector: ConnectorKey,
  ids: readonly CaipNetworkId[] | undefined,
  accountsOn: Session['accountsOn'],
) {
  update(kit, connector, { ...(ids && { approvedCaipNetworkIds: [...ids] }), ...(accountsOn && { accountsOn }) })
  if (isActive(kit, connector)) showApproved(kit, connector.chain)
}

/**
 * Applies the accounts that a connected wallet reports; an empty list ends its session. `connector` defaults to the
 * namespace's active one.
 */
export function onAccounts(
  kit: Kit,
  namespace: Namespace,
  accounts: readonly (string | SessionAccount)[],
  connector: ConnectorKey | undefined = connectionOf(kit, namespace)?.connector,
) {
  if (accounts.length === 0) return connector ? endConnection(kit, connector) : endSession(kit, namespace)
  const entry = connector && entryOf(kit, connector)
  const { type = 'eoa' } = (entry?.session.accounts ?? kit.state.accounts[namespace].allAccounts)[0] ?? {}
  const now = accounts.map((account) => (typeof account === 'string' ? { address: account, type } : account))
  if (entry) {
    const { accountsOn, caipNetworkId } = entry.session
    const fields = { accounts: now, ...(accountsOn && { accountsOn: { ...accountsOn, [caipNetworkId]: now } }) }
    update(kit, entry.connector, fields, { chosen: stillChosen(entry.chosen, now) })
  }
  if (entry && !isActive(kit, entry.connector)) return
  setAccounts(kit, namespace, shownAccounts(kit, namespace, now))
  kit.events.emit('changed', { namespace })
}

/**
 * Applies what an embedded wallet reports about its user. Pass `wallet` if the name that the lists show changed, such as
 * the email address.
 */
export function onUser(
  kit: Kit,
  connector: ConnectorKey,
  fields: NonNullable<Session['account']>,
  wallet?: Session['wallet'],
) {
  const entry = entryOf(kit, connector)
  update(kit, connector, { account: { ...entry?.session.account, ...fields }, ...(wallet && { wallet }) })
  if (entry && !isActive(kit, connector)) return
  const shown = entry && wallet && { connectedWalletInfo: walletOf(entry.connector, { ...entry.session, wallet }) }
  setAccount(kit.state.accounts, connector.chain, { ...fields, ...shown })
}

/**
 * Makes one of a connection's accounts the one that the page shows and makes requests for. The wallet is not asked,
 * because each request names its account. Returns `false`, and changes nothing, if the wallet does not share the
 * account.
 */
export function chooseAccount(kit: Kit, connector: ConnectorKey, address: string, { follow = false }: Written = {}) {
  const entry = entryOf(kit, connector)
  const accounts = entry?.session.accounts ?? []
  const [first] = accounts
  const own = accounts.find((each) => each.address.toLowerCase() === address.toLowerCase())
  if (!entry || !first || !own) return false
  update(kit, connector, {}, { chosen: { address: own.address, over: first.address } })
  if (!follow) remember(kit)
  if (!isActive(kit, connector)) return true
  setAccounts(kit, connector.chain, shownAccounts(kit, connector.chain))
  if (entry.connector.type !== 'AUTH' && own.type)
    setAccount(kit.state.accounts, connector.chain, { preferredAccountType: own.type })
  kit.events.emit('changed', { namespace: connector.chain })
  return true
}
