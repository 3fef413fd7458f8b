import type { Locked, Sealed, StoredKeys } from '../database.ts'

export const isLocked = (keys: StoredKeys): keys is Locked => 'lock' in keys

/** The part that the service's own key encrypts. */
export const sealedOf = (keys: StoredKeys): Sealed => (isLocked(keys) ? keys.locked : keys)

/** The same keys with that part encrypted anew. */
export const withSealed = (keys: StoredKeys, sealed: Sealed): StoredKeys =>
  isLocked(keys) ? { ...keys, locked: sealed } : sealed
