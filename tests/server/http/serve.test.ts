/** The server over HTTP: its answers, its limits to hosts and sites, its log, and how it stops. */
import { request as httpRequest } from 'node:http'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recoverMessageAddress } from 'viem'
import { masterKey, startHosted } from '../../support/hosted.ts'
import { newest, openBrowser, SITE, someEmail } from '../../sandbox/login/browser.ts'

type Hosted = Awaited<ReturnType<typeof startHosted>>
let hosted: Hosted
beforeAll(async () => {
  hosted = await startHosted({ sites: [SITE] })
})
afterAll(() => hosted.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${hosted.url()}${path}`, { headers })
/** The status of a request with another Host header, which `fetch` cannot set. */
const statusFor = (host: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(hosted.url())
    const asking = httpRequest({ hostname, port, path, headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asking.on('error', reject).end()
  })

describe('a server', () => {
  it('says that it lives and is ready, to whatever host', async () => {
    expect(await (await get('/health')).json()).toEqual({ status: 'ok' })
    expect(await (await get('/ready')).json()).toEqual({ status: 'ready' })
    expect(await statusFor('10.0.0.7', '/health')).toBe(200)
  })

  it.each(['/health', '/login.js', '/sdk', '/nothing'])('answers HEAD %s as GET, without the body', async (path) => {
    const [head, whole] = await Promise.all(['HEAD', 'GET'].map((method) => fetch(hosted.url() + path, { method })))
    const headersOf = (answer = new Response()) =>
      [...answer.headers.keys()].filter(
        (name) => !/^(date|content-length|transfer-encoding|connection|keep-alive)$/.test(name),
      )
    expect(head?.status).toBe(whole?.status)
    expect(headersOf(head)).toEqual(headersOf(whole))
    expect(await head?.text()).toBe('')
  })

  it('keeps idle connections for longer than proxies do, which would lose a request that they send at that moment', async () => {
    expect((await get('/health')).headers.get('keep-alive')).toBe('timeout=65')
  })

  it('answers everything else for its own host only', async () => {
    expect(await statusFor('evil.example', '/sdk')).toBe(421)
    expect(await statusFor('evil.example', '/getWallets')).toBe(421)
    expect(await statusFor(new URL(hosted.url()).host, '/sdk')).toBe(200)
  })

  it('serves the frame to the sites of its config, and asks for its window', async () => {
    const frame = await get('/sdk?projectId=x')
    expect(frame.headers.get('content-security-policy')).toContain(`frame-ancestors ${SITE};`)
    expect(await frame.text()).toContain('data-review="window"')
    const browser = await openBrowser(hosted.service(), { site: SITE })
    expect(browser.frame).not.toBe('')
    const stranger = await browser.post('open', { origin: 'https://evil.example', projectId: 'x' })
    expect(stranger).toMatchObject({ status: 403, message: 'This site is not allowed to use the login service' })
  })

  it('keeps no long text of whoever opens a frame', async () => {
    const { post } = await openBrowser(hosted.service(), { site: SITE })
    const long = await post('open', { origin: SITE, projectId: 'x'.repeat(201) })
    expect(long.status).toBe(400)
    expect(long.frame).toBeUndefined()
  })

  it('counts what it did, without a name that a visitor chose', async () => {
    await get('/no/such/path?email=someone@example.com')
    const text = await (await get('/metrics')).text()
    expect(text).toMatch(/walletkit_http_seconds_count\{route="other",status="404"\} [1-9]/)
    expect(text).toMatch(/process_cpu_seconds_total/)
    expect(text).not.toContain('someone')
  })

  it('counts a new account and its login, which are stored with what they change', async () => {
    const count = async (kind: string) => {
      const text = await (await get('/metrics')).text()
      return Number(new RegExp(`^walletkit_events_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
    }
    const counts = async () => [await count('created'), await count('loggedIn')]
    const [created = 0, logins = 0] = await counts()
    await (await openBrowser(hosted.service(), { site: SITE })).login(someEmail())
    expect(await counts()).toEqual([created + 1, logins + 1])
  })

  it('has no wallet list and no social logins unless its config has', async () => {
    expect((await get('/getWallets')).status).toBe(404)
    const browser = await openBrowser(hosted.service(), { site: SITE })
    expect(await browser.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })).toMatchObject({ status: 404 })
    expect(await browser.ask('GET_FARCASTER_URI')).toMatchObject({ status: 404 })
  })
})

