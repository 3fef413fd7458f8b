import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SiwxServer } from '../createSiwxServer.ts'
import { SiwxFailure } from '../failure.ts'
import { type Answer, type Asked, BODY_LIMIT, respond } from '../respond.ts'

/**
 * For `node:http`: `createServer(nodeHandler(server))`. Responds with 404 to other paths.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { createSiwxServer, nodeHandler } from 'walletkit/siwx-server'
 *
 * createServer(nodeHandler(createSiwxServer({ domain: 'app.example' }))).listen(3000)
 * ```
 */
export const nodeHandler = (server: SiwxServer) => (request: IncomingMessage, response: ServerResponse) => {
  void respond(server, toAsked(request, request.url ?? '/')).then((answer) => send(response, answer))
}

/**
 * Converts a request of Node to the form that `respond` handles. `url` has the full path; `body` is the body if a
 * framework has already read it.
 */
export function toAsked(request: IncomingMessage, url: string, body?: unknown): Asked {
  const [path = '/'] = url.split('?', 1)
  return {
    method: request.method ?? 'GET',
    path,
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    body: async () => body ?? readText(request),
  }
}

export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed || response.headersSent) return
  // Close the connection instead of reading the rest of a body that is too large.
  if (status === 413) response.shouldKeepAlive = false
  for (const [name, value] of Object.entries(headers)) {
    // Append, so that a cookie of the site's own code is kept.
    if (name === 'set-cookie') response.appendHeader(name, value)
    else response.setHeader(name, value)
  }
  response.statusCode = status
  response.end(body)
}

function readText(request: IncomingMessage): Promise<string> {
  // Other code has already consumed the body: no `end` event follows, so waiting for it would never stop.
  if (request.readableEnded) return Promise.reject(new SiwxFailure('body'))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= BODY_LIMIT) return void chunks.push(chunk)
      request.pause()
      reject(new SiwxFailure('tooLarge'))
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.on('error', (error) => reject(new SiwxFailure('body', error)))
    request.on('close', () => reject(new SiwxFailure('body')))
  })
}
