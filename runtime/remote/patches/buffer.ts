/**
 * A small replacement for Node's `Buffer`. The relay library uses it to encode and decode the methods of a sign-in, and
 * a page has none. It is global only while the library needs it, and only if the page has no Buffer, because other code
 * must not take it for a complete one.
 */

import { pageRecord } from '../../lib/page.ts'

type Encoding = 'hex' | 'base64' | 'utf-8'

class Bytes extends Uint8Array {
  override toString(encoding: Encoding = 'utf-8'): string {
    if (encoding === 'utf-8') return new TextDecoder().decode(this)
    if (encoding === 'hex') return [...this].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return btoa([...this].map((byte) => String.fromCharCode(byte)).join(''))
  }
}

/**
 * `Buffer.from` for bytes, UTF-8 text, hex and base64. Throws for text that is not base64; hex ends at the first pair
 * that is not hex.
 */
export function bytesFrom(value: string | ArrayLike<number>, encoding: Encoding = 'utf-8'): Bytes {
  if (typeof value !== 'string') return new Bytes(value)
  if (encoding === 'utf-8') return new Bytes(new TextEncoder().encode(value))
  if (encoding === 'hex')
    return new Bytes((/^(?:[0-9a-f]{2})*/i.exec(value)?.[0].match(/../g) ?? []).map((pair) => parseInt(pair, 16)))
  return new Bytes([...atob(value.replace(/-/g, '+').replace(/_/g, '/'))].map((letter) => letter.charCodeAt(0)))
}

const globals = globalThis as { Buffer?: unknown }
/** Code that finds a global Buffer also calls `isBuffer`, and would throw without it. */
const stand = { from: bytesFrom, isBuffer: () => false }

/** Provides a global Buffer until the returned function is called. */
export function holdBuffer(): () => void {
  if (globals.Buffer !== undefined && globals.Buffer !== stand) return () => {}
  globals.Buffer = stand
  const page = pageRecord()
  page.buffers = (page.buffers ?? 0) + 1
  let needed = true
  return () => {
    if (!needed) return
    needed = false
    page.buffers = (page.buffers ?? 1) - 1
    if (page.buffers === 0 && globals.Buffer === stand) delete globals.Buffer
  }
}
