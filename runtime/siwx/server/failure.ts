/** All reasons to refuse a request: code, HTTP status, and the message for developers. */
const FAILURES = {
  notFound: [404, 'There is nothing at this path'],
  method: [405, 'This path takes another method'],
  origin: [403, 'Requests come from pages of the allowed origins only'],
  contentType: [415, 'The body has to be application/json'],
  tooLarge: [413, 'The body is too large'],
  body: [400, 'The body has to be JSON with a message and a signature'],
  message: [400, 'The message is no sign-in message (EIP-4361, CAIP-122)'],
  domain: [401, 'The message is for another domain'],
  uri: [401, 'The message is for another URI'],
  chain: [401, 'This network is not accepted'],
  statement: [401, 'The message has another statement than the one that is asked for'],
  resources: [401, 'The message names resources that are not asked for'],
  issuedAt: [401, 'The message was made too long ago, or in the future: is the clock right?'],
  notYetValid: [401, 'The message is not valid yet'],
  expired: [401, 'The message is no longer valid'],
  nonce: [401, 'The nonce is not known, or was used, or ran out'],
  signature: [401, "The signature is not the account's"],
  session: [401, 'There is no session'],
  unavailable: [503, 'What is needed to check this does not answer; try again'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type SiwxFailureCode = keyof typeof FAILURES

/**
 * A refused request. `status` is the HTTP status. Pages should check `code`, which is stable.
 *
 * @example
 * ```ts
 * import { SiwxFailure } from 'walletkit/siwx-server'
 *
 * const statusOf = (error: unknown) => (error instanceof SiwxFailure ? error.status : 500)
 * ```
 */
export class SiwxFailure extends Error {
  override readonly name = 'SiwxFailure'
  readonly code: SiwxFailureCode
  readonly status: number
  constructor(code: SiwxFailureCode, cause?: unknown) {
    const [status, message] = FAILURES[code]
    super(message, { cause })
    this.code = code
    this.status = status
  }
  /** The response body. It leaves out the cause, which must not leave the server. */
  toJSON() {
    return { error: { code: this.code, message: this.message } }
  }
}