describe('an account', () => {
  it('is made by a mailed code, and is the same after a restart, with its login', async () => {
    const email = someEmail()
    const browser = await openBrowser(hosted.service(), { site: SITE })
    await browser.login(email)
    const user = await browser.user()
    expect(user).toMatchObject({ email, preferredAccountType: 'eoa' })
    const token = browser.session()
    await hosted.restart()
    const later = await openBrowser(hosted.service(), { site: SITE, same: browser })
    later.setSession(token)
    expect(await later.user()).toEqual(user)
  })

  it('leaves no key, address, token or code in the files and in the log', async () => {
    const email = someEmail()
    const browser = await openBrowser(hosted.service(), { site: hosted.url() })
    await browser.login(email)
    const { code = '?' } = newest(hosted.service(), email)
    const [session = '?', device = '?'] = [browser.session(), browser.kept.device]
    await browser.ask('CONNECT_EMAIL', { email: someEmail() })
    const [eoa] = (await browser.user()).accounts
    const log = hosted.lines.join('')
    expect(log).toContain('api/CONNECT_OTP')
    for (const secret of [email, code, session, device, eoa?.address ?? '?', '127.0.0.1']) {
      expect(log.replaceAll(/"url":"[^"]*"/g, '')).not.toContain(secret)
    }
    await hosted.stop()
    const stored = readFileSync(hosted.database, 'latin1')
    expect(stored).toContain(email)
    for (const secret of [session, device]) expect(stored).not.toContain(secret)
    await hosted.restart()
  })

  it('signs with its own key by a request of the frame', async () => {
    const browser = await openBrowser(hosted.service(), { site: SITE })
    await browser.login(someEmail())
    const { address } = await browser.user()
    const signature = await browser.rpc<`0x${string}`>('personal_sign', ['0x68656c6c6f', address])
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(address)
    // The account has no network there, so the frame answers with an error.
    expect(
      await browser.ask('RPC_REQUEST', { method: 'eth_sendTransaction', params: [{ from: address, to: address }] }),
    ).toMatchObject({
      code: 4902,
    })
  })
})

describe('a second process', () => {
  it('does not get the database of a running one', async () => {
    await expect(hosted.start()).rejects.toThrow('Another walletkit-server uses')
    expect((await get('/ready')).status).toBe(200)
  })
})

describe('metrics with a token', () => {
  it('are for whoever has it', async () => {
    const own = await startHosted({}, { WALLETKIT_METRICS_TOKEN: 'let me see' })
    const ask = async (authorization?: string) =>
      (await fetch(`${own.url()}/metrics`, { headers: authorization ? { authorization } : {} })).status
    expect([await ask(), await ask('Bearer let me see!'), await ask('Bearer let me see')]).toEqual([404, 404, 200])
    await own.close()
  })
})

describe('a master key', () => {
  it('that does not fit leaves the accounts alone, and tells visitors nothing of it', async () => {
    const email = someEmail()
    const browser = await openBrowser(hosted.service(), { site: SITE })
    await browser.login(email)
    const token = browser.session()
    const { address } = await browser.user()
    await hosted.stop()
    const other = await startHosted(
      { sites: [SITE], database: hosted.database },
      { WALLETKIT_MASTER_KEYS: masterKey('k2', 5) },
    )
    const later = await openBrowser(other.service(), { site: SITE, same: browser })
    later.setSession(token)
    const told = await later.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x68656c6c6f', address] })
    expect(told).toMatchObject({ status: 500, message: 'Something went wrong. Try again later.' })
    expect(other.lines.join('')).toContain('under the master key \\"k1\\"')
    await other.close()
    await hosted.restart()
  })
})
