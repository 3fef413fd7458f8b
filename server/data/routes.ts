/** The blockchain API over HTTP. Rejects requests of pages that are not on one of the config's sites. */
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ownerKey } from '../../sandbox/login/addressKey.ts'
import { ipOf } from '../../sandbox/login/received.ts'
import { parseObject, Refusal } from '../../sandbox/refusal.ts'
import type { Config } from '../config/config.ts'
import { mayAsk } from '../config/mayAsk.ts'
import { spending, unitsOf } from './allowance.ts'
import { createAtOnce } from './atOnce.ts'
import type { Blockchain } from './blockchain.ts'
import { createOwnedPace } from './pace.ts'
import { type Node, parseCalls, passAll } from './rpc.ts'
import { SourceError } from './source.ts'

export type Env = { Bindings: HttpBindings }
export type Asked = Context<Env>

export type DataParts = {
  config: Config
  blockchain: Blockchain
  nodes: readonly Node[]
  /** Called with each unexpected error, of which the page learns only by a 500. */
  report: (error: unknown) => void
  /** Adds more routes: swaps, purchases. */
  more: readonly ((app: Hono<Env>) => void)[]
}

/** The most bytes of a request body. The longest ones are batches of calls and signed transactions. */
const MOST_BYTES = 1_000_000

/** Responds with a value as JSON, and with the name of the value's source in the header `x-walletkit-source`. */
export const tell = (context: Asked, source: string, value: unknown) => {
  context.header('x-walletkit-source', source)
  return context.json(value as object)
}

/** The parsed body. @throws Refusal 400 if it is no JSON object */
export const bodyOf = async (context: Asked) => parseObject(Buffer.from(await context.req.arrayBuffer()))

/** @returns an app to mount at `/v1` */
export function dataRoutes({ config, blockchain, nodes, report, more }: DataParts): Hono<Env> {
  const app = new Hono<Env>()
  const pace = createOwnedPace()
  guard(app, config, pace, report)

  app.get('/supported-chains', (context) => {
    const ids = blockchain.networks.map(({ caipNetworkId }) => caipNetworkId)
    return context.json({ http: ids, ws: [] })
  })
  app.get('/account/:address/balance', async (context) => {
    const { chainId = null, currency = 'usd', forceUpdate } = context.req.query()
    if (currency !== 'usd') throw new Refusal(400, 'currency', 'This server quotes in usd')
    const told = await blockchain.balances(context.req.param('address'), chainId, forceUpdate !== undefined)
    return tell(context, told.source, { balances: told.value })
  })
  app.get('/account/:address/history', async (context) => {
    const { chainId = null, cursor = null, onramp } = context.req.query()
    // With `onramp`, a page asks for its purchases at a seller. This server does not read them: send an empty list.
    if (onramp) return context.json({ data: [], next: null })
    const told = await blockchain.history(context.req.param('address'), chainId, cursor || null)
    return tell(context, told.source, told.value)
  })
  app.post('/fungible/price', async (context) => {
    const { addresses } = await bodyOf(context)
    const [{ source, value }, rates] = await Promise.all([blockchain.prices.list(addresses), blockchain.prices.rates()])
    // Prices are in US dollars whatever currency was asked for: a page converts with the rates.
    return tell(context, source, { fungibles: value, currency: 'usd', rates })
  })
  app.get('/identity/:address', async (context) => {
    const { source, value } = await blockchain.names.of(context.req.param('address'))
    if (!value) throw new Refusal(404, 'address', 'This account has no name')
    return tell(context, source, value)
  })
  app.get('/profile/account/:name', async (context) => {
    const name = context.req.param('name')
    const { source, value } = await blockchain.names.find(name)
    if (!value) throw new Refusal(404, 'name', 'This name is not registered')
    const addresses = Object.entries(value.addresses).map(([type, address]) => [type, { address }])
    const attributes = value.avatar === null ? [] : [{ avatar: value.avatar }]
    return tell(context, source, { name, addresses: Object.fromEntries(addresses) as object, attributes })
  })
  app.post('/', async (context) => {
    const network = blockchain.networkOf(context.req.query('chainId') ?? null)
    const node = nodes.find((each) => each.network === network)
    if (!node) throw new Refusal(404, 'sources', 'This server passes no calls on: its sources do not have "rpc"')
    const calls = parseCalls(Buffer.from(await context.req.arrayBuffer()), network)
    // The guard has already counted the HTTP request as one.
    if (Array.isArray(calls)) pace(ipOf(context.env.incoming, config.proxyHeader), calls.length - 1)
    return context.json((await passAll(node, calls)) as object)
  })
  for (const add of more) add(app)
  app.all('*', () => {
    throw new Refusal(404, 'path', 'This server has no such endpoint, or its config does not name who answers it')
  })
  return app
}

