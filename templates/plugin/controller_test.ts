import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import createMyPlugin from './controller.ts'

/** A real service, and a minimal kit that records its calls. */
const server = createServer((request, response) => {
  if (request.url !== '/status') return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': 'application/json' }).end('{ "name": "a service" }')
})
const kept = new Map<string, string>()
let reported: string[] = []
let origin = ''

const make = (path = '/status') =>
  createMyPlugin({
    kit: {
      fetch: (url, init) => fetch(url, init),
      storage: {
        get: (key) => kept.get(key),
        set: (key, value) => void kept.set(key, value),
        remove: (key) => void kept.delete(key),
      },
      report: (error, code) => {
        reported.push(code)
        return { code, message: String(error), surface: 'toast' }
      },
      track: () => {},
    },
    options: { service: origin + path },
  })

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  kept.clear()
  reported = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('counts its visits over reloads', () => {
  make().open()
  make().open()
  expect(make().state.opened).toBe(2)
})

it('shows who answered', async () => {
  const plugin = make()
  await plugin.ask()
  expect(plugin.state).toMatchObject({ name: 'a service', asking: false })
  expect(reported).toEqual([])
})

it('says when the service fails, and can be asked again', async () => {
  const plugin = make('/nothing')
  await plugin.ask()
  expect(plugin.state).toMatchObject({ name: undefined, asking: false })
  expect(reported).toEqual(['MY_PLUGIN_SERVICE'])
})
