/** Real signatures of what Bitcoin wallets are asked for, by one key: its segwit address pays, its taproot one holds ordinals. */
import {
  base64,
  p2tr,
  p2wpkh,
  RawWitness,
  secp256k1,
  sha256,
  SigHash,
  Transaction,
  type TransactionInput,
} from '../../vendor/testKeys.ts'
import { invalid } from '../errors.ts'

/** Address prefixes of the chains that a test wallet may be on. */
const NETWORKS = {
  mainnet: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
  testnet: { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  regtest: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
} as const
export type BitcoinChain = keyof typeof NETWORKS

export type BitcoinKey = {
  address: string
  /** 33 bytes on segwit, 32 on taproot. */
  publicKey: Uint8Array
  purpose: 'payment' | 'ordinals'
  script: Uint8Array
  seed: Uint8Array
}

/** The two accounts of a key: BIP-84's kind of address, and BIP-86's. */
export function bitcoinKeys(seed: Uint8Array, chain: BitcoinChain): [payment: BitcoinKey, ordinals: BitcoinKey] {
  const [network, publicKey] = [NETWORKS[chain], secp256k1.getPublicKey(seed, true)]
  const [pays, holds] = [p2wpkh(publicKey, network), p2tr(publicKey.subarray(1), undefined, network)]
  return [
    { address: pays.address ?? '', publicKey, purpose: 'payment', script: pays.script, seed },
    { address: holds.address ?? '', publicKey: publicKey.subarray(1), purpose: 'ordinals', script: holds.script, seed },
  ]
}

const text = new TextEncoder()
const join = (...parts: (Uint8Array | readonly number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const zeros = (length: number) => new Uint8Array(length)

/** How a script input of this key is told to the library. */
const spending = ({ script, publicKey, purpose }: BitcoinKey, amount: bigint): Partial<TransactionInput> => ({
  witnessUtxo: { script, amount },
  ...(purpose === 'ordinals' && { tapInternalKey: publicKey }),
})

/** BIP-340's tagged hash. */
function taggedHash(tag: string, bytes: Uint8Array): Uint8Array {
  const label = sha256(text.encode(tag))
  return sha256(join(label, label, bytes))
}

/** BIP-322, the simple form: the witness of a transaction that nobody can send, in base64. */
export function signBip322(key: BitcoinKey, message: string): string {
  const hash = taggedHash('BIP0322-signed-message', text.encode(message))
  const toSpend = join(
    zeros(4),
    [1],
    zeros(32),
    [255, 255, 255, 255, 34, 0, 32],
    hash,
    zeros(4),
    [1],
    zeros(8),
    [key.script.length],
    key.script,
    zeros(4),
  )
  const toSign = new Transaction({ version: 0, allowUnknownVersion: true, allowUnknownOutputs: true })
  const txid = sha256(sha256(toSpend)).reverse()
  toSign.addInput({ txid, index: 0, sequence: 0, ...spending(key, 0n) })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  toSign.signIdx(key.seed, 0)
  toSign.finalizeIdx(0)
  return base64.encode(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []))
}

/** BIP-137: a recoverable ECDSA signature over the message behind its well-known opening, in base64. */
export function signEcdsa(key: BitcoinKey, message: string): string {
  const bytes = text.encode(message)
  if (bytes.length > 252) throw invalid('The message is too long for a test wallet')
  const hash = sha256(sha256(join(text.encode('\x18Bitcoin Signed Message:\n'), [bytes.length], bytes)))
  const signed = secp256k1.sign(hash, key.seed)
  // 39 and up: the address is a segwit one.
  return base64.encode(join([39 + signed.recovery], signed.toCompactRawBytes()))
}

/** Signs the inputs named for the key, all of its own where none is. Throws -32602 where there is nothing to sign. */
export function signPsbt(psbt: string, keys: readonly BitcoinKey[], inputs?: Readonly<Record<string, number[]>>) {
  const transaction = Transaction.fromPSBT(base64.decode(psbt), { allowUnknownOutputs: true })
  const signed = keys.flatMap((key) => {
    const own = Array.from({ length: transaction.inputsLength }, (_, index) => index).filter((index) => {
      const { script } = transaction.getInput(index).witnessUtxo ?? {}
      return script !== undefined && String(script) === String(key.script)
    })
    return (inputs ? own.filter((index) => inputs[key.address]?.includes(index)) : own).map((index) => {
      transaction.signIdx(key.seed, index, [SigHash.ALL, SigHash.DEFAULT])
      return index
    })
  })
  if (!signed.length) throw invalid('There is no input here that this wallet can sign')
  return transaction
}

/** An output that can be spent. */
export type Unspent = { txid: string; vout: number; value: number }
/** Satoshi for one virtual byte. */
const FEE_RATE = 2n
const DUST = 600n

/** A signed transaction that pays `amount` satoshi, the rest going back to the key. Throws where there is not enough. */
export function payFrom(
  key: BitcoinKey,
  unspent: readonly Unspent[],
  recipient: string,
  amount: bigint,
  chain: BitcoinChain,
): Transaction {
  const transaction = new Transaction()
  let held = 0n
  const fee = () => FEE_RATE * BigInt(11 + 68 * transaction.inputsLength + 43 * 2)
  for (const { txid, vout, value } of unspent) {
    if (held >= amount + fee() + DUST) break
    transaction.addInput({ txid, index: vout, ...spending(key, BigInt(value)) })
    held += BigInt(value)
  }
  if (held < amount + fee()) throw invalid('The account has not that much')
  transaction.addOutputAddress(recipient, amount, NETWORKS[chain])
  const rest = held - amount - fee()
  if (rest >= DUST) transaction.addOutputAddress(key.address, rest, NETWORKS[chain])
  transaction.sign(key.seed)
  transaction.finalize()
  return transaction
}
