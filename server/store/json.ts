import type { Shape } from '../../runtime/auth/shape.ts'

/**
 * Parses a stored object.
 * @param text the JSON, or a function that returns it; if the function throws, the content counts as unreadable
 * @throws Error whose message names the column and contains nothing of its content; the original error is the `cause`
 */
export function readStored<T>(shape: Shape<T>, text: string | (() => string), column: string): T {
  try {
    return shape.parse(JSON.parse(typeof text === 'string' ? text : text()))
  } catch (cause) {
    throw new Error(`${column} cannot be read: it was changed, or a newer version wrote it`, { cause })
  }
}
