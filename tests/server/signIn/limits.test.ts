/** What one client address may ask for, so that nobody fills the database. Time stands still unless a test moves it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { memoryStore } from '../../../runtime/siwx/server/index.ts'
import { signInRoutes } from '../../../server/signIn/routes.ts'
import { listen, type Listening, overFetch } from '../../runtime/siwx/server/http.ts'
import { evm, params } from '../../runtime/siwx/signers.ts'
import { openPage } from './page.ts'

const SITE = 'https://example.com'
const signIn = { expiration: 60, statement: params.statement, cookieDomain: undefined }
const config = { sites: [SITE], url: 'http://127.0.0.1', networks: [], proxyHeader: 'x-client' }

let time = Date.now()
let app: ReturnType<typeof signInRoutes>
let server: Listening
beforeAll(async () => {
  server = await listen((incoming, outgoing) =>
    overFetch(async (request) => app.fetch(request, { incoming, outgoing }))(incoming, outgoing),
  )
})
afterAll(() => server.stop())
beforeEach(() => {
  time = Date.now()
  const now = () => time
  const store = memoryStore({ clock: now })
  const report = (error: unknown) => expect.fail(String(error))
  app = signInRoutes({ config, signIn, storeOf: () => store, report, now })
})

const from = (address: string) => openPage(() => server.url, SITE, { 'x-client': address })
/** Asks `count` times, twenty at once. */
async function times<T>(count: number, ask: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let left = count; left > 0; left -= 20)
    all.push(...(await Promise.all(Array.from({ length: Math.min(left, 20) }, ask))))
  return all
}
const countOf = (answers: readonly { status: number }[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length

it('an address has 300 nonces a minute, and others are not affected', async () => {
  const own = from('192.0.2.1')
  const asked = await times(320, () => own.ask('/nonce'))
  expect(countOf(asked, 200)).toBe(300)
  const refused = asked.find(({ status }) => status !== 200)
  expect([refused?.status, refused?.answer]).toMatchObject([429, { error: { code: 'rate' } }])
  // The page can read why.
  expect(refused?.headers.get('access-control-allow-origin')).toBe(SITE)
  expect(refused?.headers.get('retry-after')).toBe('60')
  expect((await from('192.0.2.2').enter(evm())).status).toBe(200)
  time += 60_000
  expect((await own.ask('/nonce')).status).toBe(200)
})

it('an address has 75 sign-ins a minute', async () => {
  const own = from('192.0.2.1')
  const entered = []
  for (let each = 0; each < 80; each++) entered.push(await own.ask('/verify', { nonce: await own.nonce() }))
  expect([countOf(entered, 400), countOf(entered, 429)]).toEqual([75, 5])
})

it('a read that finds a session costs nothing, so that a backend may ask for all visitors', async () => {
  const own = from('192.0.2.1')
  await own.enter(evm())
  // All but 40 of the minute's 3,000.
  await times(292, () => own.ask('/nonce'))
  expect(countOf(await times(100, () => own.ask('/session')), 200)).toBe(100)
  own.jar.set([...own.jar.keys()][0] ?? '', 'a'.repeat(43))
  expect(countOf(await times(60, () => own.ask('/session')), 200)).toBe(40)
})

it('the owner of many addresses has 5,000 sign-ins a day', async () => {
  const statuses: number[] = []
  for (let network = 0; network < 51; network++) {
    const own = from(`2001:db8:1:${network.toString(16)}::1`)
    statuses.push(...(await times(100, () => own.ask('/verify', {}))).map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(5_000)
  expect(statuses.filter((status) => status === 429)).toHaveLength(100)
  expect((await from('2001:db8:1:ffff::1').enter(evm())).answer).toMatchObject({ error: { code: 'rate' } })
  expect((await from('2001:db8:2::1').enter(evm())).status).toBe(200)
}, 60_000)
