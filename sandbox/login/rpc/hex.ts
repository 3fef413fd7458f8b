/**
 * Hex and address functions for code that the frame and the server share. They are not viem's, which would make the
 * frame's script about a tenth larger; only the permutation of Keccak (`keccakP`) is a library's.
 */
import { keccakP } from '@noble/hashes/sha3'
import type { Hex } from 'viem'

export const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)
export const isAddress = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/**
 * Converts hex to bytes. Puts a zero before an odd number of digits, as viem does, which signs the message on the
 * server.
 */
export function hexToBytes(hex: Hex): Uint8Array {
  const digits = hex.length % 2 ? `0${hex.slice(2)}` : hex.slice(2)
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The rate of Keccak-256: the bytes of input between two permutations of its state. */
const RATE = 136
/**
 * Keccak-256 on the library's `keccakP`. The library's own hash function would add its classes, for which the frame's
 * script has no room.
 */
export function keccak(bytes: Uint8Array): Hex {
  const padded = new Uint8Array((Math.floor(bytes.length / RATE) + 1) * RATE)
  padded.set(bytes)
  padded[bytes.length] = 1
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 128
  const [state, input] = [new Uint32Array(50), new DataView(padded.buffer)]
  for (let block = 0; block < padded.length; block += RATE) {
    for (let at = 0; at < RATE / 4; at++) state[at] = (state[at] ?? 0) ^ input.getUint32(block + 4 * at, true)
    keccakP(state)
  }
  const hash = new DataView(new ArrayBuffer(32))
  for (let at = 0; at < 8; at++) hash.setUint32(4 * at, state[at] ?? 0, true)
  return `0x${hexOf(new Uint8Array(hash.buffer))}`
}

/** The address with its EIP-55 checksum. */
export function checksummed(address: string): Hex {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak(new TextEncoder().encode(digits))
  const cased = [...digits].map((digit, at) =>
    Number.parseInt(hash[at + 2] ?? '0', 16) > 7 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}
