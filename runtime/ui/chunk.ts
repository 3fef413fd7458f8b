import { useEffect, useReducer } from 'react'

/** Code on its way, and what came of it: it changes once. */
export type Chunk<T> = { readonly loading: Promise<unknown>; value?: T; failure?: { reason: unknown } }

/**
 * Firefox ends what is being fetched when the page is left, some time before the page is gone: that is no failure to tell
 * of. Who stays after all, because a site asked them, sees it a little later.
 */
export function chunkOf<T>(loading: Promise<T>): Chunk<T> {
  let patience = 0
  const leave = () => (patience = LEAVING)
  addEventListener('beforeunload', leave)
  const chunk: Chunk<T> = {
    loading: loading
      .then(
        (value) => (chunk.value = value),
        (reason: unknown) =>
          new Promise<void>((resolve) => setTimeout(resolve, patience)).then(() => (chunk.failure = { reason })),
      )
      .finally(() => removeEventListener('beforeunload', leave)),
  }
  return chunk
}
/** ms in which a page that is being left is gone. */
const LEAVING = 3_000

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
