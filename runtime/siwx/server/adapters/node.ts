import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SiwxServer } from '../createSiwxServer.ts'
import { SiwxFailure } from '../failure.ts'
import { type Answer, type Asked, BODY_LIMIT, respond } from '../respond.ts'

/** Listens to `node:http`: `createServer(nodeHandler(server))`. Answers 404 to paths that are not the server's. */
export const nodeHandler = (server: SiwxServer) => (request: IncomingMessage, response: ServerResponse) => {
  void respond(server, toAsked(request, request.url ?? '/')).then((answer) => send(response, answer))
}

/** A Node request in parts; `body` is what a framework read already. */
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
  // What is left of a body that was refused is not waited for.
  if (status === 413) response.shouldKeepAlive = false
  for (const [name, value] of Object.entries(headers)) {
    // A cookie of the site's own is kept.
    if (name === 'set-cookie') response.appendHeader(name, value)
    else response.setHeader(name, value)
  }
  response.statusCode = status
  response.end(body)
}

function readText(request: IncomingMessage): Promise<string> {
  // Somebody else read it, and left nothing.
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
