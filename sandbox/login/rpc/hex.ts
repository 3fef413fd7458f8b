/**
 * Hex and addresses for what the frame and the server share. Only a hash comes from a library: viem's own functions would add
 * a tenth to what a person waits for before a request is shown.
 */
import { keccak_256 } from '@noble/hashes/sha3'
import type { Hex } from 'viem'

export const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)
export const isAddress = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/** An odd last digit counts as a byte with a leading zero at the front, as viem has it when it signs. */
export function hexToBytes(hex: Hex): Uint8Array {
  const digits = hex.length % 2 ? `0${hex.slice(2)}` : hex.slice(2)
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
export const keccak = (bytes: Uint8Array): Hex => `0x${hexOf(keccak_256(bytes))}`

/** The address with its EIP-55 checksum. */
export function checksummed(address: string): Hex {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak(new TextEncoder().encode(digits))
  const cased = [...digits].map((digit, at) =>
    Number.parseInt(hash[at + 2] ?? '0', 16) > 7 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}
