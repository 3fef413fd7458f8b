/** Turns a thrown value into a text for a person. */
import type { Kit } from '../contracts/kit.ts'
import { fill } from '../lib/text.ts'
import { showError } from './showToast.ts'
import { WalletKitError } from '../errors/base.ts'
import { causes } from '../errors/causes.ts'
import { CORE_ERRORS, type ErrorRow, type ErrorRows } from '../errors/catalogue.ts'
import { isUserRejection } from '../errors/rejection.ts'
import type { AlertState } from './alert.ts'

/** `note`: a second line of the message, for example what a refusal in the wallet means for the visitor's money. */
export type Reported = { code: string; message: string; surface: ErrorRow['show'] | 'quiet'; note?: string }

/**
 * Shows an error on the surface that its row names, and emits one `error` event. `fallback` is the code of an error
 * without a known code; `rows` are error rows in addition to the core's; `values` fill placeholders in its text;
 * `noteOf` gives the second line. A rejection by the visitor is only emitted and not shown, unless the row is `loud`,
 * because visitors know what they rejected.
 */
export function report(
  kit: Kit,
  error: unknown,
  fallback: string,
  rows: ErrorRows = {},
  values: Readonly<Record<string, string>> = {},
  noteOf?: (row: ErrorRow, code: string) => string | undefined,
): Reported {
  const table: ErrorRows = { ...CORE_ERRORS, ...rows }
  const code = codeOf(error, table) ?? fallback
  const row = table[code] ?? { message: 'Something went wrong', show: 'toast' }
  const surface = isUserRejection(error) && !row.loud ? 'quiet' : row.show
  const message = fill(kit.text(`error.${code}`, row.message), values)
  const note = noteOf?.(row, code)
  if (surface === 'toast') showError(kit.state.toast, message, note)
  if (surface === 'alert') showAlert(kit.state.alert, { code, message })
  kit.events.emit('error', { code, message, cause: error })
  if (kit.config.debug) console.error(`[walletkit] ${code}: ${message}`, error)
  return { code, message, surface, ...(note && { note }) }
}

function codeOf(error: unknown, table: ErrorRows): string | undefined {
  for (const cause of causes(error)) if (cause instanceof WalletKitError && cause.code in table) return cause.code
  return undefined
}

export function showAlert(
  alert: AlertState,
  { code, message, variant = 'error' }: { code: string; message: string; variant?: AlertState['variant'] },
) {
  Object.assign(alert, { open: true, code, message, variant })
}

export function hideAlert(alert: AlertState) {
  Object.assign(alert, { open: false, code: '', message: '' })
}
