/** Real sr25519 signatures of what the injected protocol of Polkadot asks for. */
import { base58, blake2b, sr25519 } from '../../vendor/testKeys.ts'
import { invalid } from '../errors.ts'

const text = new TextEncoder()

const join = (...parts: Uint8Array[]) => {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  parts.reduce((at, part) => (joined.set(part, at), at + part.length), 0)
  return joined
}

const toHex = (bytes: Uint8Array): `0x${string}` =>
  `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** An address as Substrate chains write it (SS58), for prefixes below 64; 42 fits every chain. */
export function polkadotAddress(seed: Uint8Array, prefix = 42): string {
  const body = join(Uint8Array.of(prefix), sr25519.getPublicKey(sr25519.secretFromSeed(seed)))
  const check = blake2b(join(text.encode('SS58PRE'), body), { dkLen: 64 })
  return base58.encode(join(body, check.subarray(0, 2)))
}

/** The public key that an address spells, whatever its prefix: wallets are asked with the prefix of any chain. */
export const polkadotKey = (address: string): string => {
  try {
    return toHex(base58.decode(address).subarray(1, 33))
  } catch {
    throw invalid('This is no address')
  }
}

const sign = (seed: Uint8Array, bytes: Uint8Array) => sr25519.sign(sr25519.secretFromSeed(seed), bytes)

/**
 * Signs `signRaw`'s data: hex, or text. Wallets put it between `<Bytes>` and `</Bytes>` unless it is already, so that
 * nothing raw can be a transaction (polkadot-js, `wrapBytes`).
 */
export function signPolkadotRaw(seed: Uint8Array, data: string): `0x${string}` {
  const bytes = /^0x([0-9a-f]{2})*$/i.test(data) ? fromHex(data) : text.encode(data)
  const [open, close] = [text.encode('<Bytes>'), text.encode('</Bytes>')]
  const isWrapped =
    bytes.length >= open.length + close.length &&
    toHex(bytes.subarray(0, open.length)) === toHex(open) &&
    toHex(bytes.subarray(-close.length)) === toHex(close)
  return toHex(sign(seed, isWrapped ? bytes : join(open, bytes, close)))
}

/** The fields of a `SignerPayloadJSON` that are signed. */
export type PolkadotPayload = {
  method: string
  era: string
  nonce: string
  tip: string
  specVersion: string
  transactionVersion: string
  genesisHash: string
  blockHash: string
  signedExtensions: readonly string[]
  mode?: number
  metadataHash?: string
}

/** Signs a transaction's payload; the signature carries its kind (1: sr25519) in front. */
export function signPolkadotPayload(seed: Uint8Array, payload: PolkadotPayload): `0x${string}` {
  const bytes = encodePayload(payload)
  return toHex(join(Uint8Array.of(1), sign(seed, bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes)))
}

/** What is signed of a transaction (Substrate, "SignedPayload"): the call, then what each signed extension adds. */
export function encodePayload({ signedExtensions, ...payload }: PolkadotPayload): Uint8Array {
  const has = (name: string) => signedExtensions.includes(name)
  const extra = [
    ...(has('CheckMortality') || has('CheckEra') ? [fromHex(payload.era)] : []),
    ...(has('CheckNonce') ? [compact(quantity(payload.nonce))] : []),
    ...(has('ChargeTransactionPayment') ? [compact(quantity(payload.tip))] : []),
    ...(has('CheckMetadataHash') ? [Uint8Array.of(payload.mode ?? 0)] : []),
  ]
  const additional = [
    ...(has('CheckSpecVersion') ? [u32(quantity(payload.specVersion))] : []),
    ...(has('CheckTxVersion') ? [u32(quantity(payload.transactionVersion))] : []),
    ...(has('CheckGenesis') ? [fromHex(payload.genesisHash)] : []),
    ...(has('CheckMortality') || has('CheckEra') ? [fromHex(payload.blockHash)] : []),
    ...(has('CheckMetadataHash')
      ? [payload.metadataHash ? join(Uint8Array.of(1), fromHex(payload.metadataHash)) : Uint8Array.of(0)]
      : []),
  ]
  return join(fromHex(payload.method), ...extra, ...additional)
}

function fromHex(value: string): Uint8Array {
  if (!/^0x([0-9a-f]{2})*$/i.test(value)) throw invalid('This is no hex')
  return Uint8Array.from(value.slice(2).match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

/** A number of the payload: hex with the highest byte first. */
function quantity(value: string): bigint {
  if (!/^0x[0-9a-f]{1,32}$/i.test(value)) throw invalid('This is no number')
  return BigInt(value)
}

const little = (value: bigint, length: number) =>
  Uint8Array.from({ length }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))

const u32 = (value: bigint) => little(value, 4)

/** SCALE's compact form: the two lowest bits say how long the number is. */
function compact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return little(value << 2n, 1)
  if (value < 1n << 14n) return little((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return little((value << 2n) | 2n, 4)
  const length = Math.ceil(value.toString(16).length / 2)
  return join(Uint8Array.of(((length - 4) << 2) | 3), little(value, length))
}
