/** The one error class of walletkit. Subclasses only carry a code or a status; texts are in the catalogue. */
export class WalletKitError extends Error {
  override readonly name: string = 'WalletKitError'
  /** A key of the error catalogue, such as `SEND_FAILED`. */
  readonly code: string
  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
