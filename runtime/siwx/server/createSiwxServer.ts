/** The server's side of sign-in: issues nonces, checks signed messages, and keeps sessions behind a cookie. */
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { createNonce } from '../nonce.ts'
import { isFor, isOver } from '../parseSession.ts'
import { parseTime } from '../grammar.ts'
import type { SIWXSession } from '../types.ts'
import { checkMessage, checkSignature, readBody } from './check.ts'
import { createToken, hashToken, readToken, writeCookie } from './cookie.ts'
import { SiwxFailure } from './failure.ts'
import { type Settings, type SiwxServerOptions, toSettings } from './options.ts'
import type { Store } from './store/memory.ts'
import { endOf, parseRecord, type SessionRecord, toRecord, writeRecord } from './record.ts'

/** A request of Node (`IncomingMessage`, Express) or of the Fetch API. Only its cookie is read. */
export type CookieSource =
  { headers: { get: (name: string) => string | null } } | { headers: { cookie?: string | undefined } }

/** The signed-in account. */
export type ServerSession = {
  /** In the chain's own format. */
  address: string
  /** CAIP-2. */
  chainId: CaipNetworkId
  /** When the sign-in of this account ends, in RFC 3339. */
  expiresAt: string
  /**
   * The signed messages, newest first. The first message is for `address` on `chainId`; the others are for accounts or
   * networks with which this browser signed in before.
   */
  sessions: readonly SIWXSession[]
}

/** `cookie` is the value of a `Set-Cookie` header. */
export type SignedIn = { session: ServerSession; cookie: string }

export type SiwxServer = {
  /** Issues a nonce, with the server's time, which messages should use as Issued At. */
  nonce: () => Promise<{ nonce: string; issuedAt: string }>
  /**
   * Checks a signed message, using only its text, and starts a session. A nonce works once, even if several servers
   * receive it at the same time. Throws a {@link SiwxFailure}.
   */
  verify: (body: unknown, request?: CookieSource) => Promise<SignedIn>
  /** The session of a request; `undefined` without a sign-in. Throws a {@link SiwxFailure} if the store fails. */
  session: (request: CookieSource) => Promise<ServerSession | undefined>
  /**
   * Ends the session, or with `only` the sign-in of one account in it, on every server that shares the store. `cookie`
   * is the value of a `Set-Cookie` header.
   */
  signOut: (request: CookieSource, only?: { chainId: string; address: string }) => Promise<{ cookie: string }>
  /** @internal */
  readonly settings: Settings
}

/** Most accounts and networks that one browser can be signed in with at the same time. */
const SESSION_LIMIT = 10
const NOBODY = 'x'
/**
 * For how many seconds a sign-out is remembered. Otherwise a request that is still running with the same session could
 * store the session again.
 */
const MARK_LIFETIME = 60

/** The key of the store that says that a session has ended, or one account of it. */
const markOf = (key: string, only?: { chainId: string; address: string }) =>
  ['ended', key, ...(only ? [only.chainId, only.address.toLowerCase()] : [])].join(':')

/**
 * Creates the server side of sign-in. Throws an Error that names the invalid option.
 *
 * @example
 * ```ts
 * import { createSiwxServer } from 'walletkit/siwx-server'
 *
 * export const siwx = createSiwxServer({ domain: 'app.example', statement: 'Sign in to Example.' })
 * ```
 */
