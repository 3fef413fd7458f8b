/** The three kinds of server, over real HTTP. */
import { afterEach, describe, expect, it } from 'vitest'
import { createSiwxServer, type SiwxServerOptions } from '../../../../runtime/siwx/server/index.ts'
import { evm, params, signIn, solana, visitors } from '../signers.ts'
import { kinds, listen, type Listening, openTab, tinyExpress } from './http.ts'
import { expressHandler } from '../../../../runtime/siwx/server/index.ts'

const options: SiwxServerOptions = { domain: 'app.example', statement: params.statement ?? '' }
let listening: Listening | undefined
afterEach(async () => listening?.stop())

describe.each(kinds)('%s', (_name, listener) => {
  const open = async (changes: Partial<SiwxServerOptions> = {}) => {
    const server = createSiwxServer({ ...options, ...changes })
    listening = await listen(listener(server))
    return { server, tab: openTab(listening.url), url: listening.url }
  }

  it('signs in, returns the session, and signs out', async () => {
    const { tab, url } = await open()
    expect((await tab.ask('/siwx/session')).body).toEqual({ session: null })
    const session = await signIn(evm(), { nonce: await tab.nonce() })
    const { status, body, headers } = await tab.ask('/siwx/verify', { body: session })
    expect(status).toBe(200)
    expect(body.session).toMatchObject({
      address: evm().address,
      chainId: 'eip155:31337',
      expiresAt: session.data.expirationTime,
    })
    const cookie = headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^walletkit-siwx=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/)
    const age = Number(/Max-Age=(\d+)/.exec(cookie)?.[1])
    expect(age).toBeGreaterThan(3_590)
    expect(age).toBeLessThanOrEqual(3_600)
    // The token is nowhere else in the response.
    expect(JSON.stringify(body)).not.toContain(tab.cookie?.split('=')[1])

    const known = (await tab.ask('/siwx/session')).body.session as { address: string; sessions: unknown[] }
    expect(known.address).toBe(evm().address)
    expect(known.sessions).toEqual([{ data: session.data, message: session.message, signature: session.signature }])
    expect((await openTab(url).ask('/siwx/session')).body).toEqual({ session: null })

    const before = tab.cookie
    const out = await tab.ask('/siwx/sign-out', { body: {} })
    expect(out.status).toBe(200)
    expect(out.headers.get('set-cookie')).toMatch(
      /^walletkit-siwx=x; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax; Secure$/,
    )
    // The old cookie no longer works.
    tab.cookie = before
    expect((await tab.ask('/siwx/session')).body).toEqual({ session: null })
  })

  it.each(visitors)('accepts %s', async (_kind, visitor) => {
    const { tab } = await open()
    const session = await signIn(visitor, { nonce: await tab.nonce() })
    expect((await tab.ask('/siwx/verify', { body: session })).status).toBe(200)
    expect((await tab.ask('/siwx/session')).body.session).toMatchObject({ address: visitor.address })
  })

  it('accepts a nonce once out of 200 concurrent requests', async () => {
    const { tab, url } = await open()
    const session = await signIn(evm(), { nonce: await tab.nonce() })
    const tabs = Array.from({ length: 200 }, () => openTab(url))
    const statuses = await Promise.all(
      tabs.map(async (each) => (await each.ask('/siwx/verify', { body: session })).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 401)).toHaveLength(199)
  })

  it('rejects with a JSON body and an error code', async () => {
    const { tab } = await open()
    const session = await signIn(evm(), { nonce: await tab.nonce() })
    const refused = async (path: string, init: Parameters<typeof tab.ask>[1]) => {
      const { status, body, headers } = await tab.ask(path, init)
      expect(headers.get('content-type')).toBe('application/json')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('set-cookie')).toBeNull()
      return [status, (body.error as { code: string } | undefined)?.code]
    }
    expect(
      await refused('/siwx/verify', { text: JSON.stringify(session), headers: { origin: 'https://evil.example' } }),
    ).toEqual([403, 'origin'])
    expect(await refused('/siwx/verify', { text: JSON.stringify(session), headers: { origin: 'null' } })).toEqual([
      403,
      'origin',
    ])
    expect(await refused('/siwx/nonce', { headers: { origin: 'https://evil.example' } })).toEqual([403, 'origin'])
    expect(await refused('/siwx/verify', { text: '{}', headers: { 'content-type': 'text/plain' } })).toEqual([
      415,
      'contentType',
    ])
    expect(await refused('/siwx/verify', { body: {} })).toEqual([400, 'body'])
    expect(await refused('/siwx/verify', { body: { message: 'hello', signature: '0x' } })).toEqual([400, 'message'])
    expect(await refused('/siwx/verify', { body: { message: 7, signature: '0x' } })).toEqual([400, 'body'])
    expect(await refused('/siwx/verify', {})).toEqual([405, 'method'])
    expect(await refused('/siwx/nonce', { body: {} })).toEqual([405, 'method'])
    expect(await refused('/siwx/sign-out', { body: { chainId: 7 } })).toEqual([400, 'body'])
    const long = { ...session, more: 'x'.repeat(70_000) }
    expect(await refused('/siwx/verify', { body: long })).toEqual([413, 'tooLarge'])
    // The failed attempts have not used the nonce.
    expect((await tab.ask('/siwx/verify', { body: session })).status).toBe(200)
  })

  it('answers pages of its allowed origins only', async () => {
    const { tab } = await open({ origins: ['https://app.example', 'https://www.example'] })
    const ask = (origin: string) => tab.ask('/siwx/verify', { method: 'OPTIONS', headers: { origin } })
    const allowed = await ask('https://www.example')
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://www.example')
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true')
    expect(allowed.headers.get('access-control-allow-headers')).toBe('content-type')
    const refused = await ask('https://evil.example')
    expect(refused.status).toBe(403)
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    expect(refused.headers.get('vary')).toContain('Origin')
  })

  it('keeps several accounts and networks of one browser, and can end one of them alone', async () => {
    const { tab } = await open()
    const cookies = new Set<string | undefined>()
    for (const visitor of [evm(), solana(), evm()]) {
      expect(
        (await tab.ask('/siwx/verify', { body: await signIn(visitor, { nonce: await tab.nonce() }) })).status,
      ).toBe(200)
      cookies.add(tab.cookie)
    }
    // Each sign-in gets a new token, and the old ones are invalid.
    expect(cookies.size).toBe(3)
    const list = async () => {
      const { session } = (await tab.ask('/siwx/session')).body as {
        session: { sessions: { data: { accountAddress: string } }[] } | null
      }
      return session?.sessions.map(({ data }) => data.accountAddress)
    }
    expect(await list()).toEqual([evm().address, solana().address])
    const now = tab.cookie
    for (const old of [...cookies].slice(0, 2)) {
      tab.cookie = old
      expect(await list()).toBeUndefined()
    }
    tab.cookie = now
    await tab.ask('/siwx/sign-out', { body: { chainId: 'eip155:31337', address: evm().address } })
    expect(await list()).toEqual([solana().address])
    await tab.ask('/siwx/sign-out', { body: { chainId: solana().chainId, address: solana().address } })
    expect(tab.cookie).toBeUndefined()
  })
})

it('passes other Express paths on', async () => {
  listening = await listen(tinyExpress([{ handler: expressHandler(createSiwxServer(options)) }]))
  const tab = openTab(listening.url)
  for (const path of ['/', '/siwx', '/siwx/other', '/siwx/nonce/more', '/x/siwx/nonce', '/siwx/toString'])
    expect((await tab.ask(path)).status, path).toBe(418)
  expect((await tab.ask('/siwx/nonce?x=1')).status).toBe(200)
})
