/** The sandbox's sign-in service, as pages on this computer use it. */
import { expect, it } from 'vitest'
import { evm, signIn, solana, type Visitor } from '../runtime/siwx/signers.ts'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox()

/** A page: it sends its origin, and the cookies that its browser keeps. */
function openPage(origin: string) {
  const jar = new Map<string, string>()
  let attributes = ''
  const ask = async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const response = await fetch(`${sandbox().url}/siwx${path}`, {
      method,
      headers: {
        origin,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const [, name, value, rest] = /^([^=]+)=([^;]*); (.*)$/.exec(response.headers.getSetCookie()[0] ?? '') ?? []
    if (name !== undefined && value !== undefined) jar.set(name, value)
    if (rest !== undefined) attributes = rest
    const text = await response.text()
    return { response, answer: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown> }
  }
  const enter = async (visitor: Visitor, changes: { domain?: string; statement?: string } = {}) => {
    const { nonce } = (await ask('/nonce')).answer
    const { host } = new URL(origin)
    const { message, signature } = await signIn(visitor, {
      domain: host,
      uri: origin,
      ...changes,
      nonce: String(nonce),
    })
    return ask('/verify', { message, signature })
  }
  const who = async () => ((await ask('/session')).answer.session as { address: string } | null)?.address
  return { ask, enter, who, jar, attributes: () => attributes }
}

it('lets a page of any loopback origin sign in, stay and leave, with any statement', async () => {
  for (const [origin, cookie] of [
    ['http://127.0.0.1:5173', 'HttpOnly; SameSite=Lax'],
    ['http://localhost:5173', 'HttpOnly; SameSite=None; Secure; Partitioned'],
  ] as const) {
    const page = openPage(origin)
    const { response } = await page.enter(evm(), { statement: 'Whatever it says.' })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    expect(page.attributes()).toContain(cookie)
    expect(await page.who()).toBe(evm().address)
    expect((await page.ask('/sign-out', {})).response.status).toBe(200)
    expect(await page.who()).toBeUndefined()
  }
})

it('knows other chains, and takes no message for another host, nor one twice', async () => {
  const page = openPage('http://127.0.0.1:5173')
  expect((await page.enter(solana())).response.status).toBe(200)
  const wrong = await page.enter(evm(), { domain: 'app.example' })
  expect(wrong.answer).toMatchObject({ error: { code: 'domain' } })
  const { nonce } = (await page.ask('/nonce')).answer
  const session = await signIn(evm(), {
    domain: '127.0.0.1:5173',
    uri: 'http://127.0.0.1:5173',
    nonce: String(nonce),
  })
  const claims = await Promise.all(Array.from({ length: 20 }, () => page.ask('/verify', session)))
  expect(claims.filter(({ response }) => response.status === 200)).toHaveLength(1)
})

it('keeps pages on two ports apart, though their cookies go to one host', async () => {
  const [one, other] = [openPage('http://127.0.0.1:5173'), openPage('http://127.0.0.1:5174')]
  await one.enter(evm())
  for (const [name, value] of one.jar) other.jar.set(name, value)
  expect(await other.who()).toBeUndefined()
  await other.enter(evm(1))
  for (const [name, value] of other.jar) one.jar.set(name, value)
  expect([await one.who(), await other.who()]).toEqual([evm().address, evm(1).address])
})

it('answers a preflight with leave to send the cookie, and nothing to pages from elsewhere', async () => {
  const { response } = await openPage('http://localhost:3000').ask('/verify', undefined, 'OPTIONS')
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-credentials')).toBe('true')
  expect(response.headers.get('access-control-allow-headers')).toBe('content-type')
  expect((await openPage('https://evil.example').ask('/nonce')).response.status).toBe(403)
  expect((await openPage('http://localhost:3000').ask('/elsewhere')).response.status).toBe(404)
})

it('can be faulted, and is seen among the requests', async () => {
  const page = openPage('http://localhost:3000')
  sandbox().faults.set({ path: '/siwx/nonce', kind: 'status', status: 503, times: 1 })
  const { response } = await page.ask('/nonce')
  expect(response.status).toBe(503)
  expect(response.headers.get('access-control-allow-credentials')).toBe('true')
  expect((await page.ask('/nonce')).response.status).toBe(200)
  const seen = sandbox()
    .requests()
    .filter(({ path, origin }) => path === '/siwx/nonce' && origin === 'http://localhost:3000')
  expect(seen.map(({ status }) => status)).toEqual([503, 200])
})
