/** A proxy in front of the sandbox that records requests, and can answer instead of the sandbox. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Recorded = { method: string; path: string; query: Record<string, string>; body: unknown }
/** The response that replaces the sandbox's: `text` as it is, or `body` as JSON. */
export type Reply = { status?: number; body?: unknown; text?: string }

export type Recorder = {
  url: string
  /** The requests so far, oldest first: all, or those of one path. */
  asked: (path?: string) => Recorded[]
  /** Answers this path itself from now on; `undefined` restores the sandbox's response. */
  answer: (path: string, reply: Reply | (() => Reply | Promise<Reply>) | undefined) => void
}

/** Listens on a free port of this computer until the test has finished. */
export async function startRecorder(target: string): Promise<Recorder> {
  const asked: Recorded[] = []
  const replies = new Map<string, Reply | (() => Reply | Promise<Reply>)>()
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', target)
      const body = await bodyOf(request)
      asked.push({
        method: request.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        body: body === '' ? undefined : (JSON.parse(body) as unknown),
      })
      const set = replies.get(url.pathname)
      const reply = typeof set === 'function' ? await set() : set
      if (reply) {
        response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
        return response.end(reply.text ?? JSON.stringify(reply.body ?? {}))
      }
      const answer = await fetch(url, { method: request.method ?? 'GET', ...(body && { body }) })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: (path) => asked.filter((each) => path === undefined || each.path === path),
    answer: (path, reply) => void (reply === undefined ? replies.delete(path) : replies.set(path, reply)),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
