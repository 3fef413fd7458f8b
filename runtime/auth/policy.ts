/** Decides which requests an embedded wallet accepts, and which of them need the visitor's consent. */
import { WalletKitError } from '../errors/base.ts'
import { RPC_CODES } from '../errors/rpc.ts'
import { SAFE_METHODS, UNSAFE_METHODS } from '../connectors/methods.ts'
import { sendCalls } from './messages.ts'
import { Mismatch } from './shape.ts'

export type Class = 'safe' | 'unsafe'

/**
 * Whether a method needs the visitor's approval (`unsafe`) or runs at once (`safe`), by its exact name. `undefined` for
 * any other method: the wallet does not send such a request to the login service.
 */
export function classOf(method: string): Class | undefined {
  if (SAFE_METHODS.includes(method)) return 'safe'
  return UNSAFE_METHODS.includes(method) ? 'unsafe' : undefined
}

/**
 * The class of an app's request ({@link classOf}). Throws `METHOD_REFUSED` if the method has none, and code -32602 if
 * the calls of `wallet_sendCalls` are invalid.
 */
export function checkRequest(method: string, params: unknown): Class {
  const found = classOf(method)
  if (!found) throw new WalletKitError('METHOD_REFUSED', 'Requested RPC call is not allowed')
  if (method === 'wallet_sendCalls') checkCalls(params)
  return found
}

/** Checks `[{ calls: [{ to, data?, value? }], … }]` (EIP-5792). */
function checkCalls(params: unknown) {
  try {
    sendCalls.parse(Array.isArray(params) ? params[0] : undefined, 'wallet_sendCalls')
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error
    throw Object.assign(new Error(error.message), { code: RPC_CODES.invalidParams })
  }
}
