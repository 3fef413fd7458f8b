/**
 * The server of a site with its own sign-in, without walletkit: it uses the public `siwe` package and its own cookie.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateNonce, SiweMessage } from 'siwe'
import { afterAll, beforeAll, beforeEach } from 'vitest'

type Visitor = { nonce?: string; session?: { address: string; chainId: number } }
export type SiweSite = {
  url: string
  /** The requests, oldest first, with the status if it is not 200: `GET /me`, `POST /verify 401`. */
  asked: string[]
  /** The signed-in users in all browsers. */
  sessions: () => { address: string; chainId: number }[]
  /** Ends all sessions, as a server does when they expire. */
  forget: () => void
  /** Answers every request with this status until it is undefined again. */
  status: number | undefined
}

/** Runs the server for the tests of one file. Each test starts without visitors. `origin` is the page's. */
export function useSiweSite(origin: () => string): SiweSite {
  const visitors = new Map<string, Visitor>()
  const site: SiweSite = {
    url: '',
    asked: [],
    sessions: () => [...visitors.values()].flatMap(({ session }) => session ?? []),
    forget: () => visitors.clear(),
    status: undefined,
  }
  const answer = async (
    path: string,
    visitor: Visitor,
    body: string,
  ): Promise<[status: number, body: object | null]> => {
    if (site.status !== undefined) return [site.status, null]
    if (path === 'GET /nonce') return [200, { nonce: (visitor.nonce = generateNonce()) }]
    if (path === 'GET /me') return visitor.session ? [200, visitor.session] : [401, null]
    if (path === 'POST /sign-out') return delete visitor.session ? [200, {}] : [500, null]
    const { message, signature } = JSON.parse(body) as { message: string; signature: string }
    const { nonce } = visitor
    delete visitor.nonce
    if (nonce === undefined) return [401, null]
    const domain = new URL(origin()).host
    const { success, data } = await new SiweMessage(message).verify(
      { signature, nonce, domain },
      { suppressExceptions: true },
    )
    if (!success) return [401, null]
    return [200, (visitor.session = { address: data.address, chainId: data.chainId })]
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('access-control-allow-origin', origin())
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('access-control-allow-headers', 'content-type')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    let body = ''
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString()
    const [, known = ''] = /site=([\w-]+)/.exec(request.headers.cookie ?? '') ?? []
    const id = visitors.has(known) ? known : randomUUID()
    const visitor = visitors.get(id) ?? {}
    visitors.set(id, visitor)
    const path = `${request.method} ${request.url}`
    const [status, answered] = await answer(path, visitor, body)
    site.asked.push(status === 200 ? path : `${path} ${status}`)
    response.setHeader('set-cookie', `site=${id}; Path=/; HttpOnly; SameSite=Lax`)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered))
  }
  const server = createServer((request, response) => void handle(request, response))
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    visitors.clear()
    site.asked.splice(0)
    site.status = undefined
  })
  afterAll(() => new Promise<void>((resolve) => (server.close(() => resolve()), server.closeAllConnections())))
  return site
}
