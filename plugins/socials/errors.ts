/** This plugin's entries in the error catalogue. The error's own text, if any, replaces the one of SOCIAL_FAILED. */
import { defineErrors, type ErrorRow, type ErrorRows } from 'walletkit/plugin'

export const SOCIAL_ERRORS = defineErrors({
  SOCIAL_FAILED: { message: 'Something went wrong', show: 'inline', loud: true },
  SOCIAL_UNREACHABLE: { message: 'The login service cannot be reached', show: 'inline', loud: true },
})

/** The message of an error, as one line of at most 120 characters. */
export function saying(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return message.replace(/\s+/g, ' ').trim().slice(0, 120)
}

export const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code

/** Matches the messages of a browser's `fetch` when no server answers. They are not fit to show to a visitor. */
const isUnreachable = (error: unknown) => /failed to fetch|load failed|networkerror/i.test(saying(error))

/**
 * The arguments with which `kit.report` reports an error: the code, and the catalogue's entries, shown as `show` says.
 */
export function rowsFor(error: unknown, show: ErrorRow['show']): [code: keyof typeof SOCIAL_ERRORS, rows: ErrorRows] {
  const { SOCIAL_FAILED, SOCIAL_UNREACHABLE } = SOCIAL_ERRORS
  const message = saying(error) || SOCIAL_FAILED.message
  const rows = {
    SOCIAL_FAILED: { ...SOCIAL_FAILED, show, message },
    SOCIAL_UNREACHABLE: { ...SOCIAL_UNREACHABLE, show },
  }
  return [isUnreachable(error) ? 'SOCIAL_UNREACHABLE' : 'SOCIAL_FAILED', rows]
}
