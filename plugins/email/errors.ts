/** This plugin's rows of the error catalogue; a text of the login service takes the place of a row's own. */
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

/** What the service or the runtime said, as one line. */
export function saying(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return message.replace(/\s+/g, ' ').trim().slice(0, 120)
}

/** The rows with what was said in place of a code's own text. */
export const rowsSaying = (code: EmailErrorCode, error: unknown): ErrorRows => ({
  ...EMAIL_ERRORS,
  [code]: { ...EMAIL_ERRORS[code], ...(saying(error) && { message: saying(error) }) },
})

/** What a browser's `fetch` says where nothing answers; no words for a visitor. */
export const isUnreachable = (error: unknown) => /failed to fetch|load failed|networkerror/i.test(saying(error))

/** The 30 s are over, or the frame is gone (spec sections 8, 9). */
export const isTimeout = (error: unknown) => saying(error) === 'Something went wrong'

export const hasCode = (error: unknown, code: string) => (error as { code?: unknown } | null)?.code === code

/** Nobody judged what was sent: it may be sent again as it is. */
export const isUnasked = (error: unknown) =>
  isUnreachable(error) || isTimeout(error) || hasCode(error, 'FRAME_FAILED') || saying(error) === 'An error occurred'
