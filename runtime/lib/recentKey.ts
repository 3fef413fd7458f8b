import type { StorageKey } from './storageKeys.ts'

/**
 * The key of the wallets that the visitor used last, which are stored as JSON. In a file of its own, because the
 * Connect screen reads no other key and so does not load the table of keys.
 */
export const RECENT_WALLETS = '@appkit/recent_wallets' satisfies StorageKey
