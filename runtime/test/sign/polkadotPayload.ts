/**
 * Encodes the bytes to sign for a transaction of a Substrate chain, from the JSON that pages pass to wallets: the call,
 * then each signed extension's data in the transaction, then each one's data that is only signed (Polkadot
 * documentation, "Signed extrinsic"; polkadot-js, `SignerPayloadJSON`).
 */
import { bytesToHex, concatBytes, hexToBytes } from '../../lib/vendor/testKeys.ts'
import { invalid } from '../errors.ts'

/** The fields of a `SignerPayloadJSON` that are signed. Bytes and numbers are in hex. */
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
  /** The version of the transaction format: 4. */
  version: number
  mode?: number
  metadataHash?: string | null
}

/** A payload as the page sent it, unchecked. */
type Fields = Readonly<Record<string, unknown>>

/**
 * Reads a hex field.
 * @param lengths the allowed numbers of bytes; if absent, any number
 */
function bytes(payload: Fields, name: string, ...lengths: number[]): Uint8Array {
  const text = payload[name]
  if (typeof text !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(text)) throw invalid(`${name} must be hex`)
  const read = hexToBytes(text.slice(2))
  if (lengths.length && !lengths.includes(read.length)) throw invalid(`${name} has a wrong length`)
  return read
}

/** Reads a number below 2 ** bits. Pages write hex, highest byte first; some write decimals. */
function number(payload: Fields, name: string, bits: number): bigint {
  const value = payload[name]
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  if (!isNumber && (typeof value !== 'string' || !/^(0x[0-9a-f]+|\d+)$/i.test(value)))
    throw invalid(`${name} must be a number`)
  const read = BigInt(value)
  if (read >> BigInt(bits)) throw invalid(`${name} is too large`)
  return read
}

const littleEndian = (value: bigint, length: number) =>
  Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))

const u32 = (name: string) => (payload: Fields) => littleEndian(number(payload, name, 32), 4)

/** SCALE's compact encoding: the two lowest bits give the length. */
function compact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return littleEndian(value << 2n, 1)
  if (value < 1n << 14n) return littleEndian((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return littleEndian((value << 2n) | 2n, 4)
  const length = Math.ceil(value.toString(16).length / 2)
  return concatBytes(Uint8Array.of(((length - 4) << 2) | 3), littleEndian(value, length))
}

type Part = (payload: Fields) => Uint8Array
const nothing: Part = () => new Uint8Array()
/** An immortal era (one zero byte) is valid forever; a mortal one for some time after its block. */
const era: Part = (payload) => bytes(payload, 'era', 1, 2)
const blockHash: Part = (payload) => bytes(payload, 'blockHash', 32)
const tip: Part = (payload) => compact(number(payload, 'tip', 128))

/** For each extension: its data in the transaction, and its data that is only signed. */
const EXTENSIONS: Readonly<Record<string, readonly [Part, Part]>> = {
  CheckNonZeroSender: [nothing, nothing],
  CheckSpecVersion: [nothing, u32('specVersion')],
  CheckTxVersion: [nothing, u32('transactionVersion')],
  CheckGenesis: [nothing, (payload) => bytes(payload, 'genesisHash', 32)],
  CheckMortality: [era, blockHash],
  CheckEra: [era, blockHash],
  CheckNonce: [(payload) => compact(number(payload, 'nonce', 32)), nothing],
  CheckWeight: [nothing, nothing],
  ChargeTransactionPayment: [tip, nothing],
  ChargeAssetTxPayment: [
    (payload) => {
      if (payload['assetId']) throw invalid('The wallet pays fees in the native currency only')
      return concatBytes(tip(payload), Uint8Array.of(0))
    },
    nothing,
  ],
  CheckMetadataHash: [
    (payload) => littleEndian(number({ mode: payload['mode'] ?? 0 }, 'mode', 1), 1),
    (payload) =>
      payload['metadataHash'] === undefined || payload['metadataHash'] === null
        ? Uint8Array.of(0)
        : concatBytes(Uint8Array.of(1), bytes(payload, 'metadataHash', 32)),
  ],
  PrevalidateAttests: [nothing, nothing],
  StorageWeightReclaim: [nothing, nothing],
}

function extensionOf(name: unknown): readonly [Part, Part] {
  const found = typeof name === 'string' && Object.hasOwn(EXTENSIONS, name) ? EXTENSIONS[name] : undefined
  // Refuse an extension that the wallet does not know: without its data, the signature would cover other bytes than the
  // chain verifies.
  if (!found) throw invalid(`The wallet does not know the signed extension ${String(name)}`)
  return found
}

/**
 * The bytes to sign for a transaction. Throws -32602 if it cannot be encoded, or is for another chain.
 * @param chain the CAIP-2 reference of the only allowed chain: the first 32 digits of the genesis hash;
 *   every chain if left out
 */
export function encodePayload(given: object, chain = ''): Uint8Array {
  const payload = given as Fields
  const { signedExtensions, version } = payload
  if (version !== 4) throw invalid(`The wallet signs transactions of version 4, not ${String(version)}`)
  if (!Array.isArray(signedExtensions)) throw invalid('signedExtensions must be a list')
  if (!bytesToHex(bytes(payload, 'genesisHash', 32)).startsWith(chain))
    throw invalid(`The transaction is not one of polkadot:${chain}`)
  const found = signedExtensions.map(extensionOf)
  return concatBytes(
    bytes(payload, 'method'),
    ...found.map(([transaction]) => transaction(payload)),
    ...found.map(([, signature]) => signature(payload)),
  )
}
