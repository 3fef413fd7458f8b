/**
 * Recognises the visitor's own "no" in what a wallet throws. Real wallets throw plain objects, strings, and errors with
 * the code in unusual places, so these functions look at codes and at texts. They are not in `rpc.ts`, because the
 * modal needs only these functions for its first view.
 */
import { causes } from './causes.ts'

/** EIP-1193's code for a request that the user rejected. */
export const USER_REJECTED = 4001

/**
 * Whether the visitor rejected the request in the wallet, by the error's code or its text.
 *
 * @example
 * ```ts
 * import { isUserRejection } from 'walletkit/plugin'
 *
 * async function send(sending: Promise<unknown>) {
 *   try {
 *     await sending
 *   } catch (error) {
 *     if (!isUserRejection(error)) throw error
 *   }
 * }
 * ```
 */
export function isUserRejection(error: unknown): boolean {
  for (const part of errorParts(error)) {
    if (readCode(part) === USER_REJECTED || REJECTED.test(readMessage(part))) return true
  }
  return false
}

const REJECTED =
  /user (rejected|denied|disapproved|cancel+ed|refused)|(rejected|denied|cancel+ed) by (the )?user|request (was )?rejected|^transaction was rejected$|action_rejected/i

/** Yields the error, its causes, and the errors that wallets and libraries nest inside them. */
export function* errorParts(error: unknown): Generator<unknown> {
  for (const cause of causes(error)) {
    const data = read(cause, 'data')
    yield* [cause, read(data, 'originalError'), data, read(cause, 'error'), read(read(cause, 'info'), 'error')]
  }
}

/** The text of any thrown value; empty if it has none. Never throws. */
export function readMessage(error: unknown): string {
  if (typeof error === 'string') return error
  const message = read(error, 'shortMessage') ?? read(error, 'message')
  return typeof message === 'string' ? message : ''
}

/** The numeric code of any thrown value; `undefined` if it has none. Some wallets write it as text. Never throws. */
export function readCode(error: unknown): number | undefined {
  const code = read(error, 'code')
  if (typeof code === 'number') return code
  return typeof code === 'string' && /^-?\d{1,6}$/.test(code) ? Number(code) : undefined
}

function read(value: unknown, key: string): unknown {
  try {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  } catch {
    return undefined
  }
}
