import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SiwxServer } from '../createSiwxServer.ts'
import { isOwnPath, respond } from '../respond.ts'
import { send, toAsked } from './node.ts'

/** What Express (and Connect, and Polka) adds to Node's request: the path before a mount, and the parsed body. */
export type ExpressRequest = IncomingMessage & { originalUrl?: string; body?: unknown }

/**
 * `app.use(expressHandler(server))`, mounted anywhere, before or after `express.json()`. Calls `next` for other paths.
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
