import type { Locked, Sealed, StoredKeys } from '../database.ts'

export const isLocked = (keys: StoredKeys): keys is Locked => 'lock' in keys

/**
 * The value that the service's own key encrypted: the keys, or, if they are locked, the bytes that the lock's key
 * encrypted.
 */
export const sealedOf = (keys: StoredKeys): Sealed => (isLocked(keys) ? keys.locked : keys)

/** The same keys, with {@link sealedOf} replaced by a new encryption with the service's own key. */
export const withSealed = (keys: StoredKeys, sealed: Sealed): StoredKeys =>
  isLocked(keys) ? { ...keys, locked: sealed } : sealed
