/** The frame's element, with stand-ins for the page's window and the elements, whose loads a test decides. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Frame, frameUrl, mountFrame } from '../../../runtime/auth/frame.ts'
import { makeKit } from '../../support/kit.ts'
import { SECURE_SITE } from '../../support/embedded.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

class Element extends EventTarget {
  readonly isConnected = true
  readonly style = {}
  readonly contentWindow = { postMessage: () => undefined }
  setAttribute() {}
  append() {}
  remove() {}
  attachShadow() {
    return this
  }
}

/** Mounts a frame. `load` is the element's event, `report` the message with which the frame says that it listens. */
function mounted() {
  const page = new EventTarget()
  const elements: Element[] = []
  const createElement = () => elements[elements.push(new Element()) - 1]
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { createElement, body: new Element() })
  const kit = makeKit({ services: { secureSite: SECURE_SITE } })
  const said: string[] = []
  const events = { onReady: () => said.push('ready'), onMessage: () => undefined, onFail: () => said.push('failed') }
  const frame: Frame = mountFrame(kit, frameUrl(kit), events)
  const element = frame.element as unknown as Element
  const data = { type: '@w3m-frame/READY' }
  return {
    said,
    load: () => element.dispatchEvent(new Event('load')),
    report: () =>
      page.dispatchEvent(
        Object.assign(new Event('message'), {
          data,
          origin: new URL(SECURE_SITE).origin,
          source: element.contentWindow,
        }),
      ),
  }
}

it.each(['before', 'after'] as const)('stays when it reports %s each of its loads', async (order) => {
  const { said, load, report } = mounted()
  for (let each = 0; each < 3; each++) {
    if (order === 'before') report()
    load()
    await vi.advanceTimersByTimeAsync(1_000)
    if (order === 'after') report()
    await vi.advanceTimersByTimeAsync(30_000)
  }
  expect(said).toEqual(['ready', 'ready', 'ready'])
})

it.each(['before', 'after'] as const)(
  'fails when it is reloaded and an error page loads instead, having reported %s its first load',
  async (order) => {
    const { said, load, report } = mounted()
    if (order === 'before') report()
    load()
    if (order === 'after') report()
    await vi.advanceTimersByTimeAsync(60_000)
    load()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(said).toEqual(['ready'])
    await vi.advanceTimersByTimeAsync(1)
    expect(said).toEqual(['ready', 'failed'])
  },
)
