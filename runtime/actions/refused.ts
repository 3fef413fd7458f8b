/**
 * Recognises errors which prove that a wallet, node or bundler has not accepted a transaction. After any other error
 * the transaction may have been sent, because only the answer may have been lost.
 */
import { isDoubted } from '../errors/aborted.ts'
import { WalletKitError } from '../errors/base.ts'
import { errorParts, readCode, readMessage } from '../errors/rejection.ts'
import { RPC_CODES } from '../errors/rpc.ts'

const CODES: ReadonlySet<number | undefined> = new Set([
  RPC_CODES.parseError,
  RPC_CODES.invalidRequest,
  RPC_CODES.methodNotFound,
  RPC_CODES.invalidParams,
  // MetaMask's code while another request waits for the visitor.
  RPC_CODES.resourceUnavailable,
  RPC_CODES.transactionRejected,
  RPC_CODES.methodNotSupported,
  RPC_CODES.unauthorized,
  RPC_CODES.unsupportedMethod,
  RPC_CODES.chainDisconnected,
  RPC_CODES.unrecognizedChain,
])
/**
 * Whether a code is one of `CODES`, or means a reverted call (3), a refused batch (EIP-5792) or a refused user
 * operation (ERC-7769).
 */
const isRefusalCode = (code: number | undefined) =>
  CODES.has(code) ||
  code === 3 ||
  (code !== undefined && ((code >= 5700 && code <= 5760) || (code <= -32500 && code >= -32508) || code === -32521))

/**
 * Matches the codes with which ERC-4337's entry point refuses an operation (AA1x to AA3x), and nodes' words for an
 * account without enough money and for a call that reverts.
 */
const REASONS = /\bAA[1-3]\d\b|insufficient funds|execution reverted/i

/** Codes of the kit's own errors for a lost answer or an unclear outcome: the wallet may have sent the transaction. */
const BROKEN: ReadonlySet<string> = new Set(['FRAME_TIMEOUT', 'RELAY_FAILED', 'TX_UNCERTAIN'])

export function isClearRefusal(error: unknown): boolean {
  // An error of the login frame (the login service's iframe) that has a code of EIP-1193 contains the kit's own error
  // as `cause`.
  const own = [error, ...(error instanceof Error ? [error.cause] : [])].find((part) => part instanceof WalletKitError)
  if (own && (own === error || own.code === 'FRAME')) {
    // The login frame's error is marked (`doubt`) if the visitor had approved before it; without the mark, the frame
    // refused the request and sent nothing.
    const isBroken = own.code === 'FRAME' ? isDoubted(error) : BROKEN.has(own.code)
    if (!isBroken) return true
    // Do not judge its cause here: that was done when `TX_UNCERTAIN` was thrown.
    if (own.code === 'TX_UNCERTAIN') return false
  }
  for (const part of errorParts(error))
    if (isRefusalCode(readCode(part)) || REASONS.test(readMessage(part))) return true
  return false
}
