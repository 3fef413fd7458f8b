import { useEffect, useReducer } from 'react'

/** Code on its way, and what came of it: it changes once. */
export type Chunk<T> = { readonly loading: Promise<unknown>; value?: T; failure?: { reason: unknown } }

export function chunkOf<T>(loading: Promise<T>): Chunk<T> {
  const chunk: Chunk<T> = {
    loading: loading.then(
      (value) => (chunk.value = value),
      (reason: unknown) => (chunk.failure = { reason }),
    ),
  }
  return chunk
}

/**
 * What a chunk holds, undefined while it is on its way. Throws what it failed with. Not by `use` or `lazy`: React holds back
 * what they wait for until a fallback has been up for 300 ms, and shows one even before what is there already.
 */
export function useChunk<T>(chunk: Chunk<T>): T | undefined {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0)
  // As this drawing found it: it may come before the effect does.
  const missing = !chunk.value
  useEffect(() => {
    if (missing) void chunk.loading.then(redraw)
  }, [chunk, missing])
  if (chunk.failure) throw chunk.failure.reason
  return chunk.value
}
