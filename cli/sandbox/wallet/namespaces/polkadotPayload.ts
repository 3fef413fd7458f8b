/**
 * The bytes that a transaction of a Substrate chain is signed over, from the JSON that pages hand to wallets: the call,
 * then what each signed extension adds to the transaction, then what each only adds to the signature (Polkadot
 * documentation, "Signed extrinsic"; polkadot-js `SignerPayloadJSON`).
 */
import { blake2b } from '@noble/hashes/blake2'
import { concatBytes, hexToBytes } from '@noble/hashes/utils'
import { fieldsOf, invalid, textOf, type Fields } from '../namespace.ts'

const none = new Uint8Array()

function bytes(payload: Fields, name: string): Uint8Array {
  const text = textOf(payload, name)
  try {
    return hexToBytes(text.replace(/^0x/, ''))
  } catch {
    throw invalid(`${name} must be hex`)
  }
}

/** Numbers come in hex, the highest byte first. */
function number(payload: Fields, name: string): bigint {
  const value = payload[name]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value === 'string' && /^(0x[0-9a-fA-F]+|\d+)$/.test(value)) return BigInt(value)
  throw invalid(`${name} must be a number`)
}

const littleEndian = (value: bigint, length: number) =>
  Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))

const u32 = (value: bigint) => littleEndian(value, 4)

/** SCALE's "compact" number. */
export function compact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return littleEndian(value << 2n, 1)
  if (value < 1n << 14n) return littleEndian((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return littleEndian((value << 2n) | 2n, 4)
  let length = 4
  while (value >> BigInt(8 * length)) length += 1
  return concatBytes(Uint8Array.of(((length - 4) << 2) | 3), littleEndian(value, length))
}

/** `Option::None`, or one of 32 bytes. */
const optionalHash = (payload: Fields, name: string) =>
  payload[name] === undefined || payload[name] === null
    ? Uint8Array.of(0)
    : concatBytes(Uint8Array.of(1), bytes(payload, name))

type Part = (payload: Fields) => Uint8Array
const nothing: Part = () => none
const tip: Part = (payload) => compact(number(payload, 'tip'))

/** Of each extension: what it adds to the transaction, and what it adds to the signature alone. */
const extensions: Record<string, [Part, Part]> = {
  CheckNonZeroSender: [nothing, nothing],
  CheckSpecVersion: [nothing, (payload) => u32(number(payload, 'specVersion'))],
  CheckTxVersion: [nothing, (payload) => u32(number(payload, 'transactionVersion'))],
  CheckGenesis: [nothing, (payload) => bytes(payload, 'genesisHash')],
  CheckMortality: [(payload) => bytes(payload, 'era'), (payload) => bytes(payload, 'blockHash')],
  CheckEra: [(payload) => bytes(payload, 'era'), (payload) => bytes(payload, 'blockHash')],
  CheckNonce: [(payload) => compact(number(payload, 'nonce')), nothing],
  CheckWeight: [nothing, nothing],
  ChargeTransactionPayment: [tip, nothing],
  ChargeAssetTxPayment: [
    (payload) => {
      if (payload['assetId']) throw invalid('The sandbox wallet pays fees in the native currency only')
      return concatBytes(tip(payload), Uint8Array.of(0))
    },
    nothing,
  ],
  CheckMetadataHash: [
    (payload) => Uint8Array.of(Number(number({ mode: 0, ...payload }, 'mode'))),
    (payload) => optionalHash(payload, 'metadataHash'),
  ],
  PrevalidateAttests: [nothing, nothing],
  StorageWeightReclaim: [nothing, nothing],
}

/** Reads a payload into the bytes to sign; longer ones are signed by their hash. @throws Fault for what it cannot encode */
export function payloadBytes(given: unknown): Uint8Array {
  const payload = fieldsOf(given)
  const { signedExtensions, version } = payload
  if (version !== 4) throw invalid(`The sandbox wallet signs transactions of version 4, not ${String(version)}`)
  if (!Array.isArray(signedExtensions)) throw invalid('signedExtensions must be a list')
  const found = signedExtensions.map((name) => {
    const extension = Object.hasOwn(extensions, String(name)) ? extensions[String(name)] : undefined
    if (!extension) throw invalid(`The sandbox wallet does not know the signed extension ${String(name)}`)
    return extension
  })
  const whole = concatBytes(
    bytes(payload, 'method'),
    ...found.map(([transaction]) => transaction(payload)),
    ...found.map(([, signature]) => signature(payload)),
  )
  return whole.length > 256 ? blake2b(whole, { dkLen: 32 }) : whole
}
