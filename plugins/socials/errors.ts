/** This plugin's rows of the error catalogue; the login service's own words take the place of `SOCIAL_FAILED`'s. */
import { defineErrors, type ErrorRow, type ErrorRows } from 'walletkit/plugin'

export const SOCIAL_ERRORS = defineErrors({
  SOCIAL_FAILED: { message: 'Something went wrong', show: 'inline', loud: true },
  SOCIAL_UNREACHABLE: { message: 'The login service cannot be reached', show: 'inline', loud: true },
})

/** What was thrown, as one line. */
export function saying(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return message.replace(/\s+/g, ' ').trim().slice(0, 120)
}

export const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code

/** What a browser's `fetch` says where nothing answers; no words for a visitor. */
const isUnreachable = (error: unknown) => /failed to fetch|load failed|networkerror/i.test(saying(error))

/** The row that an error without one of its own goes to, and the rows; as toasts where the screen that waited is gone. */
export function rowsFor(error: unknown, show: ErrorRow['show']): [code: keyof typeof SOCIAL_ERRORS, rows: ErrorRows] {
  const { SOCIAL_FAILED, SOCIAL_UNREACHABLE } = SOCIAL_ERRORS
  const message = saying(error) || SOCIAL_FAILED.message
  const rows = {
    SOCIAL_FAILED: { ...SOCIAL_FAILED, show, message },
    SOCIAL_UNREACHABLE: { ...SOCIAL_UNREACHABLE, show },
  }
  return [isUnreachable(error) ? 'SOCIAL_UNREACHABLE' : 'SOCIAL_FAILED', rows]
}
