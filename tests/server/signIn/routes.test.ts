/** Sign-in at the hosted server over HTTP, with real signatures. */
import { request as httpRequest } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHosted } from '../../support/hosted.ts'
import { evm, params, solana } from '../../runtime/siwx/signers.ts'
import { openPage } from './page.ts'

const SITE = 'https://example.com'
const OTHER = 'https://shop.example.org'
const LONG = { expiration: 3 * 604_800_000 }

type Hosted = Awaited<ReturnType<typeof startHosted>>
let hosted: Hosted
beforeAll(async () => {
  hosted = await startHosted({ sites: [SITE, OTHER], signIn: { statement: params.statement } })
})
afterAll(() => hosted.close())

const page = (origin = SITE) => openPage(() => hosted.url(), origin)
/** Sends a request with a Host header of its own, which `fetch` cannot, in two parts if the test says so. */
const raw = (
  port: string,
  path: string,
  headers: Record<string, string>,
  body = '',
  between?: () => Promise<void>,
): Promise<{ status: number | undefined; cookies: string[] }> =>
  new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET'
    const length = body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    const asking = httpRequest(
      { host: '127.0.0.1', port, path, method, agent: false, headers: { ...headers, ...(length || {}) } },
      (answer) => {
        answer.resume()
        resolve({ status: answer.statusCode, cookies: answer.headers['set-cookie'] ?? [] })
      },
    )
    asking.on('error', reject)
    if (!between) return void asking.end(body)
    asking.write(body.slice(0, 10))
    void between().then(() => asking.end(body.slice(10)))
  })

