/** Starts all services on one port, and stops them so that requests in progress have time to end. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { createAdaptorServer } from '@hono/node-server'
import type { Logger } from 'pino'
import { RELAY_PATH, type RelayServer } from '../../sandbox/relay/relay.ts'
import type { Config } from '../config/config.ts'
import { openData } from '../data/open.ts'
import { openRelay } from '../relay/open.ts'
import { openServed } from '../store/database.ts'
import { sqlStore } from '../store/sqlStore.ts'
import { openSignIn } from '../signIn/open.ts'
import { createApp } from './app.ts'
import { isForHost } from './host.ts'
import { errorFor } from './log.ts'
import { type LoginService, openLogin } from './login.ts'
import { createMetrics } from './metrics.ts'
import { routeOf } from './routes.ts'
import { openSmartAccounts } from './smartAccounts.ts'

/**
 * How long an idle connection stays, in ms: longer than the 60 s of common proxies. If the server closed it first, a
 * request that a proxy sends at that moment would be lost.
 */
const IDLE = 65_000

export type Running = {
  /** The origin at which visitors reach the server. */
  url: string
  /** The port on which the server listens. */
  port: number
  /**
   * Accepts no new requests, waits at most `config.drain` ms for those in progress, then closes everything. Resolves
   * when all is closed.
   */
  stop: () => Promise<void>
}

/**
 * Starts the server. Resolves once it answers requests.
 * @throws Error when the port or the database is in use, a file cannot be read, or a contract of smart accounts is
 * missing; nothing is left running then
 */
export async function startServer(config: Config, log: Logger): Promise<Running> {
  const undo: (() => void | Promise<void>)[] = []
  try {
    return await start(config, log, undo)
  } catch (error) {
    // A step that fails must neither keep the others from running nor replace the error.
    for (const step of undo.reverse())
      await Promise.resolve()
        .then(step)
        .catch(() => undefined)
    throw error
  }
}

async function start(given: Config, log: Logger, undo: (() => void | Promise<void>)[]): Promise<Running> {
  const warn = (message: string) => (error: unknown) => log.warn(errorFor(error), message)
  const lost = warn('a connection to the database or to Redis was lost')
  const { accounts: smart, check } = openSmartAccounts(given.networks)
  await check(warn('smart accounts could not be checked'))
  const { db, shared, redis, askRedis, release } = await openServed(given, lost)
  undo.push(release)
  const store = sqlStore(db)
  undo.push(() => store.close())

  // The login service needs the port, which is known only when the server listens. Until then, its requests get 503.
  let handle: LoginService['handle'] = (_, response) => void response.writeHead(503, { 'retry-after': '1' }).end()
  let relay: RelayServer | undefined
  let isStopping = false
  const metrics = createMetrics(() => relay?.sockets() ?? 0)
  const data = openData(given, db, warn('a source failed'))
  undo.push(async () => data?.stop())
  const fetch = createApp({
    config: given,
    metrics,
    data: data?.routes,
    signIn: openSignIn(given, db, warn('a sign-in failed')),
    login: (request, response) => handle(request, response),
    async ready() {
      if (isStopping) throw new Error('It stops')
      await Promise.all([store.userById(''), askRedis()])
    },
  })
  const server = createAdaptorServer({ fetch }) as Server
  server.keepAliveTimeout = IDLE
  watch(server, given, log, metrics)
  await listen(server, given)
  undo.push(() => void server.close())
  const { port } = server.address() as AddressInfo
  // Port 0 means any free port: put the one that the system chose into the server's url.
  const config = given.port === 0 ? { ...given, url: given.url.replace(/:0$/, `:${port}`) } : given

  const sockets = upgrades(server, config, () => relay)
  if (config.relay) {
    relay = await openRelay(config, { redis, lost: warn('the relay cannot write messages') })
    undo.push(relay.close)
  }

  const login = openLogin(config, { store: metrics.counting(store), shared, smart, log, failed: metrics.failed })
  handle = login.handle

  let stopping: Promise<void> | undefined
  const stop = async () => {
    isStopping = true
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    relay?.drop(1012, 'The relay restarts')
    const late = setTimeout(() => {
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
    }, config.drain)
    await closed
    clearTimeout(late)
    for (const socket of sockets) socket.destroy()
    relay?.close()
    await data?.stop()
    try {
      await login.close()
    } finally {
      await release()
    }
  }
  return { url: config.url, port, stop: () => (stopping ??= stop()) }
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Logs and counts each request, without its query and without anything that identifies the visitor. */
function watch(server: Server, { url }: Config, log: Logger, metrics: ReturnType<typeof createMetrics>): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const started = performance.now()
    if (url.startsWith('https:')) response.setHeader('strict-transport-security', 'max-age=31536000')
    response.once('close', () => {
      const [route, ms] = [routeOf(request.url), performance.now() - started]
      const status = response.writableEnded ? response.statusCode : 499
      metrics.answered(route, status, ms / 1000)
      log.debug({ method: request.method, route, status, ms: Math.round(ms) }, 'request')
    })
  })
}

/**
 * Passes websockets at the relay's path and for this host to the relay, if there is one. Answers others with 404, or
 * with 503 while the relay opens.
 * @returns the open sockets, kept up to date
 */
function upgrades(server: Server, config: Config, relay: () => RelayServer | undefined): Set<Duplex> {
  const sockets = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    const path = (request.url ?? '/').split('?', 1)[0]?.replace(/\/$/, '')
    const isForRelay = config.relay && path === RELAY_PATH && isForHost(request, config)
    const found = isForRelay ? relay() : undefined
    if (!found) {
      const status = isForRelay ? '503 Service Unavailable' : '404 Not Found'
      return void socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    found.accept(request, socket, head)
  })
  return sockets
}
