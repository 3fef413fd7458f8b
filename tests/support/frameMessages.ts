/** Runs the login frame's code in Node, and sends it messages that a hostile page might send. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { type MessageName, MESSAGES, requestType } from '../../runtime/auth/messages.ts'
import { UNSAFE_METHODS } from '../../runtime/connectors/methods.ts'
import { answerPage } from '../../sandbox/login/page/frame.ts'
import { createHost } from '../../sandbox/login/page/host.ts'
import { storedFor } from '../../sandbox/login/page/stored.ts'

const SITE = 'https://site.example'
const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const names = Object.keys(MESSAGES) as MessageName[]

/** Well-formed requests, of which the random ones are mutations. */
const VALID: { method: string; params: unknown }[] = [
  { method: 'personal_sign', params: ['0x4869', OWN] },
  {
    method: 'eth_signTypedData_v4',
    params: [OWN, { domain: {}, types: { A: [{ name: 'a', type: 'string' }] }, primaryType: 'A', message: { a: 'x' } }],
  },
  { method: 'eth_sendTransaction', params: [{ from: OWN, to: OWN, value: '0x1' }] },
  { method: 'wallet_sendCalls', params: [{ calls: [{ to: OWN, value: '0x1' }] }] },
  { method: 'solana_signMessage', params: { message: 'abc' } },
]

const anyId = fc.oneof(fc.stringMatching(/^[0-9a-f]{8}$/), fc.string(), fc.constant(undefined))
/** Random copies of a value in which one part is replaced by anything. */
const mutated = (value: unknown): fc.Arbitrary<unknown> =>
  fc.tuple(fc.nat(8), fc.anything()).map(([depth, other]) => replaced(value, depth, other))
function replaced(value: unknown, depth: number, other: unknown): unknown {
  if (depth === 0) return other
  if (typeof value !== 'object' || value === null) return depth > 4 ? value : other
  const keys = Object.keys(value)
  const at = keys[depth % Math.max(1, keys.length)]
  if (at === undefined) return other
  const inner = replaced((value as Record<string, unknown>)[at], depth - 1, other)
  return Array.isArray(value)
    ? value.map((each: unknown, index) => (String(index) === at ? inner : each))
    : { ...value, [at]: inner }
}
const request = fc
  .tuple(fc.constantFrom(...VALID), fc.oneof(fc.constantFrom(31337, 1, 'eip155:31337', 'x', undefined), fc.anything()))
  .chain(([valid, chainId]) => mutated({ ...valid, chainId }))
const payload = fc.oneof(request, fc.anything(), fc.constant(undefined))
const type = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...names.map((name) => requestType(name) as string), '@w3m-app/RPC_ABORT') },
  { weight: 3, arbitrary: fc.constant(requestType('RPC_REQUEST') as string) },
  { weight: 1, arbitrary: fc.string() },
)
const message = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type, id: anyId, payload }) },
  { weight: 1, arbitrary: fc.anything() },
)

/**
 * A frame in which the person rejects everything. `asked` lists the signing requests that reached the service all the
 * same.
 */
function frameInNode() {
  const parent = new EventTarget() as unknown as Window
  const page = Object.assign(new EventTarget(), { parent })
  Object.assign(parent, { postMessage: () => undefined })
  // Restore both globals in the end, because other test files run in the same process.
  const own = { window: page, location: { origin: 'https://login.example' } }
  const before = Object.keys(own).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  const restore = () => {
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
  }
  const asked: string[] = []
  const ask = (name: string, given?: unknown) => {
    const { method } = (given ?? {}) as { method?: string }
    if (name === 'RPC_REQUEST' && UNSAFE_METHODS.includes(String(method))) asked.push(String(method))
    if (name === 'GET_USER') return Promise.resolve({ address: OWN, chainId: 31337, accounts: [] })
    if (name === 'LOCK') return Promise.resolve({ state: 'off' })
    return Promise.reject(new Error('No chain'))
  }
  const shown: unknown[] = []
  const host = createHost(SITE)
  answerPage(
    { ...host, send: () => undefined },
    { ask, networks: [{ caipNetworkId: 'eip155:31337', name: 'Sandbox' }] },
    storedFor(SITE),
    {
      ask: (_id, what) => {
        shown.push(what)
        return Promise.reject(new Error('User rejected the request.'))
      },
      done: () => undefined,
      abort: () => undefined,
    },
  )
  const deliver = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
    page.dispatchEvent(Object.assign(new Event('message'), { data, origin: SITE, source: parent, ports: [], ...from }))
  return { deliver, asked, shown, restore }
}

/**
 * Sends `runs` random messages to the frame. Resolves with how many requests would have been signed (`signed`, must be
 * 0), and how many were shown to the person.
 */
export async function assail(runs: number): Promise<{ signed: number; shown: number }> {
  // The frame imports this script with the first request. Import it before, or the frame would still wait in the end.
  await import('../../sandbox/login/page/lock/late.ts')
  const { deliver, asked, shown, restore } = frameInNode()
  const faults: unknown[] = []
  const fault = (error: unknown) => faults.push(error)
  process.on('unhandledRejection', fault)
  process.on('uncaughtException', fault)
  const round = 2000
  let count = 0
  for (let done = 0; done < runs; done += round) {
    fc.assert(
      fc.property(message, fc.constantFrom('page', 'page', 'page', 'origin', 'source'), (data, how) => {
        const from = how === 'origin' ? { origin: 'https://evil.example' } : how === 'source' ? { source: {} } : {}
        deliver(data, from)
      }),
      { numRuns: Math.min(round, runs - done), seed: done + 1 },
    )
    // Let the frame finish the messages of this round before the next one. An import takes some turns of the event loop.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve))
    count += shown.splice(0).length
  }
  process.off('unhandledRejection', fault)
  process.off('uncaughtException', fault)
  restore()
  expect(faults).toEqual([])
  return { signed: asked.length, shown: count }
}