describe('a visitor', () => {
  it.each([
    ['eip155', evm()],
    ['solana', solana()],
  ])('signs in on %s, stays, and leaves', async (_chain, visitor) => {
    const own = page()
    expect(await own.who()).toBeUndefined()
    const { status, headers, answer } = await own.enter(visitor, LONG)
    expect([status, answer]).toMatchObject([200, { session: { address: visitor.address, chainId: visitor.chainId } }])
    expect(headers.get('access-control-allow-origin')).toBe(SITE)
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-store', 'Origin, Cookie'])
    // The page is on another site than 127.0.0.1. A session lasts a week at most, whatever the message says.
    expect(own.attributes()).toMatch(/^Path=\/; Max-Age=60(4800|4799); HttpOnly; SameSite=None; Secure; Partitioned$/)
    expect(await own.who()).toBe(visitor.address)
    const before = new Map(own.jar)
    expect((await own.ask('/sign-out', {})).status).toBe(200)
    expect(own.attributes()).toContain('Max-Age=0')
    for (const [name, value] of before) own.jar.set(name, value)
    expect(await own.who()).toBeUndefined()
  })

  it('signs in with several accounts, and out of one', async () => {
    const own = page()
    await own.enter(evm())
    await own.enter(solana())
    expect(await own.who()).toBe(solana().address)
    const { chainId, address } = solana()
    expect((await own.ask('/sign-out', { chainId, address })).status).toBe(200)
    expect(await own.who()).toBe(evm().address)
  })

  it('uses a nonce once, of 20 times at once too', async () => {
    const own = page()
    const body = await own.signed(evm())
    const all = await Promise.all(Array.from({ length: 20 }, () => page().ask('/verify', body)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await own.ask('/verify', body)).toMatchObject({ status: 401, answer: { error: { code: 'nonce' } } })
  })

  it('is refused with a message for another site, with other words, or with another’s signature', async () => {
    const own = page()
    const codeOf = async (body: object) => (await own.ask('/verify', body)).answer
    expect(await codeOf(await own.signed(evm(), { domain: 'evil.example' }))).toMatchObject({
      error: { code: 'domain' },
    })
    expect(await codeOf(await own.signed(evm(), { uri: OTHER }))).toMatchObject({ error: { code: 'uri' } })
    expect(await codeOf(await own.signed(evm(), { statement: 'Anything.' }))).toMatchObject({
      error: { code: 'statement' },
    })
    const { message } = await own.signed(evm())
    const { signature } = await own.signed(evm(1))
    expect(await codeOf({ message, signature })).toMatchObject({ error: { code: 'signature' } })
    expect(own.jar.size).toBe(0)
  })

  it('stays signed in after a restart, and is known by no token in the database', async () => {
    const own = page()
    await own.enter(evm())
    const pending = await own.signed(solana())
    const [token = '?'] = own.jar.values()
    await hosted.stop()
    const stored = readFileSync(hosted.database, 'latin1')
    expect(stored).toContain(evm().address)
    for (const secret of [token, /Nonce: (\w+)/.exec(pending.message)?.[1] ?? '?']) expect(stored).not.toContain(secret)
    await hosted.restart()
    expect(await own.who()).toBe(evm().address)
    expect((await own.ask('/verify', pending)).status).toBe(200)
    expect(hosted.lines.join('')).not.toContain(token)
  })
})

describe('who may ask', () => {
  it('is a page of the sites, each with sessions of its own', async () => {
    const own = page()
    const other = page(OTHER)
    await own.enter(evm())
    const [[name = '', token = ''] = []] = [...own.jar]
    expect(name).toBe('walletkit-siwx-example.com')
    other.jar.set(name, token).set('walletkit-siwx-shop.example.org', token)
    expect(await other.who()).toBeUndefined()
    const nonce = await own.nonce()
    expect((await other.enter(evm(), { nonce })).answer).toMatchObject({ error: { code: 'nonce' } })
    await other.enter(evm(1))
    expect([await own.who(), await other.who()]).toEqual([evm().address, evm(1).address])
  })

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a part of its name', { origin: 'https://example.com.evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a page of this machine', { origin: 'http://localhost:5173' }],
    ['nobody', { origin: '' }],
  ])('is not %s, which learns nothing, also with the cookie', async (_who, headers) => {
    const own = page()
    await own.enter(evm())
    for (const [path, body] of [
      ['/nonce'],
      ['/session'],
      ['/verify', await own.signed(evm(1))],
      ['/sign-out', {}],
    ] as const) {
      const refused = await own.ask(path, body, headers)
      expect([refused.status, refused.answer]).toMatchObject([403, { error: { code: 'origin' } }])
      expect(refused.headers.get('access-control-allow-origin')).toBeNull()
      expect(refused.headers.getSetCookie()).toEqual([])
    }
    expect(await own.who()).toBe(evm().address)
  })

  it('asks first where a form could not, and sends JSON only', async () => {
    const own = page()
    await own.enter(evm())
    const ask = (origin: string) =>
      fetch(`${hosted.url()}/siwx/sign-out`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      })
    const may = await ask(SITE)
    expect([may.status, may.headers.get('access-control-allow-headers')]).toEqual([204, 'content-type'])
    expect([may.headers.get('access-control-allow-origin'), may.headers.get('access-control-allow-methods')]).toEqual([
      ...[SITE, 'POST'],
    ])
    const foreign = await ask('https://evil.example')
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect((await own.ask('/sign-out', {}, { 'content-type': type })).status).toBe(415)
    expect(await own.who()).toBe(evm().address)
  })

  it('asks this host, for what there is, in a body that is not too long', async () => {
    const { port } = new URL(hosted.url())
    expect((await raw(port, '/siwx/nonce', { host: 'evil.example', origin: SITE })).status).toBe(421)
    const own = page()
    expect((await own.ask('/accounts')).status).toBe(404)
    expect((await own.ask('/nonce', {})).status).toBe(405)
    expect((await own.ask('/verify', { message: 'x'.repeat(70_000), signature: '0x' })).status).toBe(413)
    expect((await own.ask('/verify', { message: 7 })).status).toBe(400)
    expect((await own.ask('/session')).status).toBe(200)
  })
})

