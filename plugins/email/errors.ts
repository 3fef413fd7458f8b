/**
 * This plugin's entries in the error catalogue. A text from the login service or the runtime, if there is one, replaces
 * the message of EMAIL_FAILED, EMAIL_CODE, EMAIL_DEVICE and EMAIL_COOLDOWN.
 */
import { defineErrors, type ErrorRows } from 'walletkit/plugin'

export const EMAIL_ERRORS = defineErrors({
  EMAIL_FAILED: { message: 'Something went wrong', show: 'toast', loud: true },
  EMAIL_INVALID: { message: 'Invalid email', show: 'inline', loud: true },
  EMAIL_CODE: { message: 'Invalid code', show: 'inline', loud: true },
  EMAIL_UNCHECKED: { message: 'The code could not be checked', show: 'inline', loud: true },
  EMAIL_UNREACHABLE: { message: 'The login service cannot be reached', show: 'toast', loud: true },
  EMAIL_UNFINISHED: { message: 'Your account could not be loaded', show: 'inline', loud: true },
  EMAIL_DEVICE: { message: 'This browser was not approved', show: 'inline', loud: true },
  EMAIL_COOLDOWN: { message: 'Please try again later', show: 'toast', loud: true },
})
export type EmailErrorCode = keyof typeof EMAIL_ERRORS

/** The message of the login service or the runtime, as one line of at most 120 characters; '' without one. */
export function saying(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return message.replace(/\s+/g, ' ').trim().slice(0, 120)
}

/** The entries, with the message of `error` in place of the text for `code`. */
export const rowsSaying = (code: EmailErrorCode, error: unknown): ErrorRows => ({
  ...EMAIL_ERRORS,
  [code]: { ...EMAIL_ERRORS[code], ...(saying(error) && { message: saying(error) }) },
})

/** Matches the messages of a browser's `fetch` when no server answers. They are not fit to show to a visitor. */
export const isUnreachable = (error: unknown) => /failed to fetch|load failed|networkerror/i.test(saying(error))

/**
 * Whether an error has the text of a timeout. `runtime/auth/messenger.ts` sets it if the login service's frame did not
 * answer within 30 s or is gone, or the request was aborted. The frame itself sends it (`sandbox/login/page/ask.ts`) if
 * the service answered with an error that is not JSON, such as a proxy's.
 */
export const isTimeout = (error: unknown) => saying(error) === 'Something went wrong'

export const hasCode = (error: unknown, code: string) => (error as { code?: unknown } | null)?.code === code

/** Whether the login service did not check the code, so that the same code may be sent again. */
export const isUnasked = (error: unknown) =>
  isUnreachable(error) || isTimeout(error) || hasCode(error, 'FRAME_FAILED') || saying(error) === 'An error occurred'
