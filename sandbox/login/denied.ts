/** Thrown when the login service rejects a request. The visitor sees the message; `status` is the HTTP status. */
export class Denied extends Error {
  override readonly name = 'Denied'
  readonly status: number
  /** The code for the page (EIP-1193 or JSON-RPC); undefined if it gets none. */
  readonly code: number | undefined
  constructor(message: string, status = 400, code?: number) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The error for a login during which the account has changed or was signed out everywhere. */
export const loginEnded = () => new Denied('This login has ended. Start again.', 409)
