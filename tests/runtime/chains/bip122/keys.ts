/**
 * Keys, messages and transactions of the test wallets: BIP-322 and PSBTs by @scure/btc-signer, BIP-137 by
 * @noble/curves.
 */
import { createHash } from 'node:crypto'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import * as btc from '@scure/btc-signer'
import { testSeeds } from '../../../../sandbox/wallet/namespaces/keys.ts'

export type Word = 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest'
const NETWORKS = {
  mainnet: btc.NETWORK,
  testnet: btc.TEST_NETWORK,
  testnet4: btc.TEST_NETWORK,
  signet: btc.TEST_NETWORK,
  regtest: { ...btc.TEST_NETWORK, bech32: 'bcrt' },
}

export const seeds = testSeeds('bip122')
export type Key = { seed: Uint8Array; kind: 'p2wpkh' | 'p2tr' | 'p2pkh' }
export const payment: Key = { seed: seeds[0] ?? new Uint8Array(), kind: 'p2wpkh' }
export const ordinals: Key = { seed: seeds[1] ?? new Uint8Array(), kind: 'p2tr' }
export const legacy: Key = { seed: seeds[2] ?? new Uint8Array(), kind: 'p2pkh' }

const scriptOf = ({ seed, kind }: Key, chain: Word) => {
  if (kind === 'p2tr') return btc.p2tr(schnorr.getPublicKey(seed), undefined, NETWORKS[chain])
  return btc[kind](secp256k1.getPublicKey(seed, true), NETWORKS[chain])
}
export const addressOf = (key: Key, chain: Word = 'regtest') => scriptOf(key, chain).address ?? ''
export const publicKeyOf = ({ seed, kind }: Key) =>
  kind === 'p2tr' ? schnorr.getPublicKey(seed) : secp256k1.getPublicKey(seed, true)
export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const sha256 = (bytes: Uint8Array) => Uint8Array.from(createHash('sha256').update(bytes).digest())
const tagged = (tag: string, message: Uint8Array) => {
  const hash = sha256(new TextEncoder().encode(tag))
  return sha256(Uint8Array.of(...hash, ...hash, ...message))
}
export const bip322Hash = (message: string) => tagged('BIP0322-signed-message', new TextEncoder().encode(message))

/** BIP-322's two virtual transactions for a message and an output script. */
export function virtualTransactions(message: string, script: Uint8Array) {
  const free = { version: 0, allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true } as const
  const toSpend = new btc.Transaction(free)
  toSpend.addOutput({ amount: 0n, script })
  toSpend.addInput({
    txid: new Uint8Array(32),
    index: 0xffffffff,
    sequence: 0,
    finalScriptSig: Uint8Array.of(0, 32, ...bip322Hash(message)),
  })
  const toSign = new btc.Transaction(free)
  toSign.addInput({ txid: toSpend.id, index: 0, sequence: 0, witnessUtxo: { amount: 0n, script } })
  toSign.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) })
  return { toSpend, toSign }
}

/** A BIP-322 "simple" signature, which is a witness. */
export function signBip322(message: string, key: Key): Uint8Array {
  const { script } = scriptOf(key, 'mainnet')
  const { toSign } = virtualTransactions(message, script)
  if (key.kind === 'p2tr') toSign.updateInput(0, { tapInternalKey: schnorr.getPublicKey(key.seed) })
  toSign.signIdx(key.seed, 0)
  toSign.finalize()
  return btc.RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? [])
}

/** The double SHA-256 of the message after Bitcoin's usual prefix. Only for messages of less than 253 bytes. */
function messageHash(message: string): Uint8Array {
  const [opening, bytes] = ['\x18Bitcoin Signed Message:\n', message].map((text) => new TextEncoder().encode(text))
  return sha256(sha256(Uint8Array.of(...(opening ?? []), bytes?.length ?? 0, ...(bytes ?? []))))
}

/** A BIP-137 signature. Its first byte tells the kind of address. */
export function signEcdsa(message: string, { seed, kind }: Key): Uint8Array {
  const signed = secp256k1.sign(messageHash(message), seed)
  return Uint8Array.of((kind === 'p2pkh' ? 31 : 39) + signed.recovery, ...signed.toCompactRawBytes())
}

/** A PSBT that spends one coin of each key, all to the first key. */
export function psbtOf(keys: readonly Key[], chain: Word = 'regtest', sighashType?: number): Uint8Array {
  const transaction = new btc.Transaction()
  keys.forEach((key, index) => {
    const { script } = scriptOf(key, chain)
    transaction.addInput({
      txid: String(index + 1).repeat(64),
      index,
      witnessUtxo: { amount: 10_000n, script },
      ...(sighashType !== undefined && { sighashType }),
      ...(key.kind === 'p2tr' && { tapInternalKey: schnorr.getPublicKey(key.seed) }),
    })
  })
  transaction.addOutputAddress(addressOf(keys[0] ?? payment, chain), 9_000n, NETWORKS[chain])
  return transaction.toPSBT()
}

/** The signature hash types by the Wallet Standard's names. */
export const SIGHASHES: Readonly<Record<string, number>> = {
  ...{ ALL: 0x01, NONE: 0x02, SINGLE: 0x03 },
  ...{ 'ALL|ANYONECANPAY': 0x81, 'NONE|ANYONECANPAY': 0x82, 'SINGLE|ANYONECANPAY': 0x83 },
}

type ToSign = { key: Key; index: number; type?: number }

/**
 * Signs the inputs, as a wallet does, each with its `type` if that is given. `finalise` for a transaction that is sent.
 */
export function signPsbt(psbt: Uint8Array, inputs: readonly ToSign[], finalise = false) {
  const transaction = btc.Transaction.fromPSBT(psbt)
  for (const { key, index, type } of inputs) transaction.signIdx(key.seed, index, type === undefined ? type : [type])
  if (finalise) transaction.finalize()
  return { psbt: transaction.toPSBT(), txid: finalise ? transaction.id : undefined }
}

/** The id of a PSBT's transaction. @throws Error when it is not final */
export const txidOf = (psbt: Uint8Array): string => btc.Transaction.fromPSBT(psbt).id

/**
 * Finalises a PSBT, as an app does, and returns the transaction's id.
 * @throws Error when a signature is missing or wrong
 */
export function finalised(psbt: string): string {
  const transaction = btc.Transaction.fromPSBT(Buffer.from(psbt, 'base64'))
  transaction.finalize()
  return transaction.id
}
