/**
 * The class of most of walletkit's errors. Most texts are in `errors/catalogue.ts`, `errors/transaction.ts`,
 * `errors/thrown.ts` and the plugins.
 *
 * @example
 * ```ts
 * import { WalletKitError } from 'walletkit'
 *
 * const isDisconnected = (error: unknown) => error instanceof WalletKitError && error.code === 'NOT_CONNECTED'
 * ```
 */
export class WalletKitError extends Error {
  override readonly name: string = 'WalletKitError'
  /** Names the failure, such as `SEND_FAILED`. Usually a key of the error catalogue or of a plugin's rows. */
  readonly code: string
  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
