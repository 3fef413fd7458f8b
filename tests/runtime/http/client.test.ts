import { expect, it } from 'vitest'
import { BODY_LIMIT, createHttp, HttpError } from '../../../runtime/http/client.ts'
import { useServer } from '../../support/server.ts'

const server = useServer()
const http = (options: Partial<Parameters<typeof createHttp>[0]> = {}) =>
  createHttp({ baseUrl: server.url, ...options })

it('reads JSON by GET [S7.http.01]', async () => {
  server.answer(() => ({ a: 1 }))
  expect(await http().get({ path: '/x' })).toEqual({ a: 1 })
  expect(server.asked[0]).toMatchObject({ method: 'GET', path: '/x', body: '' })
})

it('posts JSON [S7.http.02]', async () => {
  await http().post({ path: 'x', body: { a: 1 } })
  expect(server.asked[0]).toMatchObject({ method: 'POST', body: '{"a":1}' })
  expect(server.asked[0]?.headers['content-type']).toBe('application/json')
})

it('puts JSON [S7.http.03]', async () => {
  await http().put({ path: 'x', body: { a: 1 } })
  expect(server.asked[0]).toMatchObject({ method: 'PUT', body: '{"a":1}' })
})

it('deletes with a JSON body [S7.http.04]', async () => {
  await http().delete({ path: 'x', body: { a: 1 } })
  expect(server.asked[0]).toMatchObject({ method: 'DELETE', body: '{"a":1}' })
})

it('appends the client id last when it is known [S7.http.05]', async () => {
  await http({ clientId: () => 'c1', query: () => ({ projectId: 'p' }) }).get({ path: 'x', query: { a: 1 } })
  expect(Object.entries(server.asked[0]?.query ?? {})).toEqual([
    ['a', '1'],
    ['projectId', 'p'],
    ['clientId', 'c1'],
  ])
  await http({ clientId: () => undefined }).get({ path: 'x' })
  expect(server.asked[1]?.query).toEqual({})
})

it('throws the status of an answer that is not OK, the response being the cause [S7.http.06]', async () => {
  server.answer((_, response) => server.status(response, 503))
  const failure = await http()
    .get({ path: 'x' })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(HttpError)
  expect(failure).toMatchObject({ message: 'HTTP status code: 503', status: 503 })
  expect((failure as HttpError).cause).toBeInstanceOf(Response)
})

it('drops falsy parameters', async () => {
  await http().get({ path: 'x', query: { a: '', b: undefined, c: null, d: false, e: 0, f: 'f' } })
  expect(server.asked[0]?.query).toEqual({ f: 'f' })
})

it.each([
  ['', 'v1/x'],
  ['/', '/v1/x'],
  ['//', '//v1/x'],
  ['/base/', '/v1/x'],
])('joins "%s" and "%s" by one slash', async (tail, path) => {
  await createHttp({ baseUrl: server.url + tail }).get({ path })
  expect(server.asked[0]?.path).toBe(tail.startsWith('/base') ? '/base/v1/x' : '/v1/x')
})

it('reads an empty body as nothing', async () => {
  server.answer((_, response) => void response.writeHead(204).end())
  expect(await http().post({ path: 'x', body: {} })).toBeUndefined()
})

it('refuses a reply that is too large or no JSON', async () => {
  server.answer((_, response) => void response.end('x'.repeat(BODY_LIMIT + 1)))
  await expect(http().get({ path: 'x' })).rejects.toThrow('The reply is too large')
  server.answer((_, response) => void response.end('<html>'))
  await expect(http().get({ path: 'x' })).rejects.toThrow()
})
