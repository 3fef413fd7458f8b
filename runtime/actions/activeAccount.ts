/** Writes the state of a namespace's account and networks from its active connection. */
import { explorerAddressUrl } from '../contracts/network.ts'
import type { SessionAccount } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import { defaultAccountType } from '../chains/families.ts'
import { toCaipAddress } from '../lib/caip.ts'
import type { Namespace } from '../lib/namespace.ts'
import { connectionOf } from '../state/connections.ts'
import { accountsOf } from '../state/entries.ts'
import { setAccount } from '../state/setAccount.ts'
import { setNetwork, type Written } from './activeNetwork.ts'
import { walletOf } from './record.ts'

/**
 * Writes the namespace's active connection to the state, and makes the namespace the active one; with `resumed`,
 * another namespace that is connected or connecting stays the active one. Writes the account before the status
 * `connected`, so that no reader sees a connected account without an address. If another wallet was active before, its
 * data is cleared. Does nothing without a connection.
 */
export function show(kit: Kit, namespace: Namespace, { follow = false, resumed = false }: Written = {}) {
  const { state } = kit
  const entry = connectionOf(kit, namespace)
  if (!entry) return
  const { connector, session } = entry
  const { activeChain } = state.networks
  const isBeside =
    resumed &&
    activeChain !== undefined &&
    activeChain !== namespace &&
    state.accounts[activeChain].status !== 'disconnected'
  showApproved(kit, namespace)
  if (!isBeside) state.networks.activeChain = namespace
  setNetwork(kit, session.caipNetworkId, { follow: follow || isBeside })
  const info = walletOf(connector, session)
  const before = state.accounts[namespace].connectedWalletInfo
  if (before && before.identifier !== info.identifier) setAccount(state.accounts, namespace, { ...STALE, ...NO_LOGIN })
  setAccounts(kit, namespace, accountsOf(entry))
  setAccount(state.accounts, namespace, {
    connectedWalletInfo: info,
    preferredAccountType:
      state.options.defaultAccountTypes[namespace] ?? accountsOf(entry)[0]?.type ?? defaultAccountType(kit, namespace),
    ...session.account,
    status: 'connected',
  })
}

/**
 * Writes to the state to which networks the namespace's active connection is limited, if it is. The page offers no
 * other networks.
 */
export function showApproved({ state }: Kit, namespace: Namespace) {
  const ids = state.connections[namespace]?.[0]?.session.approvedCaipNetworkIds
  Object.assign(state.networks[namespace], {
    approvedCaipNetworkIds: ids && [...ids],
    supportsAllNetworks: !ids,
  })
}

/**
 * The accounts to write to the state, the active one first: those of the namespace's active connection. Without a
 * connection: `accounts`, or if that is absent, those in the state.
 */
export function shownAccounts(kit: Kit, namespace: Namespace, accounts?: readonly SessionAccount[]) {
  const entry = connectionOf(kit, namespace)
  return entry ? accountsOf(entry) : (accounts ?? kit.state.accounts[namespace].allAccounts)
}

/**
 * The fields that clear what the page has read for the previous account, so that the next account does not show the
 * previous balance.
 */
const STALE = {
  balance: undefined,
  balanceSymbol: undefined,
  balanceStatus: undefined,
  tokenBalance: undefined,
  profileName: undefined,
  profileImage: undefined,
  lastRetry: undefined,
}

/** The fields that clear what the previous wallet, a login, said about its user. */
const NO_LOGIN = { user: undefined, socialProvider: undefined, smartAccountDeployed: false }

/**
 * Writes the namespace's accounts to the state and makes the first one the active account. Clears balance and profile
 * if the address or the network changed. Does nothing for an empty list, or without a network.
 */
export function setAccounts(kit: Kit, namespace: Namespace, accounts: readonly SessionAccount[]) {
  const [first] = accounts
  const network = kit.state.networks[namespace].caipNetwork
  if (!first || !network) return
  const caipAddress = toCaipAddress(network.caipNetworkId, first.address)
  const moved = kit.state.accounts[namespace].caipAddress !== caipAddress
  setAccount(kit.state.accounts, namespace, {
    ...(moved ? STALE : {}),
    address: first.address,
    caipAddress,
    allAccounts: accounts.map(({ address, type = defaultAccountType(kit, namespace) }) => ({ address, type })),
    addressExplorerUrl: explorerAddressUrl(network, first.address),
  })
}
