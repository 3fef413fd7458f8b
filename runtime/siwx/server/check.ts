import { isRecord } from '../../lib/isRecord.ts'
import { parseSession } from '../parseSession.ts'
import { withoutRecap } from '../recap.ts'
import { parseTime } from '../grammar.ts'
import type { SIWXSession } from '../types.ts'
import { verifySession } from '../verify/index.ts'
import { SiwxFailure, type SiwxFailureCode } from './failure.ts'
import type { Settings } from './options.ts'

/** How far the clocks of a visitor and a server may differ, in ms. */
const SKEW = 60_000

/**
 * Reads a session from a request's body, which is parsed JSON. Throws a {@link SiwxFailure}: `body` if the message or
 * the signature is no string, `message` if the message has the wrong format, or the signature is empty or too long.
 */
export function readBody(body: unknown): SIWXSession {
  if (!isRecord(body) || typeof body.message !== 'string' || typeof body.signature !== 'string')
    throw new SiwxFailure('body')
  // Use only the signed text, and ignore any fields that the page sends along.
  const session = parseSession({ message: body.message, signature: body.signature })
  if (!session) throw new SiwxFailure('message')
  return session
}

/**
 * Checks a message against the settings and the time. Throws a {@link SiwxFailure} for the first rule that it breaks.
 */
export function checkMessage(session: SIWXSession, settings: Settings): void {
  // A recap of wallet methods allows nothing on a server, so treat the message as if it had no recap.
  const { data } = withoutRecap(session.data)
  const now = settings.clock()
  const issued = parseTime(data.issuedAt)
  const [start, end] = [parseTime(data.notBefore), parseTime(data.expirationTime)]
  const oldest = now - settings.nonceLifetime * 1_000 - SKEW
  const rules: [isRight: boolean, code: SiwxFailureCode][] = [
    [settings.domains.includes(data.domain), 'domain'],
    [isOwnUri(data.uri, settings) && isSchemeOf(data.scheme, data.uri), 'uri'],
    [!settings.chains || settings.chains.includes(data.chainId), 'chain'],
    [settings.isStatement(data.statement), 'statement'],
    [(data.resources ?? []).every(settings.isResource), 'resources'],
    [issued !== undefined && issued >= oldest && issued <= now + SKEW, 'issuedAt'],
    [start === undefined || start <= now + SKEW, 'notYetValid'],
    [end === undefined || end > now, 'expired'],
  ]
  const wrong = rules.find(([isRight]) => !isRight)
  if (wrong) throw new SiwxFailure(wrong[1])
}

const isSchemeOf = (scheme: string | undefined, uri: string) => scheme === undefined || uri.startsWith(`${scheme}:`)

function isOwnUri(uri: string, settings: Settings): boolean {
  if (settings.uri !== undefined) return uri === settings.uri
  try {
    const { origin, username, password } = new URL(uri)
    return settings.origins.includes(origin) && !username && !password
  } catch {
    return false
  }
}

/**
 * Throws a {@link SiwxFailure}: `signature` if the account did not sign, `unavailable` if that cannot be checked at the
 * moment.
 */
export async function checkSignature(session: SIWXSession, { verifiers, readerOf, onError }: Settings): Promise<void> {
  const isGood = await verifySession(session, verifiers, { readerOf }).catch((error: unknown) => {
    onError(error)
    throw new SiwxFailure('unavailable', error)
  })
  if (!isGood) throw new SiwxFailure('signature')
}
