/** A service of others on this machine: a real HTTP server that answers as the test says. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { type Source, SourceError } from '../../server/data/source.ts'

/** A request that the service got. `body` is parsed JSON. */
export type Asked = {
  method: string
  path: string
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: unknown
}
/** `text` is sent as it is, `json` as JSON. */
export type Reply = { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }

export type Service = Awaited<ReturnType<typeof startService>>

/** Starts a service. `answer` may be changed by `service.answer = …`. */
export async function startService(answer: (asked: Asked) => Reply | Promise<Reply>) {
  const asked: Asked[] = []
  let isOpen = true
  const service = { url: '', asked, answer, close: () => Promise.resolve() }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const text = Buffer.concat(chunks).toString('utf8')
      const one: Asked = {
        ...{ method: request.method ?? '', path: pathname, query: Object.fromEntries(searchParams) },
        ...{ headers: request.headers, body: text ? (JSON.parse(text) as unknown) : undefined },
      }
      asked.push(one)
      const reply = ({ status = 200, headers = {}, json, text: body }: Reply) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(body ?? JSON.stringify(json))
      }
      // A request may still wait when the test is over and closes this service, and also what it is answered from.
      const failed = (error: unknown) => {
        if (isOpen) throw error
      }
      void Promise.resolve(service.answer(one)).then(reply, failed)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service.close = () =>
    new Promise<void>((resolve) => {
      isOpen = false
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return service
}

/** What services send when something is wrong, or when another machine answers in their place. */
const FAILURES: Readonly<Record<string, Reply>> = {
  'an error': { status: 500, json: { error: 'no KEY for you' } },
  'a rate limit': { status: 429, json: { error: 'Too many requests' }, headers: { 'retry-after': '60' } },
  'a refusal': { status: 401, json: { message: 'Invalid API key' } },
  'a page': { text: '<!doctype html><title>Just a moment</title>', headers: { 'content-type': 'text/html' } },
  'half an answer': { text: '{"result":[{"hash":"0x' },
  nothing: { text: '' },
  'a list': { json: [] },
  'a text': { json: 'maintenance' },
  'an empty object': { json: {} },
  'an empty result': { json: { result: null, coins: null, status: '1', message: 'OK' } },
  'a redirect': { status: 302, headers: { location: 'http://127.0.0.1:1/' }, text: '' },
}

/**
 * Expects that `ask` fails with a SourceError for each kind of failure, and that no message contains the key.
 * `accepted` are the failures that mean an empty answer at this service.
 */
export async function expectFailures(
  service: Service,
  key: string,
  make: () => Source,
  ask: (source: Source) => Promise<unknown> | undefined,
  accepted: readonly string[] = [],
): Promise<void> {
  const before = service.answer
  for (const [name, reply] of Object.entries(FAILURES)) {
    if (accepted.includes(name)) continue
    service.answer = () => reply
    const error = await Promise.resolve(ask(make())).then(
      (value) => expect.fail(`${name} was taken as the answer ${JSON.stringify(value, (_, each) => String(each))}`),
      (thrown: unknown) => thrown,
    )
    expect(error, name).toBeInstanceOf(SourceError)
    expect(String((error as Error).stack), name).not.toContain(key)
    expect(String((error as Error).message), name).not.toContain('127.0.0.1')
    if (name === 'a rate limit') expect((error as SourceError).status).toBe(429)
  }
  service.answer = before
}
