/** Errors of the relay client that the site's developer has to see; each shows once. */
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { readMessage } from '../errors/rejection.ts'
import { showAlert } from '../state/report.ts'

export type ProviderError = {
  key: string
  /** Tested against the error's text. */
  matches: RegExp
  /** The text of the alert. */
  alert: string
}

/** The default table of errors; `createRemote` accepts another one. */
export const PROVIDER_ERRORS: readonly ProviderError[] = [
  {
    key: 'ORIGIN_NOT_ALLOWED',
    matches: /unauthorized:? origin not allowed/i,
    alert: 'Origin Not Allowed',
  },
  {
    key: 'JWT_TOKEN_NOT_VALID',
    matches: /jwt (validation error|token is not yet valid|expired)/i,
    alert: 'Session Token Not Valid: check this device’s clock',
  },
  {
    key: 'INVALID_PROJECT_ID',
    matches: /unauthorized:? invalid (key|project)|project (id )?not found|project inactive/i,
    alert: 'Invalid Project ID',
  },
]

const alerted = perKit(() => new Set<string>())

/** Shows an alert for an error that is in the table, once per row of the table and kit. Ignores other errors. */
export function alertOnce(kit: Kit, error: unknown, table: readonly ProviderError[] = PROVIDER_ERRORS) {
  const text = readMessage(error)
  const row = table.find(({ matches }) => matches.test(text))
  if (!row || alerted(kit).has(row.key)) return
  alerted(kit).add(row.key)
  const message = kit.text(`error.${row.key}`, row.alert)
  showAlert(kit.state.alert, { code: row.key, message })
  kit.events.emit('error', { code: row.key, message, cause: error })
}
