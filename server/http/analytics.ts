/**
 * Receives the events that pages send to `services.analytics`. Counts them by name, for `/metrics`, and keeps nothing
 * else of them: an event also contains addresses and URLs of pages, which the counts do not need.
 */
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { parseEvent } from '../../sandbox/analytics.ts'
import { ipOf } from '../../sandbox/login/received.ts'
import { Refusal } from '../../sandbox/refusal.ts'
import coreEvents from '../../schema/generated/coreEvents.json' with { type: 'json' }
import type { Config } from '../config/config.ts'
import { mayAsk } from '../config/mayAsk.ts'
import { createPace } from '../data/pace.ts'
import type { Env } from '../data/routes.ts'

/** The most bytes of a request body. An event has a few hundred. */
const MOST_BYTES = 20_000
/**
 * The most event names that have a count of their own: the core's names, which are always among them, and those of
 * plugins. Further names are counted as `other`, because each name takes memory.
 */
const MOST_NAMES = 200

/**
 * Makes the endpoint that receives events.
 * @param count is called with each event's name
 * @returns an app to mount at `/e`
 */
export function analyticsRoutes(config: Config, count: (event: string) => void): Hono<Env> {
  const app = new Hono<Env>()
  const pace = createPace()
  const names = new Set<string>(coreEvents)
  const known = (name: unknown): string => {
    if (typeof name !== 'string' || !/^[A-Z][A-Z0-9_]{1,59}$/.test(name)) return 'other'
    if (names.size < MOST_NAMES) names.add(name)
    return names.has(name) ? name : 'other'
  }

  app.use(bodyLimit({ maxSize: MOST_BYTES, onError: (context) => context.json({}, 413) }))
  app.post('/', async (context: Context<Env>) => {
    const origin = context.req.header('origin') ?? ''
    // A page shows its developer an alert for the status 403: the site is missing in this server's config.
    if (!mayAsk(config, origin))
      return context.json({ message: 'This page is not among the sites of this server' }, 403)
    context.header('access-control-allow-origin', origin)
    pace(ipOf(context.env.incoming, config.proxyHeader))
    const { props } = parseEvent(Buffer.from(await context.req.arrayBuffer()))
    count(known(props['event']))
    return context.json({})
  })
  app.onError((error, context) => {
    if (error instanceof Refusal) return context.json(error.toJSON(), error.status as 400)
    throw error
  })
  return app
}
