/** Simulates the connection of a page and a login frame in Node, and sends forged messages. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { createChannel, type Incoming } from '../../runtime/auth/channel.ts'
import { createMessenger } from '../../runtime/auth/messenger.ts'

export const ORIGIN = 'https://login.example'
const closing: (() => void)[] = []
/** Closes the channels and ports that {@link wire} opened. */
export const closeWires = () => closing.splice(0).forEach((close) => close())

/** Makes a page and its frame. `deliver` acts as the browser that delivers a message to the page. */
export function wire(port = false) {
  const page = new EventTarget()
  const posted: { message: unknown; origin: unknown; ports: readonly MessagePort[] }[] = []
  const frame = {
    postMessage: (message: unknown, origin: unknown, ports: readonly MessagePort[] = []) =>
      void posted.push({ message, origin, ports }),
  } as unknown as Window
  const heard: Incoming[] = []
  let loads = 0
  const channel = createChannel({
    page: page,
    frame: () => frame,
    origin: ORIGIN,
    onReady: () => loads++,
    onMessage: (message) => heard.push(message),
  })
  const deliver = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
    page.dispatchEvent(Object.assign(new Event('message'), { data, origin: ORIGIN, source: frame, ...from }))
  const ready = (payload: unknown = port ? { port: true } : {}) => deliver({ type: '@w3m-frame/READY', payload })
  /** The port that the page sent to the frame last. */
  const end = () => {
    const own = posted.flatMap(({ ports }) => [...ports]).at(-1)
    if (own) closing.push(() => own.close())
    return own
  }
  closing.push(channel.close)
  return { channel, page, posted, heard, deliver, ready, end, loads: () => loads }
}
export const soon = () => new Promise((resolve) => setTimeout(resolve, 20))

/**
 * Sends `runs` forged messages while two requests are pending. Resolves with the number of requests that they settled
 * (must be 0).
 */
export async function forge(runs: number): Promise<number> {
  const { channel, deliver, ready, heard } = wire()
  const messenger = createMessenger({ send: channel.send })
  ready()
  messenger.ready()
  let settled = 0
  const waiting = [messenger.ask('GET_CHAIN_ID'), messenger.ask('RPC_REQUEST', { method: 'eth_call' })]
  for (const each of waiting)
    each.then(
      () => settled++,
      () => settled++,
    )
  const type = fc.oneof(
    fc.constantFrom(
      '@w3m-frame/GET_CHAIN_ID_SUCCESS',
      '@w3m-frame/RPC_REQUEST_SUCCESS',
      '@w3m-frame/RPC_REQUEST_ERROR',
      '@w3m-frame/READY',
      '@w3m-frame/SESSION_UPDATE',
      '@w3m-frame/CONNECT_SOCIAL_SUCCESS',
    ),
    fc.string(),
  )
  const id = fc.oneof(fc.stringMatching(/^[0-9a-f]{32}$/), fc.string(), fc.constant(undefined))
  const payload = fc.oneof(fc.constantFrom({ chainId: 6 }, { port: true }, { token: 'x' }, null), fc.anything())
  const data = fc.oneof(
    fc.record({ type, id, payload }),
    fc.record({ type, id, payload }, { requiredKeys: [] }),
    fc.anything(),
  )
  const wrong = fc.constantFrom('origin', 'source', 'id')
  fc.assert(
    fc.property(data, wrong, fc.webUrl(), (message, how, url) => {
      const before = heard.length
      if (how === 'origin') deliver(message, { origin: new URL(url).origin })
      else if (how === 'source') deliver(message, { source: {} })
      // A message from the frame itself has an id that no request has: it is read, and must settle nothing.
      else {
        const { type: kind } = (message ?? {}) as { type?: unknown }
        if (kind !== '@w3m-frame/READY') deliver(message)
        for (const each of heard.slice(before)) messenger.hear(each)
        heard.length = before
      }
      expect(heard).toHaveLength(before)
    }),
    { numRuns: runs, seed: 7 },
  )
  await soon()
  return settled
}
