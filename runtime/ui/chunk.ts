import { useEffect, useReducer, useState } from 'react'
import type { Kit } from '../kit.ts'
import { perKit } from '../lib/perKit.ts'
import { useKit } from './context.ts'
import { unlessLeft } from './unlessLeft.ts'

/** Code on its way, and what came of it: it changes once. */
type Chunk<T> = { readonly loading: Promise<unknown>; value?: T; failure?: { reason: unknown } }
type Load<T> = () => Promise<T>

const chunks = perKit(() => new Map<unknown, Chunk<unknown>>())

/**
 * The one cache of what screens fetch: loaded once per kit and key. A failure is known to those that wait for it and to
 * nobody else: whatever asks later, by Try again or by the next visit, loads again. Browsers from before 2026 remember a
 * file that failed until the page is reloaded, which is why the screen names that as the last resort.
 */
export function fetchChunk<T>(kit: Kit, load: Load<T>, key: unknown = load): Chunk<T> {
  const known = chunks(kit).get(key) as Chunk<T> | undefined
  if (known) return known
  const chunk: Chunk<T> = {
    loading: unlessLeft(load()).then(
      (value) => (chunk.value = value),
      (reason: unknown) => {
        chunks(kit).delete(key)
        chunk.failure = { reason }
      },
    ),
  }
  chunks(kit).set(key, chunk)
  return chunk
}

/** What hung on a part that has ended: whoever asks next loads it anew. */
export const forgetChunk = (kit: Kit, key: unknown) => void chunks(kit).delete(key)

/**
 * What was fetched, undefined while it is on its way. Throws what it failed with. Not by `use` or `lazy`: React holds back
 * what they wait for until a fallback has been up for 300 ms, and shows one even before what is there already.
 */
export function useChunk<T>(load: Load<T>, key?: unknown): T | undefined {
  const kit = useKit()
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0)
  // Of this place in the screen: asked for anew when it is drawn anew.
  const [chunk] = useState(() => fetchChunk(kit, load, key))
  // As this drawing found it: it may come before the effect does.
  const missing = !chunk.value
  useEffect(() => {
    if (missing) void chunk.loading.then(redraw)
  }, [chunk, missing])
  if (chunk.failure) throw chunk.failure.reason
  return chunk.value
}
