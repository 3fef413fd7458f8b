/**
 * The names of the keys under `@appkit/` in which the kit itself keeps data, without those with a colon, which no id of
 * a plugin has. No third-party plugin may have one of them as its id, because a plugin's own storage keys begin with
 * its id.
 */
export const KIT_KEYS: readonly string[] = [
  'active_caip_network_id',
  'active_namespace',
  'batches',
  'connected_namespaces',
  'connected_social',
  'connection_status',
  'connections',
  'contacts',
  'ens_cache',
  'identity_cache',
  'native_balance_cache',
  'portfolio_cache',
  'recent_wallets',
  'sent_transactions',
  'siwx',
  'siwx-auth-token',
  'siwx-nonce-token',
  'siwx-signed',
  'social_provider',
  'wallet_id',
  'wallet_name',
]

/**
 * The keys under `features` that are options of walletkit itself, and no plugin's. No third-party plugin may have one of
 * them as its own.
 */
export const KIT_FEATURES: readonly string[] = [
  'allWallets',
  'analytics',
  'collapseWallets',
  'connectMethodsOrder',
  'emailShowWallets',
  'legalCheckbox',
  'walletFeaturesOrder',
]
