/** Signs messages with recoverable ECDSA (BIP-137), or with the witness of a virtual transaction (BIP-322). */
import {
  CompactSize,
  concatBytes,
  RawTx,
  RawWitness,
  secp256k1,
  sha256,
  Transaction,
  utf8ToBytes,
} from '../../lib/vendor/testKeys.ts'
import { invalid } from '../errors.ts'
import type { BitcoinKey } from './bitcoinKeys.ts'

/** `messageHash`: the 32 bytes that the signature commits to. */
export type SignedMessage = { signature: Uint8Array; messageHash: Uint8Array }

/** Signs by BIP-137 (65 bytes). Throws -32602 for a taproot address: such a signature cannot prove its tweaked key. */
export function signEcdsa({ seed, purpose }: BitcoinKey, message: string): SignedMessage {
  if (purpose === 'ordinals') throw invalid('A taproot address signs messages by BIP-322 only')
  const bytes = utf8ToBytes(message)
  const opening = utf8ToBytes('\x18Bitcoin Signed Message:\n')
  const messageHash = sha256(sha256(concatBytes(opening, CompactSize.encode(BigInt(bytes.length)), bytes)))
  const signed = secp256k1.sign(messageHash, seed)
  // Header bytes from 39 on mean a native segwit address.
  return { signature: concatBytes(Uint8Array.of(39 + signed.recovery), signed.toCompactRawBytes()), messageHash }
}

/** BIP-340's tagged hash. */
function taggedHash(tag: string, bytes: Uint8Array): Uint8Array {
  const label = sha256(utf8ToBytes(tag))
  return sha256(concatBytes(label, label, bytes))
}

const OP_RETURN = 0x6a

/**
 * Signs with "simple" BIP-322: the signature is the witness of a virtual transaction that spends another virtual
 * transaction, which contains the message and the address's script.
 */
export function signBip322({ seed, publicKey, script, purpose }: BitcoinKey, message: string): SignedMessage {
  const messageHash = taggedHash('BIP0322-signed-message', utf8ToBytes(message))
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(Uint8Array.of(0, 32), messageHash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  const toSign = new Transaction({ version: 0, allowUnknownVersion: true, allowUnknownOutputs: true })
  toSign.addInput({
    txid: sha256(sha256(toSpend)).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(purpose === 'ordinals' && { tapInternalKey: publicKey }),
  })
  toSign.addOutput({ script: Uint8Array.of(OP_RETURN), amount: 0n })
  toSign.signIdx(seed, 0)
  toSign.finalizeIdx(0)
  return { signature: RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []), messageHash }
}