export function createSiwxServer(options: SiwxServerOptions): SiwxServer {
  const settings = toSettings(options)
  const { clock, cookie, expiration, nonceLifetime, onError } = settings
  const store = guarded(settings)
  const secondsUntil = (time: number) => Math.max(1, Math.ceil((time - clock()) / 1_000))
  const write = (token: string, end: number) =>
    writeCookie(cookie, token, Math.min(secondsUntil(end), cookie.maxAge ?? Infinity))
  const gone = () => writeCookie(cookie, NOBODY, 0)

  const keyOf = async (request: CookieSource | undefined) => {
    const token = request && readToken(cookieOf(request), cookie.name)
    return token === undefined ? undefined : `session:${await hashToken(token)}`
  }
  const keep = (key: string, record: SessionRecord) => store.set(key, writeRecord(record), secondsUntil(endOf(record)))
  const current = (text: string | undefined): SessionRecord | undefined => {
    const record = parseRecord(text) ?? []
    return toRecord(record.filter(({ end, session }) => end > clock() && !isOver(session, clock())))
  }

  return {
    settings,

    nonce: async () => {
      const nonce = createNonce()
      await store.set(`nonce:${nonce}`, '1', nonceLifetime)
      return { nonce, issuedAt: new Date(clock()).toISOString() }
    },

    verify: async (body, request) => {
      const signed = readBody(body)
      const { data } = signed
      checkMessage(signed, settings)
      const nonce = `nonce:${data.nonce}`
      // Check the nonce before the signature, so that a request without one cannot make this server call an RPC.
      if ((await store.get(nonce)) === undefined) throw new SiwxFailure('nonce')
      await checkSignature(signed, settings)
      // Consume the nonce last and atomically: of concurrent requests with it only one succeeds, and a request that
      // failed above may be corrected and sent again.
      if ((await store.take(nonce)) === undefined) throw new SiwxFailure('nonce')

      // Every sign-in gets a new token, so a token that an attacker planted before (session fixation) is worthless.
      const old = await keyOf(request)
      const taken = old === undefined ? undefined : current(await store.take(old))
      const before = old !== undefined && taken ? await unmarked(store, old, taken) : undefined
      const others = (before ?? []).filter(({ session }) => !isFor(session, data.chainId, data.accountAddress))
      const token = createToken()
      const end = Math.min(clock() + expiration * 1_000, parseTime(data.expirationTime) ?? Infinity)
      for (let kept = toRecord(others.slice(0, SESSION_LIMIT - 1)); ;) {
        const record: SessionRecord = [{ end, session: signed }, ...(kept ?? [])]
        await keep(`session:${await hashToken(token)}`, record)
        // The old session's other accounts are kept, without those that a sign-out has ended since they were read.
        const now = old !== undefined && kept ? await unmarked(store, old, kept) : kept
        if (now?.length === kept?.length) return { session: toSession(record), cookie: write(token, endOf(record)) }
        kept = now
      }
    },

    session: async (request) => {
      const key = await keyOf(request)
      const record = key === undefined ? undefined : current(await store.get(key))
      return record && toSession(record)
    },

    signOut: async (request, only) => {
      const key = await keyOf(request)
      if (key === undefined) return { cookie: gone() }
      // Before taking the session, store the mark that says what has ended. Another request may have taken the session
      // at this moment, to end another of its accounts, and would otherwise put this account back.
      await store.set(only ? markOf(key, only) : markOf(key), '1', MARK_LIFETIME)
      const taken = current(await store.take(key))
      if (!only || !taken) return { cookie: gone() }
      const token = readToken(cookieOf(request), cookie.name) ?? NOBODY
      for (let left = await unmarked(store, key, taken); left;) {
        await keep(key, left)
        const now = await unmarked(store, key, left)
        if (now?.length === left.length) return { cookie: write(token, endOf(left)) }
        await store.take(key)
        left = now
      }
      return { cookie: gone() }
    },
  }

  function guarded({ store: inner }: Settings): Settings['store'] {
    const failed = (error: unknown): never => {
      onError(error)
      throw new SiwxFailure('unavailable', error)
    }
    return {
      get: (key) => inner.get(key).catch(failed),
      set: (key, value, ttl) => inner.set(key, value, ttl).catch(failed),
      take: (key) => inner.take(key).catch(failed),
    }
  }
}

/** The accounts of a session that no sign-out has ended meanwhile; `undefined` if none is left. */
async function unmarked(store: Store, key: string, record: SessionRecord): Promise<SessionRecord | undefined> {
  if ((await store.get(markOf(key))) !== undefined) return undefined
  const marks = await Promise.all(
    record.map(({ session: { data } }) =>
      store.get(markOf(key, { chainId: data.chainId, address: data.accountAddress })),
    ),
  )
  return toRecord(record.filter((_, at) => marks[at] === undefined))
}

function toSession(record: SessionRecord): ServerSession {
  const [{ end, session: newest }] = record
  const { data } = newest
  return {
    address: data.accountAddress,
    chainId: data.chainId,
    expiresAt: new Date(end).toISOString(),
    sessions: record.map(({ session }) => session),
  }
}

function cookieOf({ headers }: CookieSource): string | null | undefined {
  return 'get' in headers && typeof headers.get === 'function'
    ? headers.get('cookie')
    : (headers as { cookie?: string }).cookie
}
