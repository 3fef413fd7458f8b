/**
 * The page's client of `walletkit/siwx-server`, which checks messages and keeps sessions for `storage: "server"`. The
 * browser handles the session's cookie; scripts cannot read it.
 */
import { isRecord } from '../../lib/isRecord.ts'
import { TEN_SECONDS } from '../../lib/time.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { parseSession } from '../parseSession.ts'
import { parseTime } from '../grammar.ts'
import type { SIWXSession } from '../types.ts'

/**
 * The server refused. `code` is a `SiwxFailureCode`, or `unavailable` if the response is not in the server's format.
 */
export class SiwxRefusal extends Error {
  override readonly name = 'SiwxRefusal'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export type SessionServer = {
  /** For `createMessage`: a nonce and the server's time, so that a visitor whose clock is wrong can sign in. */
  nonce: () => Promise<{ nonce: string; issuedAt: string }>
  /** Sends a signed message for verification. Once the promise resolves, this browser is signed in. */
  add: (session: SIWXSession) => Promise<void>
  /** The sessions of this browser, newest first. */
  all: () => Promise<SIWXSession[]>
  /** Ends an account's session on a network, or all sessions. */
  remove: (only?: { chainId: CaipNetworkId; address: string }) => Promise<void>
}

/**
 * `endpoint` is the prefix of the server's paths, absolute or on this origin (`/siwx`). Methods reject with a
 * {@link SiwxRefusal}, or with `fetch`'s error if the server is unreachable or silent for 10 s. They never retry.
 */
export function createSessionServer(
  endpoint: string,
  fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
): SessionServer {
  const base = endpoint.replace(/\/+$/, '')
  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(base + path, {
      // Send the cookie even if the server is on another origin.
      credentials: 'include',
      cache: 'no-store',
      // Do not follow redirects, because the response would come from another address than the configured one.
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
