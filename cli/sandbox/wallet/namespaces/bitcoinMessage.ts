/** Signed messages: by ECDSA in the recoverable form (BIP-137), and as the proof that a coin could be spent (BIP-322). */
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import { invalid } from '../namespace.ts'
import type { BitcoinAccount } from './bitcoinAccounts.ts'

export type SignedMessage = { signature: Uint8Array; messageHash: Uint8Array }

/** A length as Bitcoin writes it. */
function compactSize(length: number): Uint8Array {
  if (length < 253) return Uint8Array.of(length)
  return Uint8Array.of(253, length & 255, (length >> 8) & 255)
}

/** The hash that a signed message commits to: twice SHA-256 of the message behind its well-known opening. */
function messageHash(message: string): Uint8Array {
  const bytes = utf8ToBytes(message)
  if (bytes.length > 65_535) throw invalid('The message is too long')
  const opening = utf8ToBytes('\x18Bitcoin Signed Message:\n')
  return sha256(sha256(concatBytes(opening, compactSize(bytes.length), bytes)))
}

/** @throws Fault for a Taproot address, whose key no such signature shows */
export function signEcdsa({ seed, intention }: BitcoinAccount, message: string): SignedMessage {
  if (intention === 'ordinal') throw invalid('A Taproot address signs messages with bip322 only')
  const hash = messageHash(message)
  const signed = secp256k1.sign(hash, seed)
  // BIP-137: 39 and up say that the address is a segwit one.
  const signature = concatBytes(Uint8Array.of(39 + signed.recovery), signed.toCompactRawBytes())
  return { signature, messageHash: hash }
}

/** BIP-340's tagged hash. */
function tagged(tag: string, message: Uint8Array): Uint8Array {
  const hash = sha256(utf8ToBytes(tag))
  return sha256(concatBytes(hash, hash, message))
}

/** BIP-322, "simple": the witness of a transaction that spends a made-up one, which commits to message and script. */
export function signBip322({ seed, key, script, intention }: BitcoinAccount, message: string): SignedMessage {
  const hash = tagged('BIP0322-signed-message', utf8ToBytes(message))
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(Uint8Array.of(0, 32), hash),
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
    ...(intention === 'ordinal' && { tapInternalKey: key }),
  })
  const opReturn = 0x6a
  toSign.addOutput({ script: Uint8Array.of(opReturn), amount: 0n })
  toSign.signIdx(seed, 0)
  toSign.finalizeIdx(0)
  const signature = RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? [])
  return { signature, messageHash: hash }
}

export const hexOf = ({ signature, messageHash: hash }: SignedMessage) => ({
  signature: bytesToHex(signature),
  messageHash: bytesToHex(hash),
})
