/** Runs checks against real services, and tells how each one ends. */
import { WalletKitError } from '../../../runtime/errors/base.ts'
import { HttpError } from '../../../runtime/http/client.ts'
import { isRecord } from '../../../runtime/lib/isRecord.ts'
import { within } from '../../../runtime/lib/wait.ts'

/** The variables of the environment whose names begin with {@link PREFIX}. */
export type Keys = Readonly<Record<string, string | undefined>>
export const PREFIX = 'WALLETKIT_LIVE_'

export type Check = {
  name: string
  /** The environment variables without which the check is not run. */
  needs: readonly string[]
  /** Rejects with the reason when the service does not do what walletkit needs of it. */
  run: (keys: Keys) => Promise<void>
}

export type Outcome =
  { name: string; outcome: 'passed' } | { name: string; outcome: 'failed' | 'not run'; reason: string }

/** Runs the checks one after the other. `timeout`: ms for each. */
export async function runChecks(checks: readonly Check[], keys: Keys, timeout: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const check of checks) outcomes.push(await runCheck(check, keys, timeout))
  return outcomes
}

async function runCheck({ name, needs, run }: Check, keys: Keys, timeout: number): Promise<Outcome> {
  const lacking = needs.filter((key) => !keys[key])
  if (lacking.length) return { name, outcome: 'not run', reason: `set ${lacking.join(', ')}` }
  try {
    const done = await within(
      timeout,
      run(keys).then(() => true),
    )
    if (done) return { name, outcome: 'passed' }
    return { name, outcome: 'failed', reason: `No answer within ${timeout / 1000} s` }
  } catch (error) {
    const causes = causesOf(error)
    if (causes.some(isOffline)) return { name, outcome: 'not run', reason: 'there is no network here' }
    return { name, outcome: 'failed', reason: withoutKeys(reasonOf(causes), keys) }
  }
}

/** The error and what caused it, the cause last. */
function causesOf(error: unknown): unknown[] {
  const causes = [error]
  // Stop at an HttpError: its cause is the response, which says nothing more.
  for (
    let at = error;
    at instanceof Error && !(at instanceof HttpError) && at.cause && causes.length < 5;
    at = at.cause
  )
    causes.push(at.cause)
  return causes
}

/**
 * Error codes of a computer without a network. `ENOTFOUND`, for an unknown host, is not among them: a service may have
 * moved to another host.
 */
const OFFLINE: readonly unknown[] = ['EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN']
const isOffline = (error: unknown) => isRecord(error) && OFFLINE.includes(error['code'])

function reasonOf(causes: readonly unknown[]): string {
  const said = causes.flatMap((error) => {
    if (!(error instanceof Error)) return String(error)
    const code = isRecord(error) ? error['code'] : undefined
    // Node leaves the message empty when several addresses of a host refused.
    const text = error.message || (typeof code === 'string' ? code : error.name)
    return error instanceof WalletKitError ? `${error.code}: ${text}` : text
  })
  return [...new Set(said)].join(': ').replace(/\s+/g, ' ').slice(0, 300)
}

/** Variables whose values are no secret: they name a network. */
const OPEN = /_CHAIN$/

/** The text with each secret value of {@link Keys} replaced by its name: a service may repeat a key in its error. */
export function withoutKeys(text: string, keys: Keys): string {
  return Object.entries(keys)
    .filter(([name]) => !OPEN.test(name))
    .flatMap(([name, value = '']) => secretsIn(value).map((secret) => ({ name, secret })))
    .sort((a, b) => b.secret.length - a.secret.length)
    .reduce((left, { name, secret }) => left.replaceAll(secret, `<${name}>`), text)
}

/**
 * The forms in which a secret value may appear in a text: as it is, and encoded in a URL; for a URL also its parts,
 * because nodes take keys in the path and the query.
 */
function secretsIn(value: string): string[] {
  const whole = [value, encodeURIComponent(value)].filter(({ length }) => length > 3)
  if (!URL.canParse(value)) return whole
  const { username, password, pathname, searchParams } = new URL(value)
  const parts = [username, password, ...pathname.split('/'), ...searchParams.values()]
  return [...whole, ...parts.filter(({ length }) => length > 7)]
}
