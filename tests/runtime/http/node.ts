/** A real HTTP server as a JSON-RPC node, whose answers the test writes. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = { jsonrpc: unknown; id: number; method: string; params: unknown }
export type Post = {
  at: number
  body: unknown
  calls: Asked[]
  headers: IncomingHttpHeaders
  url: string
  aborted: boolean
}
/**
 * An answer: a status with headers, JSON or raw text, or none at all: `hang` leaves the request open, `drop` closes it.
 */
export type Answer =
  { status?: number; headers?: Record<string, string>; json?: unknown; text?: string } | 'hang' | 'drop'

export async function startRpcServer(answer: (post: Post, index: number) => Answer | Promise<Answer>) {
  const posts: Post[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const body = JSON.parse(text) as Asked | Asked[]
      const post: Post = {
        at: Date.now(),
        body,
        calls: [body].flat(),
        headers: request.headers,
        url: request.url ?? '',
        aborted: false,
      }
      posts.push(post)
      response.on('close', () => (post.aborted = !response.writableEnded))
      void (async () => {
        const given = await answer(post, posts.length - 1)
        if (given === 'hang') return
        if (given === 'drop') return request.socket.destroy()
        response.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers })
        response.end(given.text ?? JSON.stringify(given.json ?? {}))
      })()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url, posts, stop }
}

/** Answers every call correctly: the result is its method and parameters. */
export const echo = ({ body, calls }: Post): Answer => {
  const replies = calls.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, result: [method, params] }))
  return { json: Array.isArray(body) ? replies : replies[0] }
}

export const failure = ({ body, calls }: Post, error: { code: number; message: string; data?: unknown }): Answer => {
  const replies = calls.map(({ id }) => ({ jsonrpc: '2.0', id, error }))
  return { json: Array.isArray(body) ? replies : replies[0] }
}
