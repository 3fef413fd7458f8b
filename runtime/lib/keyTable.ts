import { RECENT_WALLETS } from './recentKey.ts'
import { ACTIVE_NETWORK, CONNECTED_NAMESPACES, CONNECTION_STATUS, type StorageKey } from './storageKeys.ts'

/**
 * Most of the core's local storage keys. Further keys follow below and are in `auth/stored.ts`. Most names are
 * AppKit's.
 */
export const STORAGE_KEYS = {
  connectionStatus: CONNECTION_STATUS,
  connectedNamespaces: CONNECTED_NAMESPACES,
  activeCaipNetworkId: ACTIVE_NETWORK,
  activeNamespace: '@appkit/active_namespace',
  walletId: '@appkit/wallet_id',
  walletName: '@appkit/wallet_name',
  recentWallets: RECENT_WALLETS,
  connectedSocial: '@appkit/connected_social',
  socialProvider: '@appkit/social_provider',
  siwxSessions: '@appkit/siwx',
  siwxAuthToken: '@appkit/siwx-auth-token',
  siwxNonceToken: '@appkit/siwx-nonce-token',
  portfolioCache: '@appkit/portfolio_cache',
  nativeBalanceCache: '@appkit/native_balance_cache',
  ensCache: '@appkit/ens_cache',
  identityCache: '@appkit/identity_cache',
  sent: '@appkit/sent_transactions',
} as const

/**
 * The key of the app that the relay client opens for each request, as JSON of `href` and `name`. The relay client fixes
 * the key's name.
 */
export const DEEPLINK_CHOICE: StorageKey = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** Set and removed at each sign-in, so that other tabs of the site get a storage event and look for the new session. */
export const SIWX_SIGNED: StorageKey = '@appkit/siwx-signed'

/**
 * The accounts and the network that the Leather wallet reported, as JSON. A page that loads again reads them here and
 * does not ask the wallet, because Leather opens a window for each request.
 */
export const LEATHER_ACCOUNTS: StorageKey = '@appkit/bip122:leather_accounts'

/** The chain that the embedded wallet used last. */
export const LAST_USED_CHAIN: StorageKey = '@appkit-wallet/LAST_USED_CHAIN_KEY'

/**
 * The connected wallets, each namespace's active one first, and the wallets that have not been resumed yet, as JSON.
 * `actions/remembered.ts` parses it.
 */
export const CONNECTIONS: StorageKey = '@appkit/connections'

/** How many connections are stored and resumed at most. */
export const CONNECTION_LIMIT = 16

/** The key that stores which connector a namespace last used. */
export const connectorIdKey = (namespace: string): StorageKey => `@appkit/${namespace}:connected_connector_id`

/** The names that the person gave to addresses, as JSON. `data/contacts.ts` parses it. */
export const CONTACTS: StorageKey = '@appkit/contacts'

/** The batches that wallets have not settled yet, as JSON. `data/batches.ts` parses it. */
export const BATCHES: StorageKey = '@appkit/batches'
