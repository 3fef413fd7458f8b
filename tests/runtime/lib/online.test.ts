/** When a page counts as online: the browser's answer, except on a page that came from this computer. */
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  Reflect.deleteProperty(globalThis, Symbol.for('walletkit.page'))
})

async function pageOf(hostname: string, onLine: boolean) {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('navigator', { onLine })
  vi.stubGlobal('location', { hostname })
  const { isOnline } = await import('../../../runtime/lib/online.ts')
  const turn = (to: boolean) => {
    vi.stubGlobal('navigator', { onLine: to })
    page.dispatchEvent(new Event(to ? 'online' : 'offline'))
  }
  return { isOnline, turn }
}

it.each([
  ['shop.example', true, true],
  ['shop.example', false, false],
  ['localhost', true, true],
  ['localhost', false, true],
  ['shop.localhost', false, true],
  ['127.0.0.1', false, true],
  ['[::1]', false, true],
  ['127.0.0.1.example', false, false],
])('on %s, with a browser that says %s: %s', async (hostname, onLine, expected) => {
  const { isOnline } = await pageOf(hostname, onLine)
  expect(isOnline()).toBe(expected)
})

it.each(['shop.example', 'localhost'])('follows what the browser says of %s while the page is up', async (hostname) => {
  const { isOnline, turn } = await pageOf(hostname, true)
  turn(false)
  expect(isOnline()).toBe(false)
  turn(true)
  expect(isOnline()).toBe(true)
})

it('is online where there is no browser', async () => {
  vi.stubGlobal('navigator', undefined)
  const { isOnline } = await import('../../../runtime/lib/online.ts')
  expect(isOnline()).toBe(true)
})
