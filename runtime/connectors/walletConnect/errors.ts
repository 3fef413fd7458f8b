/** Errors of the relay client that the site's developer has to hear of, each once (spec section 4, other; decisions 4.11). */
import type { Kit } from '../../kit.ts'
import { perKit } from '../../lib/perKit.ts'
import { readMessage } from '../../errors/rpc.ts'
import { showAlert } from '../../actions/alert.ts'

export type ProviderError = {
  key: string
  /** Found in the text of the error. */
  matches: RegExp
  /** What the alert says. */
  alert: string
}

/** The table. Another one can be given to `createRemote`; the scope is the page load. */
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

/** Shows the alert of an error that the table knows, once for each row and page load. */
export function alertOnce(kit: Kit, error: unknown, table: readonly ProviderError[] = PROVIDER_ERRORS) {
  const text = readMessage(error)
  const row = table.find(({ matches }) => matches.test(text))
  if (!row || alerted(kit).has(row.key)) return
  alerted(kit).add(row.key)
  const message = kit.text(`error.${row.key}`, row.alert)
  showAlert(kit.state.alert, { code: row.key, message })
  kit.events.emit('error', { code: row.key, message, cause: error })
}
