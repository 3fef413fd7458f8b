/**
 * The errors of the bundler's methods, with the codes of ERC-7769 (the JSON-RPC of ERC-4337), and the errors that
 * sending an operation throws.
 */
import { decodeErrorResult, isHex, parseAbi, type Hex } from 'viem'

/** An error response. `message` starts with the entry point's reason (`AA24 signature error`) if there is one. */
export class BundlerError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'BundlerError'
    this.code = code
    this.data = data
  }
}

/** Thrown when an operation could cost more than its sender allowed. Nothing was sent. */
export class FeeAbove extends Error {
  override readonly name = 'FeeAbove'
}

/**
 * Thrown when an earlier operation ran, in the transaction `transactionHash`, although the bundler had refused it. The
 * next operation was not sent: if it repeats the earlier one, its calls would be made twice.
 */
export class MadeAfterAll extends Error {
  override readonly name = 'MadeAfterAll'
  readonly transactionHash: Hex

  constructor(transactionHash: Hex) {
    super(`An operation that was refused was made after all, in transaction ${transactionHash}`)
    this.transactionHash = transactionHash
  }
}

/**
 * Thrown for an operation that was sent but is in no block yet, if it should be sent again, or if the wait for it ends.
 */
export class OnItsWay extends Error {
  override readonly name = 'OnItsWay'
}

/** Thrown when the chain does not say what became of an earlier operation, which may still run. Nothing was sent. */
export class Undecided extends Error {
  override readonly name = 'Undecided'
}

/**
 * Thrown when another operation took an operation's nonce. A prepared operation was not sent; a sent one never runs.
 */
export class NonceTaken extends Error {
  override readonly name = 'NonceTaken'
}

export const invalidParams = (message: string) => new BundlerError(-32602, `Invalid params: ${message}`)

/**
 * The error for an operation that was rejected before its calls ran: when its account was created (AA1x), or when the
 * account (AA2x) or its paymaster (AA3x) validated the operation.
 */
export function rejected(reason: string, data?: Hex): BundlerError {
  const [, which] = /^AA(\d\d)/.exec(reason) ?? []
  if (which === '24') return new BundlerError(-32507, reason, data)
  if (which?.startsWith('3')) return new BundlerError(-32501, reason, data)
  if (which === '22') return new BundlerError(-32503, reason, data)
  return new BundlerError(-32500, reason, data)
}

/** The error for an operation whose calls revert. */
export const reverted = (data: Hex) => new BundlerError(-32521, `execution reverted${explain(data)}`, data)

const entryPointErrors = () =>
  parseAbi([
    'error FailedOp(uint256 opIndex, string reason)',
    'error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)',
  ])

/** The error for a reverted `handleOps`, with the reason from its error data. */
export function rejectedBy(data: Hex): BundlerError {
  try {
    const { args } = decodeErrorResult({ abi: entryPointErrors(), data })
    return rejected(args[1], args[2])
  } catch {
    return new BundlerError(-32500, `The entry point reverted${explain(data)}`, data)
  }
}

const accountErrors = () =>
  parseAbi([
    'error ExecuteError(uint256 index, bytes reason)',
    'error Error(string reason)',
    'error Panic(uint256 code)',
  ])

/** A readable reason for a revert: the text of `require`, the failed call of a batch, or the first bytes. */
function explain(data: Hex): string {
  if (data === '0x') return ''
  try {
    const found = decodeErrorResult({ abi: accountErrors(), data }) as { errorName: string; args: readonly unknown[] }
    const [first, second] = found.args
    if (found.errorName === 'ExecuteError') return ` in call ${first}${isHex(second) ? explain(second) : ''}`
    return `: ${found.errorName === 'Panic' ? 'panic ' : ''}${first}`
  } catch {
    return ` (${data.slice(0, 10)})`
  }
}

/** The bytes in a node's error, or '0x' when there are none. */
export function revertData(error: object): Hex {
  const data = 'data' in error ? error.data : undefined
  return isHex(data) ? data : '0x'
}

/** Finds the bundler's own error inside viem's, which is less specific; returns `error` itself if there is none. */
export function unwrapped(error: unknown): unknown {
  for (let inner = error; inner instanceof Error; inner = inner.cause) if (inner instanceof BundlerError) return inner
  return error
}
