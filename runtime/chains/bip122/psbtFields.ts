/**
 * The fields of a PSBT's maps by key type: BIP-174 (version 0), BIP-370 (version 2) and BIP-371 (taproot). Types that
 * are not listed belong to later standards or are proprietary, and may contain anything.
 */
import { createReader, fits, type Reader, repeat } from './psbtBytes.ts'

export type PsbtVersion = 0 | 2
export type Field = {
  /** Checks the key data that follows the type. Most keys are only the type. */
  readonly key?: (data: Uint8Array) => boolean
  readonly value?: (value: Uint8Array) => boolean
  /** The only PSBT version that may have the field; absent if both may. */
  readonly only?: PsbtVersion
  /** A PSBT of the version `only` must have the field. */
  readonly required?: true
}
export type Fields = Readonly<Record<number, Field>>

const bytes =
  (...lengths: readonly number[]) =>
  ({ length }: Uint8Array) =>
    lengths.includes(length)
const uint32 = (value: Uint8Array) => createReader(value).number(4)
const isSize = (value: Uint8Array) => fits(value, (reader) => reader.size())
/**
 * Whether the bytes have the form of a public key, compressed or uncompressed. Only the signer checks that the point is
 * on the curve.
 */
const isPublicKey = (data: Uint8Array) =>
  data.length === 33 ? data[0] === 2 || data[0] === 3 : data.length === 65 && data[0] === 4
/**
 * Whether the bytes can be the origin of a key: its fingerprint (4 bytes), then its derivation path (4 bytes per step).
 */
const isPath = ({ length }: Uint8Array) => length >= 4 && length % 4 === 0
const isSchnorr = bytes(64, 65)

/**
 * Counts a transaction's inputs and outputs, and checks whether it is unsigned: no input has a script. `undefined` if
 * the bytes are not a transaction. `mayHaveWitnesses`: also accepts the form with witnesses (BIP-144).
 */
export function readTransaction(value: Uint8Array, mayHaveWitnesses: boolean) {
  let isUnsigned = true
  const count = { inputs: 0, outputs: 0 }
  const read = (reader: Reader) => {
    reader.take(4)
    // BIP-144's marker (0) and flag (1) precede the input count, which is never 0 in a valid transaction.
    const hasWitnesses = mayHaveWitnesses && reader.peek(0) === 0 && reader.peek(1) === 1
    if (hasWitnesses) reader.take(2)
    count.inputs = repeat(reader, () => {
      reader.take(36)
      if (reader.sized().length) isUnsigned = false
      reader.take(4)
    })
    count.outputs = repeat(reader, () => readOutput(reader))
    if (hasWitnesses) for (let input = 0; input < count.inputs; input++) repeat(reader, reader.sized)
    reader.take(4)
  }
  return fits(value, read) ? { ...count, isUnsigned } : undefined
}

const readOutput = (reader: Reader) => {
  reader.take(8)
  reader.sized()
}

const publicKeyPath: Field = { key: isPublicKey, value: isPath }
const taprootPath: Field = {
  key: bytes(32),
  value: (value) =>
    fits(value, (reader) => {
      repeat(reader, () => reader.take(32))
      do reader.take(4)
      while (!reader.isAtEnd())
    }),
}
const hash = (length: number): Field => ({ key: bytes(length) })
const v2 = (value: (value: Uint8Array) => boolean): Field => ({ value, only: 2 })
const v2Required = (value: (value: Uint8Array) => boolean): Field => ({ value, only: 2, required: true })
/** A lock time from this value on is seconds since 1970; a lower one is a block height. */
const FIRST_TIME = 500_000_000

export const UNSIGNED_TX = 0x00
export const INPUT_COUNT = 0x04
export const OUTPUT_COUNT = 0x05
export const VERSION = 0xfb
export const SIGHASH_TYPE = 0x03

export const GLOBAL: Fields = {
  [UNSIGNED_TX]: { value: (value) => readTransaction(value, false)?.isUnsigned === true, only: 0, required: true },
  // An extended public key.
  0x01: { key: bytes(78), value: isPath },
  // The transaction's version and fallback lock time. Below: the counts, then which parts may still be modified.
  0x02: v2Required(bytes(4)),
  0x03: v2(bytes(4)),
  [INPUT_COUNT]: v2Required(isSize),
  [OUTPUT_COUNT]: v2Required(isSize),
  0x06: v2(bytes(1)),
  [VERSION]: { value: bytes(4) },
}

export const INPUT: Fields = {
  // The spent transaction, or the spent output alone.
  0x00: { value: (value) => readTransaction(value, true) !== undefined },
  0x01: { value: (value) => fits(value, readOutput) },
  // A partial signature; the requested signature hash type.
  0x02: { key: isPublicKey },
  [SIGHASH_TYPE]: { value: bytes(4) },
  // Redeem script, witness script, derivation path.
  0x04: {},
  0x05: {},
  0x06: publicKeyPath,
  // The final scriptSig and witness; a proof-of-reserves commitment.
  0x07: {},
  0x08: { value: (value) => fits(value, (reader) => repeat(reader, reader.sized)) },
  0x09: {},
  // Preimages of RIPEMD-160, SHA-256, HASH-160 and HASH-256.
  0x0a: hash(20),
  0x0b: hash(32),
  0x0c: hash(20),
  0x0d: hash(32),
  // The spent transaction's id, the output index, the sequence, and the required lock times (time, height).
  0x0e: v2Required(bytes(32)),
  0x0f: v2Required(bytes(4)),
  0x10: v2(bytes(4)),
  0x11: v2((value) => value.length === 4 && uint32(value) >= FIRST_TIME),
  0x12: v2((value) => value.length === 4 && uint32(value) > 0 && uint32(value) < FIRST_TIME),
  // Taproot: key-path signature, script-path signature, leaf script, derivation path, internal key, Merkle root.
  0x13: { value: isSchnorr },
  0x14: { key: bytes(64), value: isSchnorr },
  0x15: {
    key: ({ length }) => length >= 33 && length <= 33 + 32 * 128 && (length - 33) % 32 === 0,
    value: ({ length }) => length > 0,
  },
  0x16: taprootPath,
  0x17: { value: bytes(32) },
  0x18: { value: bytes(32) },
}

export const OUTPUT: Fields = {
  // Redeem script, witness script, derivation path.
  0x00: {},
  0x01: {},
  0x02: publicKeyPath,
  // Amount; script.
  0x03: v2Required(bytes(8)),
  0x04: v2Required(() => true),
  // Taproot: internal key, tree, derivation path.
  0x05: { value: bytes(32) },
  0x06: {
    value: (value) =>
      value.length > 0 &&
      fits(value, (reader) => {
        while (!reader.isAtEnd()) {
          // The depth and version of a leaf (1 byte each), then its script.
          reader.take(2)
          reader.sized()
        }
      }),
  },
  0x07: taprootPath,
}
