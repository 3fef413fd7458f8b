import { ref } from 'valtio/vanilla'

/**
 * Copies arrays and plain objects, deeply. Keeps functions and instances of classes as they are, because a copy of them
 * would not work, and marks instances so that valtio does not wrap them.
 */
export function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copy) as T
  if (typeof value !== 'object' || !value) return value
  if (value.constructor !== Object) return ref(value)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy<unknown>(each)])) as T
}
