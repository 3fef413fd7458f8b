/**
 * The storage keys that the first load reads; keyTable.ts has the others. walletkit writes and removes only keys of
 * this type.
 */
export const CONNECTION_STATUS = '@appkit/connection_status'
export const CONNECTED_NAMESPACES = '@appkit/connected_namespaces'
export const ACTIVE_NETWORK = '@appkit/active_caip_network_id'

export type StorageKey = `@appkit/${string}` | `@appkit-wallet/${string}` | 'WALLETCONNECT_DEEPLINK_CHOICE'
