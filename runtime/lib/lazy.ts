/**
 * Calls `load` once and caches its promise. Drops a rejected promise, so that the next call tries again: a chunk that
 * failed to load offline loads once the network is back.
 */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () =>
    (pending ??= load().catch((error: unknown) => {
      pending = undefined
      throw error
    }))
}
