/**
 * Where nonces and sessions are kept. All three may be called by several servers at once; values are text, and whatever
 * throws makes the request fail with `unavailable`.
 */
export type Store = {
  /** The value, unless it ran out or was never there. */
  get: (key: string) => Promise<string | undefined>
  /** Keeps a value for so many seconds (a whole number, at least 1). */
  set: (key: string, value: string, ttlSeconds: number) => Promise<void>
  /** Gives the value and forgets it, as one step: of any number of callers at the same time, one gets it. */
  take: (key: string) => Promise<string | undefined>
}
