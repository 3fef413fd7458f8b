/** Bytes as hex and as base64url, the form in which WebAuthn writes ids and challenges. */
import type { Hex } from 'viem'

export const toHex = (bytes: Uint8Array): Hex =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Throws a TypeError for what is not hex with 0x. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^0x([0-9a-f]{2})*$/i.test(hex)) throw new TypeError('Not bytes in hex')
  return Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Throws a TypeError for what is not base64url without `=` at its end. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) throw new TypeError('Not base64url')
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text))
