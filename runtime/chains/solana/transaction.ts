/**
 * Converts an app's transactions to bytes, and signed bytes back to the app's own type: bytes, base64, or an object of
 * one of @solana/web3.js's two classes. It recognises these objects by their methods, because the kit does not include
 * that library.
 */
import { decodeBase64, encodeBase64, parseBytes } from './encodings.ts'

/** A `Transaction` or `VersionedTransaction` of @solana/web3.js. */
export type Web3Transaction = {
  serialize: (options?: { requireAllSignatures?: boolean; verifySignatures?: boolean }) => Uint8Array
  readonly signatures: readonly unknown[]
}

/** What can be signed: a transaction's bytes as they are sent, the same in base64, or an object of @solana/web3.js. */
export type AnyTransaction = Uint8Array | string | Web3Transaction

type LegacyShape = Web3Transaction & {
  feePayer?: unknown
  recentBlockhash?: unknown
  instructions?: readonly { programId?: { constructor?: unknown } }[]
  partialSign?: (...signers: readonly unknown[]) => void
}
type VersionedShape = Web3Transaction & { sign?: (signers: readonly unknown[]) => void }

const isVersioned = (transaction: Web3Transaction): transaction is VersionedShape => 'version' in transaction

/**
 * The bytes of a transaction; `undefined` for a string that is not base64. Throws web3.js's errors, and an Error for a
 * value that is no transaction.
 */
export function toBytes(transaction: AnyTransaction): Uint8Array | undefined {
  if (typeof transaction === 'string') return decodeBase64(transaction)
  const bytes = parseBytes(transaction)
  if (bytes) return bytes
  const object = transaction as Web3Transaction
  if (typeof object?.serialize !== 'function') throw new Error('This is not a Solana transaction')
  // Serialise without checking signatures: the wallet has not signed yet.
  const given = isVersioned(object)
    ? object.serialize()
    : object.serialize({ requireAllSignatures: false, verifySignatures: false })
  return parseBytes(given)
}

/** Converts `signed` to the type of `like`: base64, bytes, or a new object of the same class. */
export function fromBytes<T extends AnyTransaction>(like: T, signed: Uint8Array): T {
  if (typeof like === 'string') return encodeBase64(signed) as T
  if (parseBytes(like)) return signed as T
  type Class = { deserialize?: (bytes: Uint8Array) => unknown; from?: (bytes: Uint8Array) => unknown }
  const own = like.constructor as Class
  const read = isVersioned(like as Web3Transaction) ? own.deserialize : own.from
  if (typeof read !== 'function') throw new Error('This transaction cannot be read back')
  return read.call(own, signed) as T
}

/**
 * Fills in a legacy `Transaction`'s missing payer and blockhash in place, as wallet adapters' `sendTransaction` does.
 */
export async function fillIn(transaction: AnyTransaction, address: string, blockhash: () => Promise<string>) {
  if (typeof transaction === 'string' || parseBytes(transaction)) return
  if (isVersioned(transaction as Web3Transaction)) return
  const legacy = transaction as LegacyShape
  const Key = legacy.instructions?.[0]?.programId?.constructor
  if (!legacy.feePayer && typeof Key === 'function') {
    legacy.feePayer = Reflect.construct(Key, [address]) as unknown
  }
  if (!legacy.recentBlockhash) legacy.recentBlockhash = await blockhash()
}

/** Signs with the app's own keys, such as the key of an account that the transaction creates. */
export function signWith(transaction: AnyTransaction, signers: readonly unknown[]) {
  if (!signers.length) return
  const object = transaction as VersionedShape & LegacyShape
  if (typeof object.partialSign === 'function') object.partialSign(...signers)
  else if (typeof object.sign === 'function') object.sign(signers)
  else throw new Error('Sign bytes before they are handed over: signers are for objects of @solana/web3.js')
}
