/** Servers of the three kinds, and a browser's tab, which sends cookie and origin. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expressHandler, fetchHandler, nodeHandler, type SiwxServer } from '../../../../runtime/siwx/server/index.ts'

export type Listening = { url: string; stop: () => Promise<void> }

export async function listen(handler: RequestListener): Promise<Listening> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

type Handler = (
  request: IncomingMessage & { body?: unknown; originalUrl?: string },
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** The part of Express that middleware needs: a chain of handlers, a mount that removes its path, and a JSON parser. */
export function tinyExpress(chain: { mount?: string; handler: Handler }[]): RequestListener {
  return (request, response) => {
    const url = request.url ?? '/'
    Object.assign(request, { originalUrl: url })
    const run = (at: number) => {
      const step = chain[at]
      if (!step) return void response.writeHead(418).end('next')
      if (step.mount && !url.startsWith(step.mount)) return run(at + 1)
      request.url = step.mount ? url.slice(step.mount.length) || '/' : url
      step.handler(request, response, (error) => (error ? response.writeHead(500).end() : run(at + 1)))
    }
    run(0)
  }
}

export const parseJson: Handler = (request, _response, next) => {
  if (!request.headers['content-type']?.includes('json')) return next()
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    request.body = JSON.parse(text)
    next()
  })
}

/** Runs a fetch handler on Node, as frameworks do. */
export const overFetch =
  (handler: (request: Request) => Promise<Response>): RequestListener =>
  (request, response) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) if (value) headers.append(name, String(value))
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    const init = {
      method: request.method ?? 'GET',
      headers,
      ...(hasBody && { body: Readable.toWeb(request), duplex: 'half' }),
    }
    void handler(new Request(`http://${request.headers.host}${request.url}`, init as RequestInit)).then(
      async (answer) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers))
        response.end(await answer.text())
      },
    )
  }

export const kinds: [name: string, listener: (server: SiwxServer) => RequestListener][] = [
  ['node', nodeHandler],
  ['express', (server) => tinyExpress([{ handler: expressHandler(server) }])],
  [
    'express, mounted behind a parser',
    (server) => tinyExpress([{ handler: parseJson }, { mount: '/siwx', handler: expressHandler(server) }]),
  ],
  ['fetch', (server) => overFetch(fetchHandler(server))],
]

export type Reply = { status: number; body: Record<string, unknown>; headers: Headers }

/** A tab: it keeps one cookie, and sends the headers that a browser sends with its origin. */
export function openTab(url: string, origin = 'https://app.example') {
  let cookie: string | undefined
  const ask = async (
    path: string,
    init: { body?: unknown; text?: string; method?: string; headers?: Record<string, string> } = {},
  ): Promise<Reply> => {
    const text = init.text ?? (init.body === undefined ? undefined : JSON.stringify(init.body))
    const response = await fetch(`${url}${path}`, {
      method: init.method ?? (text === undefined ? 'GET' : 'POST'),
      headers: {
        ...(cookie !== undefined && { cookie }),
        ...(text !== undefined && { origin, 'content-type': 'application/json' }),
        ...init.headers,
      },
      ...(text !== undefined && { body: text }),
    })
    const set = response.headers.getSetCookie()[0]
    if (set) cookie = /Max-Age=0/.test(set) ? undefined : set.split(';')[0]
    const answer = await response.text()
    const body = answer.startsWith('{') ? (JSON.parse(answer) as Record<string, unknown>) : {}
    return { status: response.status, body, headers: response.headers }
  }
  return {
    ask,
    nonce: async () => String((await ask('/siwx/nonce')).body.nonce),
    get cookie() {
      return cookie
    },
    set cookie(value: string | undefined) {
      cookie = value
    },
  }
}
