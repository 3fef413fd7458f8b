/** Signs messages and transactions of Substrate chains with real sr25519 keys. */
import {
  base58,
  blake2b,
  bytesToHex,
  concatBytes,
  hexToBytes,
  sr25519Key,
  sr25519Secret,
  sr25519Sign,
  utf8ToBytes,
} from '../../lib/vendor/testKeys.ts'
import { attempt, invalid } from '../errors.ts'
import type { Hex } from '../options.ts'
import { encodePayload } from './polkadotPayload.ts'

const toHex = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`
const isSame = (one: Uint8Array, other: Uint8Array) => bytesToHex(one) === bytesToHex(other)

/** The checksum of an address, which is its last two bytes (Substrate documentation, "SS58 address format"). */
const checksum = (body: Uint8Array) => blake2b(concatBytes(utf8ToBytes('SS58PRE'), body), { dkLen: 64 }).subarray(0, 2)

/**
 * The address (SS58, the format of Polkadot and related chains) of the key that a 32-byte seed gives. The prefix names
 * the chain, and 42 means any. Only prefixes below 64 work here: larger ones take two bytes.
 */
export function polkadotAddress(seed: Uint8Array, prefix = 42): string {
  const body = concatBytes(Uint8Array.of(prefix), sr25519Key(sr25519Secret(seed)))
  return base58.encode(concatBytes(body, checksum(body)))
}

/**
 * The public key of an address, in hex. Accepts any prefix, because pages use the prefix of their chain. Throws -32602
 * if it is not an address.
 */
export function polkadotKey(address: string): Hex {
  const bytes = attempt('This is not an address', () => base58.decode(address))
  // Prefixes from 64 on have two bytes.
  const start = (bytes[0] ?? 0) < 64 ? 1 : 2
  const end = start + 32
  if (bytes.length !== end + 2 || !isSame(checksum(bytes.subarray(0, end)), bytes.subarray(end)))
    throw invalid('This is not an address')
  return toHex(bytes.subarray(start, end))
}

const sign = (seed: Uint8Array, bytes: Uint8Array) => sr25519Sign(sr25519Secret(seed), bytes)

const [OPEN, CLOSE] = [utf8ToBytes('<Bytes>'), utf8ToBytes('</Bytes>')]

/**
 * Signs a message, given as hex (decoded to bytes) or text. Wraps it in `<Bytes>` and `</Bytes>` if it is not wrapped
 * yet, so that no raw message can be a transaction (polkadot-js, `u8aWrapBytes`).
 */
export function signPolkadotRaw(seed: Uint8Array, data: string): Hex {
  const bytes = /^0x([0-9a-f]{2})*$/i.test(data) ? hexToBytes(data.slice(2)) : utf8ToBytes(data)
  const isWrapped =
    bytes.length >= OPEN.length + CLOSE.length &&
    isSame(bytes.subarray(0, OPEN.length), OPEN) &&
    isSame(bytes.subarray(-CLOSE.length), CLOSE)
  return toHex(sign(seed, isWrapped ? bytes : concatBytes(OPEN, bytes, CLOSE)))
}

/**
 * Signs a transaction's payload, or its hash if it is longer than 256 bytes. The signature's first byte is its kind (1:
 * sr25519). Throws -32602 for a payload that {@link encodePayload} refuses.
 */
export function signPolkadotPayload(seed: Uint8Array, payload: object, chain?: string): Hex {
  const bytes = encodePayload(payload, chain)
  return toHex(concatBytes(Uint8Array.of(1), sign(seed, bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes)))
}
