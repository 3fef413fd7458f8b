/** Sending events to a real server, without a browser. tests/flows/analytics.test.ts sends from one. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ANALYTICS_SDK_VERSION, eventUrl, send } from '../../../runtime/analytics/send.ts'
import type { Config } from '../../../runtime/contracts/config.ts'
import { definePlugin } from '../../../runtime/plugin.ts'
import { makeKit } from '../../support/kit.ts'
import { useServer } from '../../support/server.ts'

const server = useServer()
const kitWith = (config: Config = {}, plugins: Parameters<typeof makeKit>[1] = {}) =>
  makeKit({ services: { analytics: server.url }, ...config }, plugins)
const event = (name: string, plugin?: string) => ({
  event: name,
  timestamp: 1,
  address: undefined,
  ...(plugin !== undefined && { plugin }),
})
const sent = () => server.asked.map(({ body }) => (JSON.parse(body) as { props: { event: string } }).props.event)

beforeEach(() => vi.stubGlobal('location', new URL('https://shop.test/')))
afterEach(() => {
  vi.unstubAllGlobals()
  // Clear what a page remembers until it is loaded again.
  Reflect.deleteProperty(globalThis, Symbol.for('walletkit.page'))
})

it('says which software sends: by default html-wagmi-4.2.2, else what the site says [S9.sdk.02]', () => {
  const query = (config: Config) => Object.fromEntries(new URL(eventUrl(kitWith(config))).searchParams)
  expect(ANALYTICS_SDK_VERSION).toBe('html-wagmi-4.2.2')
  expect(query({})).toEqual({ projectId: 'unit', st: 'walletkit', sv: 'html-wagmi-4.2.2' })
  expect(query({ sdkType: 'shop', sdkVersion: 'html-1' })).toEqual({ projectId: 'unit', st: 'shop', sv: 'html-1' })
})

it('joins base and path with one slash', () => {
  const path = (analytics: string) => new URL(eventUrl(kitWith({ services: { analytics } }))).pathname
  expect(['https://a.test', 'https://a.test/', 'https://a.test/in/', 'https://a.test/in'].map(path)).toEqual([
    '/e',
    '/e',
    '/in/e',
    '/in/e',
  ])
})

it('sends events of the core and of our plugins, and no other', async () => {
  const ours = definePlugin({ id: 'ours', feature: 'ours', engine: '^0.1' })
  const guest = { ...definePlugin({ id: 'guest', feature: 'guest', engine: '^0.1' }), guest: true as const }
  const kit = kitWith({}, { plugins: [ours, guest] })
  for (const one of [
    event('MODAL_OPEN'),
    event('OWN_EVENT', 'ours'),
    event('MODAL_CLOSE', 'guest'),
    event('MODAL_CLOSE', 'nobody'),
  ])
    await send(kit, one)
  expect(sent()).toEqual(['MODAL_OPEN', 'OWN_EVENT'])
})

it('never throws and never tries again, whatever comes back', async () => {
  const seen: string[] = []
  const kit = kitWith()
  kit.events.on('error', ({ code }) => void seen.push(code))
  for (const status of [200, 204, 301, 400, 404, 429, 500, 503]) {
    server.answer((_asked, response) => {
      response.setHeader('location', `${server.url}/elsewhere`)
      return server.status(response, status)
    })
    await send(kit, event('MODAL_OPEN'))
  }
  server.answer((_asked, response) => response.destroy())
  await send(kit, event('MODAL_OPEN'))
  expect(server.asked).toHaveLength(9)
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  await send(kit, { ...event('MODAL_OPEN'), properties: cyclic })
  await send(kitWith({ services: {} }), event('MODAL_OPEN'))
  expect(server.asked).toHaveLength(9)
  expect(seen).toEqual([])
})

it('says once per page that the service does not serve it, whichever kit heard it first', async () => {
  server.answer((_asked, response) => server.status(response, 403))
  const messages: string[] = []
  const [first, second] = [
    kitWith(),
    kitWith({ messages: { 'error.INVALID_APP_CONFIGURATION': 'Nicht erlaubt: {origin}' } }),
  ]
  for (const kit of [first, second]) kit.events.on('error', ({ message }) => void messages.push(message))
  await send(second, event('MODAL_OPEN'))
  await send(second, event('MODAL_CLOSE'))
  await send(first, event('MODAL_OPEN'))
  expect(server.asked).toHaveLength(3)
  expect(messages).toEqual(['Nicht erlaubt: https://shop.test'])
  expect(second.state.alert).toMatchObject({ open: true, code: 'INVALID_APP_CONFIGURATION' })
  expect(first.state.alert.open).toBe(false)
})

it('outlives the page, carries no cookies, and follows no redirect', async () => {
  const seen = vi.spyOn(globalThis, 'fetch')
  await send(kitWith(), event('MODAL_OPEN'))
  expect(seen.mock.calls[0]?.[1]).toMatchObject({ keepalive: true, credentials: 'omit', redirect: 'error' })
  expect(seen.mock.calls[0]?.[1]).not.toHaveProperty('headers')
  seen.mockRestore()
})
