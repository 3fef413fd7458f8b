/**
 * Checks fees, access lists, blobs and authorizations before they go to the wallet. It loads only for a request with
 * such fields, because few have them.
 */
import type { TransactionRequest } from '../../contracts/adapter.ts'
import { isHash } from '../../lib/abi.ts'
import { type Hex, isHexAddress, toHex } from './provider.ts'
import { TransactionError } from './transactionError.ts'

/** Limits of blob transactions (EIP-4844). Sizes in bytes. */
export const FIELD_ELEMENTS_PER_BLOB = 4_096
export const FIELD_ELEMENT_SIZE = 32
export const BLOB_SIZE = FIELD_ELEMENTS_PER_BLOB * FIELD_ELEMENT_SIZE
export const BLOBS_PER_TRANSACTION = 6
/**
 * The most bytes of data in one transaction's blobs. Data fills 31 of the 32 bytes of a field element: the first byte
 * is 0, which keeps the element below the BLS modulus. One more byte marks the end of the data.
 */
export const BLOB_DATA_LIMIT = (BLOB_SIZE - FIELD_ELEMENTS_PER_BLOB) * BLOBS_PER_TRANSACTION - 1

export const TRANSACTION_TYPES = ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]
/** Type bytes of EIP-2718. */
const TYPE_BYTES: Readonly<Record<TransactionType, Hex>> = {
  legacy: '0x0',
  eip2930: '0x1',
  eip1559: '0x2',
  eip4844: '0x3',
  eip7702: '0x4',
}
const MAX_UINT256 = 2n ** 256n - 1n

/** The type of transaction (EIP-2718) that the request's fields require; `undefined` if the wallet may choose. */
export function transactionTypeOf(request: Partial<TransactionRequest>): TransactionType | undefined {
  if (request.authorizationList) return 'eip7702'
  if (request.blobs || request.maxFeePerBlobGas !== undefined) return 'eip4844'
  if (request.maxFeePerGas !== undefined || request.maxPriorityFeePerGas !== undefined) return 'eip1559'
  if (request.gasPrice === undefined) return undefined
  return request.accessList ? 'eip2930' : 'legacy'
}

/**
 * The JSON-RPC fields that a request has in addition to those of a plain call. Throws a {@link TransactionError}, or an
 * Error that says what is wrong, if they are invalid or contradict each other.
 */
export function typedFields(request: TransactionRequest): Record<string, unknown> {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas } = request
  const { accessList, authorizationList, blobs } = request
  const type = transactionTypeOf(request)
  if (gasPrice !== undefined && type !== 'legacy' && type !== 'eip2930')
    throw new Error('gasPrice cannot stand beside the fields of a later transaction type')
  for (const fee of [gasPrice, maxFeePerGas, maxFeePerBlobGas])
    if (fee !== undefined && fee > MAX_UINT256) throw new TransactionError('feeCapTooHigh')
  for (const fee of [gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas])
    if (fee !== undefined && fee < 0n) throw new Error('A fee cannot be negative')
  if (maxPriorityFeePerGas !== undefined && maxFeePerGas !== undefined && maxPriorityFeePerGas > maxFeePerGas)
    throw new TransactionError('tipAboveFeeCap')
  if (blobs) checkBlobs(blobs)
  if (blobs && authorizationList) throw new Error('blobs and authorizationList are of two transaction types')
  return {
    ...(type && { type: TYPE_BYTES[type] }),
    ...hex({ maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas }),
    ...(accessList && { accessList: accessList.map(toAccess) }),
    ...(authorizationList && { authorizationList: authorizations(authorizationList) }),
    ...(blobs && { blobs }),
  }
}

const hex = (fields: Readonly<Record<string, bigint | undefined>>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, toHex(value)]])),
  )

function checkBlobs(blobs: readonly string[]) {
  if (!blobs.length || blobs.length > BLOBS_PER_TRANSACTION)
    throw new Error(`A transaction carries 1 to ${BLOBS_PER_TRANSACTION} blobs`)
  for (const blob of blobs)
    if (blob.length !== BLOB_SIZE * 2 + 2 || !/^0x[0-9a-f]+$/i.test(blob))
      throw new Error(`A blob is ${BLOB_SIZE} bytes in hex`)
}

function toAccess({ address, storageKeys }: NonNullable<TransactionRequest['accessList']>[number]) {
  if (!isHexAddress(address)) throw new Error('accessList has an invalid address')
  if (!storageKeys.every(isHash)) throw new Error('accessList holds a storage key that is not 32 bytes')
  return { address, storageKeys }
}

function authorizations(list: NonNullable<TransactionRequest['authorizationList']>) {
  if (!list.length) throw new Error('authorizationList is empty')
  return list.map(({ address, chainId, nonce, r, s, yParity }) => {
    if (!isHexAddress(address)) throw new Error('authorizationList has an invalid address')
    return { address, chainId: toHex(chainId), nonce: toHex(nonce), r, s, yParity: toHex(yParity) }
  })
}
