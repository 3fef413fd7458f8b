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

/** {@link lazy}, for each key. */
export function lazyFor<K, T>(load: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const loads = new Map<K, () => Promise<T>>()
  return (key) => {
    const own = loads.get(key) ?? lazy(() => load(key))
    loads.set(key, own)
    return own()
  }
}
