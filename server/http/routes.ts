/** The names of routes for logs and metrics. An unknown path is `other`, so that visitors cannot create new names. */
import { MESSAGES } from '../../runtime/auth/messages.ts'
import { OWN } from '../../sandbox/login/own.ts'
import { SCRIPTS } from '../../sandbox/login/scripts.ts'

const FIRST = [
  ...['health', 'ready', 'metrics', 'getWallets', 'relay', 'sdk', 'device', 'review', 'undo', 'dashboard', 'social'],
  ...['v1', 'e', 'siwx', 'language', ...Object.values(SCRIPTS), 'login.css'],
]
const API = new Set(['open', 'device', 'undo', ...Object.keys(MESSAGES), ...Object.keys(OWN)])

/**
 * The name of a request's route.
 * @param url the path and the query of a request; the query may contain secrets and is never part of the name
 */
export function routeOf(url = '/'): string {
  const [first = '', second = ''] = (url.split('?', 1)[0] ?? '').split('/').filter(Boolean)
  if (first === 'api') return API.has(second) ? `api/${second}` : 'api'
  return FIRST.find((each) => each === first) ?? 'other'
}
