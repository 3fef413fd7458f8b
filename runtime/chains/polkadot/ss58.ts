/** Substrate addresses (SS58): base58 of a prefix, a 32-byte key, and two checksum bytes from BLAKE2b-512 of both. */
import { decodeBase58, encodeBase58 } from '../../lib/base58.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { blake2b } from './blake2b.ts'

const OPENING = new TextEncoder().encode('SS58PRE')
const KEY_LENGTH = 32
const CHECK_LENGTH = 2
/** Longer than any address of a 32-byte key. Limited because decoding base58 takes quadratic time. */
const TEXT_LIMIT = 64

/**
 * The known address prefixes (Polkadot's and Kusama's), by CAIP-2 reference (the first 32 digits of the genesis hash).
 */
const PREFIXES: Readonly<Record<string, number>> = {
  '91b171bb158e2d3848fa23a9f1c25182': 0,
  b0a8d493285c2df73290dfb7e61f870f: 2,
}
/** The prefix for any other Substrate chain: Westend, test chains, and chains that {@link PREFIXES} does not list. */
const GENERIC_PREFIX = 42

/** The address prefix of a network. */
export const prefixOf = (caipNetworkId: CaipNetworkId): number =>
  PREFIXES[caipNetworkId.slice('polkadot:'.length)] ?? GENERIC_PREFIX

/** The key and the prefix of an address; `undefined` if it is not the address of a 32-byte key. */
export function decodeSs58(address: unknown): { key: Uint8Array; prefix: number } | undefined {
  if (typeof address !== 'string' || address.length > TEXT_LIMIT) return undefined
  const bytes = decodeBase58(address)
  const [first = 255, second = 0] = bytes ?? []
  const wide = first >= 64
  const start = wide ? 2 : 1
  if (!bytes || first > 127 || bytes.length !== start + KEY_LENGTH + CHECK_LENGTH) return undefined
  const prefix = wide ? ((first & 63) << 2) | (second >> 6) | ((second & 63) << 8) : first
  // SS58 requires the one-byte form for prefixes below 64.
  if (wide && prefix < 64) return undefined
  const body = bytes.subarray(0, -CHECK_LENGTH)
  const check = bytes.subarray(-CHECK_LENGTH)
  return checksum(body).every((byte, at) => byte === check[at]) ? { key: body.slice(start), prefix } : undefined
}

/** The address of a 32-byte key with a prefix (0 to 16,383). */
export function encodeSs58(key: Uint8Array, prefix: number): string {
  const head = prefix < 64 ? [prefix] : [((prefix & 252) >> 2) | 64, ((prefix >> 8) & 63) | ((prefix & 3) << 6)]
  const body = Uint8Array.of(...head, ...key)
  return encodeBase58(Uint8Array.of(...body, ...checksum(body)))
}

const checksum = (body: Uint8Array) => blake2b(Uint8Array.of(...OPENING, ...body)).subarray(0, CHECK_LENGTH)
