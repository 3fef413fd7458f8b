/** Sign-in that a real server verifies, in a browser whose clock differs from the server's. */
import { afterEach, expect, it, vi } from 'vitest'
import { connect } from '../../../runtime/actions/connect.ts'
import { discover } from '../../../runtime/actions/discover.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import { createServerSiwx } from '../../../runtime/siwx/createServerSiwx.ts'
import { createSiwxServer, nodeHandler } from '../../../runtime/siwx/server/index.ts'
import { sign } from '../../../runtime/siwx/sign.ts'
import { signIn } from '../../../runtime/siwx/state.ts'
import { memoryStorage, sandboxConfig, testConnector, wholeKit } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { listen } from './server/http.ts'

const sandbox = useSandbox()
const ends: (() => unknown)[] = []
afterEach(() => Promise.all(ends.splice(0).map((end) => end())))

const HOUR = 3_600_000

/** Connects a wallet on a page whose clock is ahead of the server's by `ahead` ms. */
async function connected(ahead: number) {
  vi.stubGlobal('location', new URL('https://app.example/'))
  ends.push(() => vi.unstubAllGlobals())
  const clock = { now: Date.now() - ahead }
  const server = createSiwxServer({ domain: 'app.example', clock: () => clock.now })
  const { url, stop } = await listen(nodeHandler(server))
  let [cookie, reads] = ['', 0]
  const send: typeof fetch = async (input, init = {}) => {
    if (new Request(input).url.endsWith('/session')) reads++
    const headers = { ...(init.headers as object), origin: 'https://app.example', cookie }
    const response = await fetch(input, { ...init, headers })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response
  }
  const own = createServerSiwx({ endpoint: `${url}/siwx`, expiration: HOUR }, send)
  const kit = wholeKit(
    {
      config: { ...sandboxConfig(sandbox()), siwx: true },
      chains: [eip155],
      parts: { siwx: () => import('../../../runtime/siwx/index.ts') },
    },
    { storage: memoryStorage(), siwx: own },
  )
  ends.push(stop, () => kit.teardown.splice(0).forEach((end) => end()))
  await discover(kit)()
  await connect(kit, testConnector(sandbox()).connector)
  return { kit, clock, own, status: () => signIn(kit).status, reads: () => reads }
}

it('signs in a visitor whose clock is hours ahead, and does not ask the server without end', async () => {
  const { kit, clock, own, status, reads } = await connected(2 * HOUR)
  expect(status()).toBe('needed')
  await sign(kit)
  expect(status()).toBe('signed')
  const before = reads()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([status(), reads() - before]).toEqual(['signed', 0])
  const { subject } = signIn(kit)
  const sessions = async () => (await own.getSessions(subject?.chainId ?? 'eip155:1', subject?.address ?? '')).length
  expect(await sessions()).toBe(1)
  // The server's clock decides when the session ends.
  clock.now += HOUR
  expect(await sessions()).toBe(0)
})