/** The bytes of a request's body; the most allowed for a body without a declared length (`transfer-encoding`). */
const sizeOf = ({ req }: Asked): number =>
  req.header('transfer-encoding') === undefined ? Number(req.header('content-length') ?? 0) : MOST_BYTES

/**
 * Whether a request without an `origin` header comes from a page that may not ask, by `sec-fetch-site`. Safari before
 * 16.4 does not send that header: then by `referer`, which a page can omit.
 */
function isElsewhere(config: Config, { req }: Asked): boolean {
  const from = req.header('sec-fetch-site')
  if (from !== undefined) return from === 'cross-site' || from === 'same-site'
  const page = req.header('referer')
  if (page === undefined) return false
  const origin = URL.canParse(page) ? new URL(page).origin : ''
  return origin !== config.url && !mayAsk(config, origin)
}

/**
 * Rejects requests of pages that are not on one of the config's sites, limits the cost and the number of open requests
 * of each client, and turns errors into responses.
 */
function guard(
  app: Hono<Env>,
  config: Config,
  pace: ReturnType<typeof createOwnedPace>,
  report: (error: unknown) => void,
): void {
  const atOnce = createAtOnce()
  app.use(async (context, next) => {
    const origin = context.req.header('origin')
    context.header('vary', 'origin')
    // A page of another site cannot read the response, but its requests would use up the quotas of the operator's keys.
    // Browsers send no `origin` header for a picture or a script, but other headers that show the site (`isElsewhere`).
    if (origin === undefined ? isElsewhere(config, context) : !mayAsk(config, origin))
      throw new Refusal(403, 'origin', 'The pages of this origin may not ask this server: see its sites')
    if (origin !== undefined) {
      context.header('access-control-allow-origin', origin)
      context.header('access-control-expose-headers', 'retry-after, x-walletkit-source')
      if (context.req.method === 'OPTIONS') {
        context.header('access-control-allow-methods', 'GET, POST')
        context.header('access-control-allow-headers', 'content-type')
        context.header('access-control-max-age', '600')
        return context.body(null, 204)
      }
    }
    const ip = ipOf(context.env.incoming, config.proxyHeader)
    pace(ip, 1 + unitsOf(sizeOf(context)))
    atOnce(ip, context.env.outgoing)
    return spending((requests) => pace(ip, requests), next, ownerKey(ip))
  })
  app.use(
    bodyLimit({
      maxSize: MOST_BYTES,
      onError: () => {
        throw new Refusal(413, 'body', `A body has at most ${MOST_BYTES} bytes`)
      },
    }),
  )
  app.onError((error, context) => {
    if (error instanceof Refusal) {
      if (error.status === 429) context.header('retry-after', '60')
      return context.json(error.toJSON(), error.status as 400)
    }
    if (error instanceof SourceError)
      return context.json(new Refusal(502, 'sources', `The source could not be asked: ${error.message}`).toJSON(), 502)
    report(error)
    return context.json(new Refusal(500, 'server', 'Something went wrong. Try again later.').toJSON(), 500)
  })
}
