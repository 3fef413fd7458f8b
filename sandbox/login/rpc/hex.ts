/**
 * Hex and address functions for code that the frame and the server share. They are not viem's, which would make the
 * frame's script about a tenth larger; only the hash function is a library's.
 */
import { keccak_256 } from '@noble/hashes/sha3'
import type { Hex } from 'viem'

export const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)
export const isAddress = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/** Converts hex to bytes. An odd number of digits gets a zero in front, as in viem, which signs the message. */
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
