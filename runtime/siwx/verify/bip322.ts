/** The hashes that Bitcoin message signatures sign: of BIP-322's two virtual transactions, and BIP-137's. */
import { sha256 } from 'viem'

type Bytes = Uint8Array | readonly number[]

export const concat = (...parts: readonly Bytes[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))
const hash = (bytes: Uint8Array) => sha256(bytes, 'bytes')
const doubleSha256 = (bytes: Uint8Array) => hash(hash(bytes))
const zeros = (length: number) => new Uint8Array(length)
const text = (value: string) => new TextEncoder().encode(value)

/** Tagged hash of BIP-340. */
function taggedHash(tag: string, bytes: Uint8Array): Uint8Array {
  const label = hash(text(tag))
  return hash(concat(label, label, bytes))
}

/** A compact size, little-endian. Supports up to 65,535, more than any message here. */
const compactSize = (length: number) => (length < 253 ? [length] : [253, length & 255, length >> 8])

/** BIP-137: the hash of the message with its standard prefix. */
export const legacyHash = (message: Uint8Array): Uint8Array =>
  doubleSha256(concat(text('\x18Bitcoin Signed Message:\n'), compactSize(message.length), message))

/** The outpoint of `to_spend`: a virtual transaction, invalid on the network, whose output belongs to the address. */
function outpointOf(message: Uint8Array, script: Uint8Array): Uint8Array {
  const challenge = taggedHash('BIP0322-signed-message', message)
  const input = concat(zeros(32), [255, 255, 255, 255], [34, 0, 32], challenge, zeros(4))
  const output = concat(zeros(8), [script.length], script)
  return concat(doubleSha256(concat(zeros(4), [1], input, [1], output, zeros(4))), zeros(4))
}

/** The only output of `to_sign`: amount 0, script OP_RETURN. */
const OUTPUT = concat(zeros(8), [1, 0x6a])

/** The hash that a P2WPKH input of `to_sign` signs (BIP-143, SIGHASH_ALL). */
export function segwitHash(message: Uint8Array, program: Uint8Array): Uint8Array {
  const outpoint = outpointOf(message, concat([0, 20], program))
  const code = concat([0x19, 0x76, 0xa9, 20], program, [0x88, 0xac])
  const [sequence, amount] = [zeros(4), zeros(8)]
  return doubleSha256(
    concat(
      zeros(4),
      doubleSha256(outpoint),
      doubleSha256(sequence),
      outpoint,
      code,
      amount,
      sequence,
      doubleSha256(OUTPUT),
      zeros(4),
      [1, 0, 0, 0],
    ),
  )
}

/**
 * The hash that a P2TR input of `to_sign` signs (key path, BIP-341). `rule`: SIGHASH_DEFAULT (0) or SIGHASH_ALL (1).
 */
export function taprootHash(message: Uint8Array, program: Uint8Array, rule: number): Uint8Array {
  const script = concat([0x51, 32], program)
  const outpoint = outpointOf(message, script)
  const [version, lockTime, sequence, amount, index] = [zeros(4), zeros(4), zeros(4), zeros(8), zeros(4)]
  return taggedHash(
    'TapSighash',
    concat(
      [0, rule],
      version,
      lockTime,
      hash(outpoint),
      hash(amount),
      hash(concat([script.length], script)),
      hash(sequence),
      hash(OUTPUT),
      [0],
      index,
    ),
  )
}
