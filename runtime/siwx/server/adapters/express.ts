import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SiwxServer } from '../createSiwxServer.ts'
import { isOwnPath, respond } from '../respond.ts'
import { send, toAsked } from './node.ts'

/**
 * What Express, Connect and Polka add to Node's request: the full path, including the prefix under which a handler is
 * mounted, and the parsed body.
 */
export type ExpressRequest = IncomingMessage & { originalUrl?: string; body?: unknown }

/**
 * `app.use(expressHandler(server))`, before or after `express.json()`. It compares the full path of a request with the
 * server's `path`: for `app.use('/api', …)`, set `path` to `/api/siwx`. Calls `next` for other paths.
 *
 * @example
 * ```ts
 * import { createSiwxServer, expressHandler } from 'walletkit/siwx-server'
 *
 * declare const app: { use: (handler: ReturnType<typeof expressHandler>) => void }
 * app.use(expressHandler(createSiwxServer({ domain: 'app.example' })))
 * ```
 */
export const expressHandler =
  (server: SiwxServer) => (request: ExpressRequest, response: ServerResponse, next: (error?: unknown) => void) => {
    const url = request.originalUrl ?? request.url ?? '/'
    const asked = toAsked(request, url, request.body)
    if (!isOwnPath(server, asked.path)) return next()
    respond(server, asked).then((answer) => send(response, answer), next)
  }
