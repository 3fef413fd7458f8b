/**
 * The base class of walletkit's errors. Subclasses only add a code or a status; the catalogue has the texts.
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
  /** A key of the error catalogue, such as `SEND_FAILED`. */
  readonly code: string
  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
