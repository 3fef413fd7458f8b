import type { Shape } from '../../runtime/auth/shape.ts'

/**
 * Parses a stored object.
 * @throws Error whose message names the column and nothing of its content; the parser's own message is for a visitor
 * who sent a wrong value
 */
export function readStored<T>(shape: Shape<T>, text: string, column: string): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${column} cannot be read: it was changed, or a newer version wrote it`, { cause })
  }
}
