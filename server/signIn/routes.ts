/** The server side of sign-in (`walletkit/siwx-server`) over HTTP, for the pages of the config's sites. */
import { Hono } from 'hono'
import { createSiwxServer, fetchHandler, SiwxFailure, type Store } from '../../runtime/siwx/server/index.ts'
import { ownerKey } from '../../sandbox/login/addressKey.ts'
import { ipOf } from '../../sandbox/login/received.ts'
import { Refusal } from '../../sandbox/refusal.ts'
import type { Config } from '../config/config.ts'
import { isFields } from '../config/read.ts'
import type { SignInConfig } from '../config/signIn.ts'
import { createPace } from '../data/pace.ts'
import type { Asked, Env } from '../data/routes.ts'
import { cookieOf } from './cookie.ts'

export const SIGN_IN_PATH = '/siwx'
const VERIFY = `${SIGN_IN_PATH}/verify`
const SESSION = `${SIGN_IN_PATH}/session`

export type SignInParts = {
  config: Pick<Config, 'sites' | 'url' | 'networks' | 'proxyHeader'>
  signIn: SignInConfig
  storeOf: (site: string) => Store
  /** Gets each failure of the database or of a node. */
  report: (error: unknown) => void
  now?: () => number
}

/**
 * What requests cost (see `data/pace.ts`); all others cost 1. A nonce is a row in the database. A sign-in is a row that
 * stays for days, and may call a node. One client address may spend 3,000 in a minute, so it may sign in at most 75
 * times a minute.
 */
const COSTS = new Map([
  [`${SIGN_IN_PATH}/nonce`, 10],
  [VERIFY, 30],
  [`${SIGN_IN_PATH}/sign-out`, 10],
])
/** The most sign-ins in a day that the presumed owner of client addresses (see `ownerKey`) may ask for. */
const DAILY = { most: 5_000, period: 24 * 3_600_000 }

/** @returns an app to mount at {@link SIGN_IN_PATH} */
export function signInRoutes({ now = Date.now, ...parts }: SignInParts): Hono<Env> {
  const { config } = parts
  const app = new Hono<Env>()
  const [pace, daily] = [createPace(now), createPace(now, DAILY)]
  const handlers = handlersOf(parts, now)
  const count = ({ req: { method } }: Asked, path: string, ip: string) => {
    const isPreflight = method === 'OPTIONS'
    pace(ip, isPreflight ? 1 : (COSTS.get(path) ?? 1))
    if (!isPreflight && path === VERIFY) daily(ownerKey(ip))
  }

  app.all('*', async (context) => {
    // The header `Origin` says which site sends the request, so every request needs it, also one of a site's own
    // backend.
    const origin = context.req.header('origin') ?? ''
    const handler = handlers.get(origin)
    if (!handler) return context.json(new SiwxFailure('origin').toJSON(), 403, { vary: 'Origin, Cookie' })
    const ip = ipOf(context.env.incoming, config.proxyHeader)
    // Use the path as the handler parses it, and not as it was sent: `/siwx/./nonce` must cost as much as
    // `/siwx/nonce`.
    const path = new URL(context.req.url).pathname
    try {
      count(context, path, ip)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return context.json({ error: { code: error.field, message: error.message } }, 429, {
        vary: 'Origin, Cookie',
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'retry-after': '60',
      })
    }
    const answer = await handler(context.req.raw)
    // A site's backend asks for all of its visitors from one address, so a session that is found costs nothing.
    if (path === SESSION && (await hasSession(answer))) pace(ip, -1)
    return answer
  })
  return app
}

/**
 * Makes a sign-in server for each site, by the site's origin: a message or a session of one site is not valid at
 * another.
 */
const handlersOf = ({ config, signIn, storeOf, report }: SignInParts, now: () => number) =>
  new Map(
    config.sites.map((site) => {
      const server = createSiwxServer({
        domain: new URL(site).host,
        origins: [site],
        ...(signIn.statement !== undefined && { statement: signIn.statement }),
        expiration: signIn.expiration,
        rpc: Object.fromEntries(config.networks.map(({ id, rpc }) => [`eip155:${id}`, rpc])),
        store: storeOf(site),
        cookie: cookieOf(site, config.url, signIn.cookieDomain),
        path: SIGN_IN_PATH,
        clock: now,
        onError: (error) => report(named(error)),
      })
      return [site, fetchHandler(server)]
    }),
  )

async function hasSession(answer: Response): Promise<boolean> {
  const body: unknown = answer.ok && answer.status !== 204 ? await answer.clone().json() : undefined
  return isFields(body) && isFields(body['session'])
}

/** An error with the name and the code of another: the message of a node's error may contain its address with a key. */
function named(error: unknown): Error {
  const name = error instanceof Error ? error.name : typeof error
  const code = error instanceof Error && 'code' in error ? ` ${String(error.code)}` : ''
  return new Error(`A sign-in failed: ${name}${code}`)
}
