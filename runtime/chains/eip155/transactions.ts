/**
 * EVM transactions as bytes, for apps that build, read or check them themselves: the five types (EIP-2718) and blobs
 * (EIP-4844). Behind `transactions()` of `walletkit/chains/eip155`; nothing of the kit loads it.
 */
import {
  parseTransaction as parse,
  type Hex,
  serializeTransaction as serialize,
  type Signature,
  toBlobs as split,
  type TransactionSerializable,
} from 'viem'
import { BLOB_DATA_LIMIT } from './blob.ts'
import { TransactionError } from './transactionError.ts'
import type { TransactionType } from './typedTransaction.ts'

export * from './blob.ts'
export { type Cursor, createCursor, RECURSIVE_READ_LIMIT } from './cursor.ts'
export { classifyTransactionError, TransactionError, type TransactionErrorKind } from './transactionError.ts'
export { TRANSACTION_TYPES, type TransactionType, transactionTypeOf } from './typedTransaction.ts'

/** The bytes that are signed, or with a signature those that are sent. Throws where the fields fit no type, or not each other. */
export function serializeTransaction(transaction: TransactionSerializable, signature?: Signature): Hex {
  const { maxFeePerGas, maxPriorityFeePerGas, gasPrice } = transaction
  const cap = maxFeePerGas ?? gasPrice
  if (cap !== undefined && cap >= 2n ** 256n) throw new TransactionError('feeCapTooHigh')
  if (cap !== undefined && maxPriorityFeePerGas !== undefined && maxPriorityFeePerGas > cap)
    throw new TransactionError('tipAboveFeeCap')
  return serialize(transaction, signature)
}

/** What serialised bytes hold, its `type` among it. Throws for what is no transaction of a known type. */
export const parseTransaction = (bytes: Hex): TransactionSerializable & { type: TransactionType } =>
  parse(bytes) as TransactionSerializable & { type: TransactionType }

/** Data as blobs of 131,072 bytes in hex, ready for `TransactionRequest.blobs`. At most 761,855 bytes, and at least one. */
export function toBlobs(data: Uint8Array): Hex[] {
  if (!data.length || data.length > BLOB_DATA_LIMIT)
    throw new RangeError(`Blobs hold 1 to ${BLOB_DATA_LIMIT} bytes, not ${data.length}`)
  return [...split({ data, to: 'hex' })]
}
