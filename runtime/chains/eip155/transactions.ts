/**
 * EVM transactions as bytes, for apps that build, read or check them themselves: the five types (EIP-2718) and blobs
 * (EIP-4844). Apps load it with `transactions()` of `walletkit/chains/eip155`; the kit itself never does.
 */
import {
  parseTransaction as parse,
  type Hex,
  serializeTransaction as serialize,
  type Signature,
  toBlobs as split,
  type TransactionSerializable,
} from 'viem'
import { BLOB_DATA_LIMIT, type TransactionType } from './typedTransaction.ts'
import { TransactionError } from './transactionError.ts'

export { type Cursor, createCursor, RECURSIVE_READ_LIMIT } from './cursor.ts'
export { classifyTransactionError, TransactionError, type TransactionErrorKind } from './transactionError.ts'
export {
  BLOB_DATA_LIMIT,
  BLOB_SIZE,
  BLOBS_PER_TRANSACTION,
  FIELD_ELEMENT_SIZE,
  FIELD_ELEMENTS_PER_BLOB,
  TRANSACTION_TYPES,
  type TransactionType,
  transactionTypeOf,
} from './typedTransaction.ts'

/**
 * The bytes to sign or, with a signature, the bytes to send. Throws if the fields match no transaction type, or
 * contradict each other.
 */
export function serializeTransaction(transaction: TransactionSerializable, signature?: Signature): Hex {
  const { maxFeePerGas, maxPriorityFeePerGas, gasPrice } = transaction
  const cap = maxFeePerGas ?? gasPrice
  if (cap !== undefined && cap >= 2n ** 256n) throw new TransactionError('feeCapTooHigh')
  if (cap !== undefined && maxPriorityFeePerGas !== undefined && maxPriorityFeePerGas > cap)
    throw new TransactionError('tipAboveFeeCap')
  return serialize(transaction, signature)
}

/** Parses serialised bytes into fields, including `type`. Throws if they are not a transaction of a known type. */
export const parseTransaction = (bytes: Hex): TransactionSerializable & { type: TransactionType } =>
  parse(bytes) as TransactionSerializable & { type: TransactionType }

/** Splits 1 to 761,855 bytes of data into blobs of 131,072 bytes in hex, for `TransactionRequest.blobs`. */
export function toBlobs(data: Uint8Array): Hex[] {
  if (!data.length || data.length > BLOB_DATA_LIMIT)
    throw new RangeError(`Blobs hold 1 to ${BLOB_DATA_LIMIT} bytes, not ${data.length}`)
  return [...split({ data, to: 'hex' })]
}
