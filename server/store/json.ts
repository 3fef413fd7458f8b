import type { Shape } from '../../runtime/auth/shape.ts'

/**
 * A stored object. @throws Error that names the column but none of its content: not the parser's error, whose message is meant
 * for whoever sent the object
 */
export function readStored<T>(shape: Shape<T>, text: string, column: string): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${column} cannot be read: it was changed, or a newer version wrote it`, { cause })
  }
}
