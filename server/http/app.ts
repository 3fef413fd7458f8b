/**
 * The server's own endpoints: health, readiness, metrics, the wallet list, the sink of analytics, sign-in and the
 * blockchain API. The login service gets all other paths.
 */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import type { Env } from '../data/routes.ts'
import { SIGN_IN_PATH } from '../signIn/routes.ts'
import { analyticsRoutes } from './analytics.ts'
import { answering } from '../span.ts'
import { isForHost } from './host.ts'
import type { Metrics } from './metrics.ts'
import { walletListOf } from './walletList.ts'

export type AppParts = {
  config: Config
  metrics: Metrics
  /** Resolves if the database and Redis answer. @throws Error if one does not, or if the server is stopping */
  ready: () => Promise<void>
  login: (request: IncomingMessage, response: ServerResponse) => void
  /** The blockchain API; undefined if the config names no source, exchange or seller. */
  data: Hono<Env> | undefined
  /** Sign-in, if the config has it. */
  signIn: Hono<Env> | undefined
}

const isSame = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Makes the app with all endpoints of the server.
 * @returns the function that answers requests, for the adapter of Node's server
 * @throws Error for a wallet list that cannot be read
 */
export function createApp({ config, metrics, ready, login, data, signIn }: AppParts) {
  const app = new Hono<Env>({ strict: false })
  const wallets = config.wallets === undefined ? undefined : walletListOf(config.wallets)
  const { metricsToken: token, mode } = config

  app.use((context, next) => answering(context.env.incoming, context.env.outgoing, next))
  app.use(async (context, next) => {
    await next()
    if (context.res === RESPONSE_ALREADY_SENT) return
    context.header('x-content-type-options', 'nosniff')
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store')
  })
  // A load balancer asks by IP address, so `/health` and `/ready` (and `/metrics`) do not check the host name.
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/ready', async (context) => {
    try {
      await ready()
      return context.json({ status: 'ready' })
    } catch {
      return context.json({ status: 'not ready' }, 503)
    }
  })
  app.get('/metrics', async (context) => {
    const given = context.req.header('authorization') ?? ''
    const may = token === undefined ? mode === 'development' : isSame(given, `Bearer ${token}`)
    if (!may) return context.notFound()
    return context.body(await metrics.text(), 200, { 'content-type': metrics.type })
  })
  app.use(async (context, next) => {
    if (!isForHost(context.env.incoming, config)) return context.json({ message: 'Not for this host' }, 421)
    return next()
  })
  app.get('/getWallets', (context) => {
    if (!wallets) return context.notFound()
    wallets(context.env.incoming, context.env.outgoing)
    return RESPONSE_ALREADY_SENT
  })
  app.route('/e', analyticsRoutes(config, metrics.tracked))
  if (data) app.route('/v1', data)
  if (signIn) app.route(SIGN_IN_PATH, signIn)
  app.all('*', (context) => {
    login(context.env.incoming, context.env.outgoing)
    return RESPONSE_ALREADY_SENT
  })
  // For HEAD, Hono makes a new response from the one for GET, so the adapter would not see that a response was sent
  // already. Pass a GET to Hono: Node's own request is still a HEAD, so Node leaves out the body.
  return (request: Request, env: object) => {
    const { method, url, headers } = request
    return app.fetch(method === 'HEAD' ? new Request(url, { headers }) : request, env)
  }
}
