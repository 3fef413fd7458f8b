/** Bytes that look random, and are the same in each sandbox with the same secret. */
import { createHmac } from 'node:crypto'

/** Gives 64 bytes, others each time. `name` says what for: draws of one name do not change those of another. */
export type Draw = (name: string) => Buffer

export function createDraws(secret: string): Draw {
  const counts = new Map<string, number>()
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return createHmac('sha512', secret).update(`${count} ${name}`).digest()
  }
}
