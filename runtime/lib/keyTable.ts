import { ACTIVE_NETWORK, CONNECTED_NAMESPACES, CONNECTION_STATUS, type StorageKey } from './storageKeys.ts'

/** The one documented table of storage keys. */
export const STORAGE_KEYS = {
  connectionStatus: CONNECTION_STATUS,
  connectedNamespaces: CONNECTED_NAMESPACES,
  activeCaipNetworkId: ACTIVE_NETWORK,
  activeNamespace: '@appkit/active_namespace',
  walletId: '@appkit/wallet_id',
  walletName: '@appkit/wallet_name',
  recentWallets: '@appkit/recent_wallets',
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

/** Which app the relay client opens for each request, as JSON of `href` and `name`; the client's own name for it. */
export const DEEPLINK_CHOICE: StorageKey = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** There for a moment when somebody signed in, so that other pages of the site look. */
export const SIWX_SIGNED: StorageKey = '@appkit/siwx-signed'

/** The accounts that Leather told, as JSON: it has no way to be asked without a window of its own opening. */
export const LEATHER_ACCOUNTS: StorageKey = '@appkit/bip122:leather_accounts'

/** The chain that the embedded wallet was on last. */
export const LAST_USED_CHAIN: StorageKey = '@appkit-wallet/LAST_USED_CHAIN_KEY'

/** The id of the connector that a namespace was last connected by. */
export const connectorIdKey = (namespace: string): StorageKey => `@appkit/${namespace}:connected_connector_id`
