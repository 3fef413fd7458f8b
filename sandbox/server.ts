import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { allowOrigin, answerPreflight, applyFault, mayAsk, readBody, send } from './answer.ts'
import { Refusal } from './refusal.ts'
import { RELAY_PATH } from './relay/relay.ts'
import { answer, rpcChain, type Services } from './routes.ts'
import { SIWX_PATH } from './siwx.ts'

const urlOf = (request: IncomingMessage) => new URL(request.url ?? '/', 'http://127.0.0.1')

/** The methods of a JSON-RPC body, one call or a batch; empty when it is not JSON-RPC. */
function rpcMethods(body: Buffer): string[] {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    const calls: unknown[] = Array.isArray(parsed) ? parsed : [parsed]
    return calls.flatMap((call) =>
      typeof call === 'object' && call !== null && 'method' in call ? [String(call.method)] : [],
    )
  } catch {
    return []
  }
}

/**
 * Whether a path controls or observes the sandbox itself. Faults do not apply to such requests, and they are not
 * logged.
 */
const isControl = (path: string) => path === '/status' || path.startsWith('/sandbox/')

async function handle(request: IncomingMessage, response: ServerResponse, services: Services): Promise<void> {
  const url = urlOf(request)
  const method = request.method ?? 'GET'
  const { origin } = request.headers
  allowOrigin(request, response)
  const isSignIn = url.pathname.startsWith(`${SIWX_PATH}/`)
  const signIn = (read: Buffer) => services.signIn(request, response, read, (refusal) => refuse(refusal, response))
  if (method === 'OPTIONS') return isSignIn ? signIn(Buffer.alloc(0)) : answerPreflight(request, response)
  // Sign-in uses a cookie. Set this header before a fault can answer, so that the page can read that response too.
  if (isSignIn) response.setHeader('access-control-allow-credentials', 'true')

  const body = await readBody(request)
  if (!isControl(url.pathname)) {
    const rpc = method === 'POST' && rpcChain(url, services) ? rpcMethods(body) : []
    const query = Object.fromEntries(url.searchParams)
    const entry = { at: Date.now(), method, path: url.pathname, query, rpc, ...(origin && { origin }) }
    services.log.add(entry)
    response.once('finish', () => Object.assign(entry, { status: response.statusCode }))
    for (const fault of services.faults.take({ method, path: url.pathname, rpc })) {
      if (await applyFault(fault, response)) return
    }
  }
  if (isSignIn) return signIn(body)
  send(response, await answer(method, url, body, services, request.headers.accept))
}

function refuse(error: unknown, response: ServerResponse): void {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'sandbox', String(error))
  send(response, { status: refusal.status, json: refusal })
}

/** Connects a websocket to the chain of its RPC path, or to the relay. */
function joinSocket(request: IncomingMessage, socket: Duplex, head: Buffer, services: Services): void {
  socket.on('error', () => {})
  const url = urlOf(request)
  const allowed = mayAsk(request, url.pathname)
  if (allowed && url.pathname.replace(/\/$/, '') === RELAY_PATH) return services.relay.accept(request, socket, head)
  const chain = allowed ? rpcChain(url, services) : undefined
  if (!chain) return void socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  chain.join(request, socket, head)
}

/** The sandbox's running HTTP server. */
export type SandboxServer = { port: number; close: () => Promise<void> }

function listen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(error)
    }
    server.once('error', failed)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed)
      resolve(true)
    })
  })
}

/**
 * Starts the sandbox's HTTP server on the loopback interface: on `port`, else (unless `strict`) on the next free one of
 * the 100 after it; 0 is any free port. It listens before the chains are ready: each request waits for `getServices`.
 * Throws when no port is free.
 */
export async function startServer(
  port: number,
  strict: boolean,
  getServices: () => Promise<Services>,
): Promise<SandboxServer> {
  const server = createServer((request, response) => {
    if (!mayAsk(request, urlOf(request).pathname))
      return send(response, { status: 403, json: new Refusal(403, 'origin', 'Loopback only') })
    getServices()
      .then((services) => handle(request, response, services))
      .catch((error: unknown) => refuse(error, response))
  })
  const sockets = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    getServices().then(
      (services) => joinSocket(request, socket, head, services),
      () => socket.destroy(),
    )
  })

  const last = port === 0 || strict ? port : Math.min(port + 100, 65_535)
  let tried = port
  while (!(await listen(server, tried))) {
    if (tried >= last) throw new Error(`Port ${port} is taken. Choose another one with --port, or --port 0 for any.`)
    tried += 1
  }
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
    })
  return { port: (server.address() as AddressInfo).port, close }
}
