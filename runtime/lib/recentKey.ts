import type { StorageKey } from './storageKeys.ts'

/** The wallets that the visitor used last, as JSON. Apart from the other keys, because Connect reads no other one. */
export const RECENT_WALLETS = '@appkit/recent_wallets' satisfies StorageKey
