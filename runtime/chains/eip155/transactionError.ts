/**
 * Classifies why a node refuses a transaction, or does not find it. JSON-RPC has one code for most of these, so this
 * reads the messages of geth, erigon, nethermind, besu, reth and anvil. viem's table has about the same size, but only
 * nine of the twelve classes and the messages of fewer nodes.
 */
import { WalletKitError } from '../../errors/base.ts'
import { errorParts, isUserRejection, readMessage } from '../../errors/rejection.ts'
import { TRANSACTION_ERRORS, type TransactionErrorCode } from '../../errors/transaction.ts'
import { cleanText } from '../../lib/text.ts'
import { createCursor } from './cursor.ts'

/** The error code of each class, in `errors/transaction.ts`. */
export const TRANSACTION_ERROR_CODES = {
  executionReverted: 'TX_REVERTED',
  feeCapTooHigh: 'TX_FEE_CAP_TOO_HIGH',
  feeCapTooLow: 'TX_FEE_CAP_TOO_LOW',
  nonceTooHigh: 'TX_NONCE_TOO_HIGH',
  nonceTooLow: 'TX_NONCE_TOO_LOW',
  insufficientFunds: 'TX_INSUFFICIENT_FUNDS',
  intrinsicGasTooHigh: 'TX_GAS_TOO_HIGH',
  intrinsicGasTooLow: 'TX_GAS_TOO_LOW',
  tipAboveFeeCap: 'TX_TIP_ABOVE_FEE_CAP',
  transactionNotFound: 'TX_NOT_FOUND',
  receiptNotFound: 'TX_RECEIPT_NOT_FOUND',
  waitTimeout: 'TX_WAIT_TIMEOUT',
} as const satisfies Record<string, TransactionErrorCode>

export type TransactionErrorKind = keyof typeof TRANSACTION_ERROR_CODES

/** `message` is the text in `errors/transaction.ts`; `reason` is the contract's own text, at most 200 characters. */
export class TransactionError extends WalletKitError {
  override readonly name = 'TransactionError'
  readonly kind: TransactionErrorKind
  readonly reason: string | undefined
  constructor(kind: TransactionErrorKind, cause?: unknown, reason?: string) {
    const code = TRANSACTION_ERROR_CODES[kind]
    super(code, TRANSACTION_ERRORS[code].message, cause)
    this.kind = kind
    this.reason = reason
  }
}

/**
 * Patterns of nodes' messages. Reverts come first, because a contract may use the words of any other class as its
 * reason.
 */
const WORDS: readonly (readonly [TransactionErrorKind, RegExp])[] = [
  ['executionReverted', /execution reverted|vm execution error|transaction reverted|gas required exceeds allowance/i],
  [
    'tipAboveFeeCap',
    /max[ _]priority[ _]fee[ _]per[ _]gas`? ((cannot be|is) )?(higher|greater) than `?max|tip higher than fee cap|priority fee is greater than max fee|InvalidMaxPriorityFeePerGas/i,
  ],
  [
    'feeCapTooHigh',
    /(?<!priority )fee (cap|per gas) higher than 2\^256|exceeds the configured cap|overflow payment in transaction|max fee per gas too high/i,
  ],
  [
    'feeCapTooLow',
    /(max fee per gas|fee cap|gas price) (is )?less than (the )?(block|current) base ?fee|gasPrice is less than the current BaseFee|miner premium is negative|transaction is outdated|underpriced|\bfee ?too ?low\b|max fee per gas too low/i,
  ],
  [
    'nonceTooHigh',
    /nonce (\d+ )?too high|nonce \d+ does not match sender account nonce|nonce ?gap|nonce ?too ?(far|distant) ?(in|from)/i,
  ],
  [
    'nonceTooLow',
    /nonce (\d+ )?too low|nonce \d+ below sender account nonce|\bOldNonce\b|already ?known|already imported|known transaction/i,
  ],
  [
    'insufficientFunds',
    /insufficient ?(funds|sender balance|MaxFeePerGas for sender)|exceeds (transaction sender )?account balance|lack of funds/i,
  ],
  [
    'intrinsicGasTooLow',
    /intrinsic gas too low|intrinsic gas cost \d+ exceeds gas limit|gas limit below intrinsic|(call gas cost|gas floor) \(\d+\) exceeds the gas limit|insufficient gas for floor data|intrinsic gas exceeds gas limit/i,
  ],
  [
    'intrinsicGasTooHigh',
    /intrinsic gas too high|gas ?limit ?(reached|exceeded)|gas limit (is )?too high|exceeds (the )?block gas limit|gas limit must be at most|gas limit \(?\d*\)? ?(is )?greater than the cap/i,
  ],
]

/** The code of a reverted call in nodes' answers. Ledger Live answers with the same code if the person declines. */
const REVERT_CODE = 3
const DECLINED = /declined/i

/**
 * Classifies an error by its messages and codes, and those of its inner errors. `undefined` for user rejections, for
 * `TX_UNCERTAIN`, and for unknown errors.
 */
export function classifyTransactionError(error: unknown): TransactionError | undefined {
  if (error instanceof TransactionError) return error
  // An error with an uncertain outcome (`TX_UNCERTAIN`) gets no class, whatever its cause says.
  if (isUserRejection(error) || (error instanceof WalletKitError && error.code === 'TX_UNCERTAIN')) return undefined
  for (const part of errorParts(error)) {
    const message = readMessage(part).slice(0, 2_000)
    const [kind] = WORDS.find(([, words]) => words.test(message)) ?? []
    if (kind === 'executionReverted') return new TransactionError(kind, error, reasonOf(error))
    if (kind) return new TransactionError(kind, error)
  }
  for (const part of errorParts(error))
    if (read(part, 'code') === REVERT_CODE && !DECLINED.test(readMessage(part)))
      return new TransactionError('executionReverted', error, reasonOf(error))
  return undefined
}

/** The classified error, or the error itself if it has no class. */
export const toTransactionError = (error: unknown): unknown => classifyTransactionError(error) ?? error

/** The contract's own reason of a revert: from the error's message, else from its ABI-encoded data. */
function reasonOf(error: unknown): string | undefined {
  for (const part of errorParts(error)) {
    const said = /reverted(?: with reason)?:?\s+(?!data:)(.+)$/is.exec(readMessage(part).slice(0, 2_000))?.[1]
    const reason = cleanText((said ?? '').replace(/[,:;]?\s*data: .*$/is, '').replace(/^["']|["']$/g, ''), 200)
    if (reason) return reason
  }
  for (const part of errorParts(error)) {
    const reason = parseRevert(part) ?? parseRevert(read(part, 'data'))
    if (reason) return reason
  }
  return undefined
}

/** First four bytes of keccak256('Error(string)'). */
const ERROR_SELECTOR = '0x08c379a0'

/** The string in the return data of `Error(string)`; `undefined` for other data. */
export function parseRevert(data: unknown): string | undefined {
  if (typeof data !== 'string' || !data.startsWith(ERROR_SELECTOR) || !/^0x([0-9a-f]{2}){4,16384}$/i.test(data)) return
  const bytes = Uint8Array.from(data.slice(10).match(/../g) ?? [], (byte) => Number(`0x${byte}`))
  const cursor = createCursor(bytes)
  try {
    const at = cursor.readIndex(0)
    return cleanText(new TextDecoder().decode(cursor.read(at + 32, cursor.readIndex(at))), 200) || undefined
  } catch {
    return undefined
  }
}

function read(value: unknown, key: string): unknown {
  try {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  } catch {
    return undefined
  }
}