describe('the server', () => {
  it('has no such paths without the field', async () => {
    const plain = await startHosted({ sites: [SITE] })
    const own = openPage(() => plain.url(), SITE)
    for (const [path, body] of [['/nonce'], ['/session'], ['/verify', {}], ['/sign-out', {}]] as const)
      expect((await own.ask(path, body)).status).toBe(404)
    await plain.close()
  })

  it('ends a session after its time', async () => {
    const brief = await startHosted({ sites: [SITE], signIn: { expiration: 1, statement: params.statement } })
    const own = openPage(() => brief.url(), SITE)
    await own.enter(evm())
    expect(own.attributes()).toContain('Max-Age=1;')
    expect(await own.who()).toBe(evm().address)
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    expect(await own.who()).toBeUndefined()
    await brief.close()
  })

  it('takes messages without a statement only, unless the config has one', async () => {
    const silent = await startHosted({ sites: [SITE], signIn: true })
    const own = openPage(() => silent.url(), SITE)
    expect((await own.enter(evm())).answer).toMatchObject({ error: { code: 'statement' } })
    expect((await own.enter(evm(), { statement: false })).status).toBe(200)
    await silent.close()
  })

  it('sets cookies that no other host can set or read, on its own domain and with https', async () => {
    const secure = { url: 'https://login.example.com', database: 'secure.db' }
    const running = await hosted.start(secure)
    const cookieFor = async (headers: Record<string, string>) =>
      (await raw(String(running.port), '/siwx/sign-out', { host: 'login.example.com', ...headers }, '{}')).cookies
    expect(await cookieFor({ origin: SITE })).toEqual([
      '__Host-walletkit-siwx-example.com=x; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ])
    expect(await cookieFor({ origin: OTHER })).toEqual([
      '__Host-walletkit-siwx-shop.example.org=x; Path=/; Max-Age=0; HttpOnly; SameSite=None; Secure; Partitioned',
    ])
    await running.stop()
  })

  it('tells the site’s backend who is signed in, if the config shares the cookie', async () => {
    const shared = { ...{ url: 'https://login.example.com', database: 'shared.db' }, sites: [SITE] }
    const running = await hosted.start({
      ...shared,
      signIn: { statement: params.statement, cookieDomain: 'example.com' },
    })
    const local = () => `http://127.0.0.1:${running.port}`
    const own = openPage(local, SITE)
    await own.enter(evm())
    expect(own.attributes()).toMatch(/^Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Domain=example.com; Secure$/)
    // The visitor's browser sends this header to https://example.com as well, whose backend passes it on.
    const cookie = [...own.jar].map(([name, value]) => `theme=dark; ${name}=${value}`).join('; ')
    const answer = await fetch(`${local()}/siwx/session`, { headers: { origin: SITE, cookie } })
    expect(await answer.json()).toMatchObject({ session: { address: evm().address, chainId: evm().chainId } })
    await own.ask('/sign-out', {})
    const later = await fetch(`${local()}/siwx/session`, { headers: { origin: SITE, cookie } })
    expect(await later.json()).toEqual({ session: null })
    await running.stop()
  })

  it('finishes a sign-in that is under way when it stops', async () => {
    const leaving = await hosted.start({ database: join(hosted.folder, 'leaving.db') })
    const own = openPage(() => `http://127.0.0.1:${leaving.port}`, SITE)
    const body = JSON.stringify(await own.signed(evm()))
    let stopped: Promise<void> | undefined
    const answered = await raw(String(leaving.port), '/siwx/verify', { origin: SITE }, body, async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      stopped = leaving.stop()
    })
    expect(answered).toMatchObject({ status: 200, cookies: [expect.stringContaining('walletkit-siwx')] })
    await stopped
  })

  it('counts a request the same, however its path is written', async () => {
    const other = await startHosted({ sites: [SITE], signIn: true })
    const { port } = new URL(other.url())
    const asked: (number | undefined)[] = []
    // 300 are allowed in a minute, and these may fall into two.
    while (asked.length < 620) {
      const some = Array.from({ length: 20 }, () =>
        raw(port, '/siwx/x/../nonce', { host: `127.0.0.1:${port}`, origin: SITE }),
      )
      asked.push(...(await Promise.all(some)).map(({ status }) => status))
    }
    expect(asked).toContain(200)
    expect(asked).toContain(429)
    await other.close()
  })

  it('names them all alike in its figures', async () => {
    await page().ask('/someone@example.com')
    const text = await (await fetch(`${hosted.url()}/metrics`)).text()
    expect(text).toMatch(/walletkit_http_seconds_count\{route="siwx",status="200"\} [1-9]/)
    expect(text).not.toContain('someone')
  })
})
