import type { Shape } from '../../runtime/auth/shape.ts'

/**
 * Parses a stored object.
 * @param text the JSON, or a function that returns it, whose error counts as one of the content
 * @throws Error whose message names the column and nothing of its content; the parser's own message is for a visitor
 * who sent a wrong value
 */
export function readStored<T>(shape: Shape<T>, text: string | (() => string), column: string): T {
  try {
    return shape.parse(JSON.parse(typeof text === 'string' ? text : text()))
  } catch (cause) {
    throw new Error(`${column} cannot be read: it was changed, or a newer version wrote it`, { cause })
  }
}
