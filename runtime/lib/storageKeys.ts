/**
 * The storage keys that the first load reads; the other keys are in keyTable.ts, recentKey.ts and auth/stored.ts.
 * `Storage` (storage.ts) accepts only keys of the type `StorageKey`.
 */
export const CONNECTION_STATUS = '@appkit/connection_status'
export const CONNECTED_NAMESPACES = '@appkit/connected_namespaces'
export const ACTIVE_NETWORK = '@appkit/active_caip_network_id'

export type StorageKey = `@appkit/${string}` | `@appkit-wallet/${string}` | 'WALLETCONNECT_DEEPLINK_CHOICE'
