/**
 * Runs the server side of sign-in (`walletkit/siwx-server`) for pages on this machine, in place of their own servers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createSiwxServer, expressHandler, memoryStore, type SiwxServerOptions } from '../runtime/siwx/server/index.ts'
import { Refusal } from './refusal.ts'

export const SIWX_PATH = '/siwx'

/** Answers a request whose body is already read. Calls `refuse` for a path that sign-in does not have. */
export type SignIn = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  refuse: (refusal: Refusal) => void,
) => void

/**
 * Creates the sign-in servers of the pages that call the sandbox. Nonces and sessions end with the sandbox.
 * @param rpc RPC URLs by CAIP-2 id, at which the signatures of contract accounts are checked
 */
export function createSignIn(rpc: NonNullable<SiwxServerOptions['rpc']>): SignIn {
  const store = memoryStore()
  const handlers = new Map<string, ReturnType<typeof expressHandler>>()
  /** The sign-in server of a page, made once for each origin and sandbox host. Pages on two ports have one each. */
  const handlerOf = (page: URL, host: string) => {
    const key = `${page.origin} ${host}`
    const known = handlers.get(key)
    if (known) return known
    // Browsers treat `localhost` and `127.0.0.1` as two sites. If the page and the sandbox have different names, the
    // cookie must be SameSite=None, so Secure (which loopback allows), and Partitioned for browsers that block
    // third-party cookies.
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
        // Browsers send a cookie to every port of a host, so its name contains the page's host and port.
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
