/**
 * The page's side of `walletkit/siwx-server`: where messages are checked and sessions kept for `storage: "server"`. The
 * session's cookie is the browser's; nothing of it is seen here.
 */
import { isRecord } from '../../lib/isRecord.ts'
import { TEN_SECONDS } from '../../lib/time.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { parseSession } from '../parseSession.ts'
import { parseTime } from '../rfc3339.ts'
import type { SIWXSession } from '../types.ts'

/** The server said no. `code` is one of `SiwxFailureCode`, or `unavailable` for an answer that is none of the server's. */
export class SiwxRefusal extends Error {
  override readonly name = 'SiwxRefusal'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export type SessionServer = {
  /** For `createMessage`: a nonce, and the time to say, so that a wrong clock traps nobody. */
  nonce: () => Promise<{ nonce: string; issuedAt: string }>
  /** Has a signed message checked; afterwards this browser is signed in. */
  add: (session: SIWXSession) => Promise<void>
  /** Who this browser is signed in as: the newest first. */
  all: () => Promise<SIWXSession[]>
  /** Ends an account's session on a network, or all. */
  remove: (only?: { chainId: CaipNetworkId; address: string }) => Promise<void>
}

/**
 * `endpoint` is where the server's paths begin, absolute or on this origin (`/siwx`). All of it throws a
 * {@link SiwxRefusal}, or what `fetch` throws when the server is out of reach or silent for 10 s. Nothing is tried twice.
 */
export function createSessionServer(
  endpoint: string,
  fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
): SessionServer {
  const base = endpoint.replace(/\/+$/, '')
  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(base + path, {
      // The cookie goes to another origin too, where that is the server's.
      credentials: 'include',
      cache: 'no-store',
      // An answer from elsewhere is nobody's word.
      redirect: 'error',
      signal: AbortSignal.timeout(TEN_SECONDS),
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok && isRecord(answer)) return answer
    const { code, message } = isRecord(answer) && isRecord(answer.error) ? answer.error : {}
    if (typeof code === 'string' && typeof message === 'string') throw new SiwxRefusal(code, message.slice(0, 200))
    throw new SiwxRefusal('unavailable', `The sign-in server answered with ${response.status} and no reason`)
  }
  return {
    nonce: async () => {
      const { nonce, issuedAt } = await ask('/nonce')
      if (
        typeof nonce !== 'string' ||
        !/^[A-Za-z0-9]{8,128}$/.test(nonce) ||
        typeof issuedAt !== 'string' ||
        parseTime(issuedAt) === undefined
      )
        throw new SiwxRefusal('unavailable', 'The sign-in server gave no nonce')
      return { nonce, issuedAt }
    },
    add: async ({ message, signature }) => {
      await ask('/verify', { message, signature })
    },
    all: async () => {
      const { session } = await ask('/session')
      if (!isRecord(session) || !Array.isArray(session.sessions)) return []
      return session.sessions.flatMap((each) => parseSession(each) ?? [])
    },
    remove: async (only) => {
      await ask('/sign-out', only ?? {})
    },
  }
}
