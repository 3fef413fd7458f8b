/**
 * Stores nonces and sessions. Several servers may call the methods at the same time. Values are text. If a method
 * rejects, the request fails with `unavailable`.
 */
export type Store = {
  /** The value; `undefined` if it expired or was never set. */
  get: (key: string) => Promise<string | undefined>
  /** Stores a value for `ttlSeconds` seconds (a whole number, at least 1). */
  set: (key: string, value: string, ttlSeconds: number) => Promise<void>
  /** Returns the value and deletes it atomically: if several callers take a key at once, only one gets the value. */
  take: (key: string) => Promise<string | undefined>
}
