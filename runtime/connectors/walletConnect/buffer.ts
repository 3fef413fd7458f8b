/**
 * The library writes and reads the methods of a sign-in with Node's Buffer, which a page has not. What it needs of it stands
 * in the page while it works, and only where there is none: other code must not take it for the whole.
 */

type Encoding = 'hex' | 'base64' | 'utf-8'

class Bytes extends Uint8Array {
  override toString(encoding: Encoding = 'utf-8'): string {
    if (encoding === 'utf-8') return new TextDecoder().decode(this)
    if (encoding === 'hex') return [...this].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return btoa([...this].map((byte) => String.fromCharCode(byte)).join(''))
  }
}

/** `Buffer.from` of a text or of bytes. Throws for base64 that is none. */
export function bytesFrom(value: string | ArrayLike<number>, encoding: Encoding = 'utf-8'): Bytes {
  if (typeof value !== 'string') return new Bytes(value)
  if (encoding === 'utf-8') return new Bytes(new TextEncoder().encode(value))
  return new Bytes([...atob(value.replace(/-/g, '+').replace(/_/g, '/'))].map((letter) => letter.charCodeAt(0)))
}

const page = globalThis as { Buffer?: unknown }
/** Whoever finds a Buffer asks whether a value is one. */
const stand = { from: bytesFrom, isBuffer: () => false }
let holders = 0

/** Until the function that it returns is called, there is a Buffer. */
export function holdBuffer(): () => void {
  if (page.Buffer !== undefined && page.Buffer !== stand) return () => {}
  page.Buffer = stand
  holders++
  let held = true
  return () => {
    if (held && --holders === 0 && page.Buffer === stand) delete page.Buffer
    held = false
  }
}
