import { useEffect, useReducer, useState } from 'react'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { useKit } from './context.ts'
import { unlessLeft } from './unlessLeft.ts'

/** An import and its result: when the import ends, `value` or `failure` is set, and never changes after that. */
type Chunk<T> = { readonly loading: Promise<unknown>; value?: T; failure?: { reason: unknown } }
type Load<T> = () => Promise<T>

const chunks = perKit(() => new Map<unknown, Chunk<unknown>>())

/**
 * Loads code for a screen, or returns the load that was started before: there is one per kit and key. A failure reaches
 * the current callers and is not cached: Try again and the next visit load again. Some browsers cache a failed module
 * until the page reloads, so the screen suggests a reload as the last resort.
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

/** Removes an entry whose plugin was deactivated: the next caller loads it again. */
export const forgetChunk = (kit: Kit, key: unknown) => void chunks(kit).delete(key)

/**
 * Returns the loaded value, or `undefined` while it loads. Throws the error of a failed load. Does not use React's
 * `use` or `lazy`, because React shows their fallback for at least 300 ms, even if the value is already loaded.
 */
export function useChunk<T>(load: Load<T>, key?: unknown): T | undefined {
  const { failure, value } = useLoading(load, key)
  if (failure) throw failure.reason
  return value
}

/** The load itself, with its value or failure. Renders again when either arrives. */
export function useLoading<T>(load: Load<T>, key?: unknown): Chunk<T> {
  const kit = useKit()
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0)
  // Keep the chunk per mounted component, so that a new mount requests a failed one again.
  const [chunk] = useState(() => fetchChunk(kit, load, key))
  // Read the value during render, because it may arrive before the effect runs.
  const missing = !chunk.value
  useEffect(() => {
    if (missing) void chunk.loading.then(redraw)
  }, [chunk, missing])
  return chunk
}
