/**
 * Every name that walletkit writes to local storage (spec section 3; reference 1.9). Only these are ever written or
 * removed; per namespace there is one more, by `connectorIdKey`.
 */
export const CONNECTION_STATUS = '@appkit/connection_status'
export const CONNECTED_NAMESPACES = '@appkit/connected_namespaces'
export const ACTIVE_NETWORK = '@appkit/active_caip_network_id'

export type StorageKey = `@appkit/${string}` | `@appkit-wallet/${string}` | 'WALLETCONNECT_DEEPLINK_CHOICE'
