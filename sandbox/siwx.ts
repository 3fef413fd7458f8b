/** The server side of sign-in (`walletkit/siwx-server`), as each page's own server would run it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createSiwxServer, expressHandler, memoryStore, type SiwxServerOptions } from '../runtime/siwx/server/index.ts'
import { Refusal } from './refusal.ts'

export const SIWX_PATH = '/siwx'

/** Answers a request of a page on this machine, whose body is already read. Passes unknown paths to `refuse`. */
export type SignIn = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  refuse: (refusal: Refusal) => void,
) => void

/** `rpc`: URLs by CAIP-2 id, so that contract accounts can sign in. Nonces and sessions end with the sandbox. */
export function createSignIn(rpc: NonNullable<SiwxServerOptions['rpc']>): SignIn {
  const store = memoryStore()
  const handlers = new Map<string, ReturnType<typeof expressHandler>>()
  /** A page signs in for its own host, under any name of this machine. Pages on two ports are two sites. */
  const handlerOf = (page: URL, host: string) => {
    const key = `${page.origin} ${host}`
    const known = handlers.get(key)
    if (known) return known
    // Browsers treat `localhost` and `127.0.0.1` as two sites. A cookie for both must be Secure, which loopback allows,
    // and Partitioned where browsers block third-party cookies.
    const isApart = page.hostname !== new URL(`http://${host}`).hostname
    const server = createSiwxServer({
      domain: page.host,
      origins: [page.origin],
      statement: () => true,
      resources: () => true,
      rpc,
      store,
      path: SIWX_PATH,
      cookie: {
        // Cookies do not depend on the port, so the name must.
        name: `walletkit-siwx-${page.host.replace(/[^A-Za-z0-9.-]/g, '_')}`,
        secure: isApart,
        sameSite: isApart ? 'None' : 'Lax',
        partitioned: isApart,
      },
    })
    const handler = expressHandler(server)
    handlers.set(key, handler)
    return handler
  }
  return (request, response, body, refuse) => {
    const host = request.headers.host ?? '127.0.0.1'
    const handler = handlerOf(new URL(request.headers.origin ?? `http://${host}`), host)
    const read = Object.assign(request, { body: body.toString('utf8') })
    handler(read, response, () => refuse(new Refusal(404, 'path', `The sandbox has no ${request.url}`)))
  }
}
