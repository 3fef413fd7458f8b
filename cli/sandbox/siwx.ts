/** The server's half of sign-in (`walletkit/siwx-server`), as each page's own server would run it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  createSiwxServer,
  expressHandler,
  memoryStore,
  type SiwxServerOptions,
} from '../../runtime/siwx/server/index.ts'
import { Refusal } from './refusal.ts'

export const SIWX_PATH = '/siwx'

/** Answers a request of a page on this machine, whose body was read; throws what is no path of it to `refuse`. */
export type SignIn = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  refuse: (refusal: Refusal) => void,
) => void

/** `rpc`: addresses by CAIP-2 id, so that contract accounts can sign in. Nonces and sessions end with the sandbox. */
export function createSignIn(rpc: NonNullable<SiwxServerOptions['rpc']>): SignIn {
  const store = memoryStore()
  const handlers = new Map<string, ReturnType<typeof expressHandler>>()
  /** A page signs in for its own host, whatever it is called on this machine; pages on two ports are two sites. */
  const handlerOf = (page: URL, host: string) => {
    const key = `${page.origin} ${host}`
    const known = handlers.get(key)
    if (known) return known
    // Browsers take `localhost` and `127.0.0.1` for two sites. A cookie for both has to be Secure, which loopback may
    // have, and Partitioned where browsers refuse cookies of others.
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
        // Cookies know no ports.
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
