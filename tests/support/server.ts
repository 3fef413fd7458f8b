/** A local HTTP server for the tests of one file. It answers as the test says, and records its requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export type Asked = {
  method: string
  path: string
  query: Record<string, string>
  body: string
  headers: IncomingMessage['headers']
}
type Answer = (asked: Asked, response: ServerResponse) => unknown

/**
 * `answer` sets the function that answers: it returns the JSON body, or returns `undefined` and ends the response
 * itself.
 */
export function useServer() {
  const asked: Asked[] = []
  let answer: Answer = () => ({})
  let url = ''
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const one: Asked = {
        method: request.method ?? '',
        path: pathname,
        query: Object.fromEntries(searchParams),
        body,
        headers: request.headers,
      }
      asked.push(one)
      const reply = answer(one, response)
      if (response.writableEnded || response.destroyed || reply === undefined) return
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    })
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    asked.length = 0
    answer = () => ({})
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    asked,
    get url() {
      return url
    },
    answer: (next: Answer) => void (answer = next),
    /** Ends a response with only a status. */
    status: (response: ServerResponse, code: number) => void response.writeHead(code).end(),
  }
}
