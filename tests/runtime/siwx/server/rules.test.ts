/** What the server accepts: a message that was made for it, now, and only once. */
import { describe, expect, it } from 'vitest'
import { formatMessage } from '../../../../runtime/siwx/message.ts'
import {
  createSiwxServer,
  memoryStore,
  SiwxFailure,
  type SiwxServer,
  type SiwxServerOptions,
  type Store,
} from '../../../../runtime/siwx/server/index.ts'
import type { SIWXMessageData, SIWXSession } from '../../../../runtime/siwx/types.ts'
import { evm, params, signIn, solana } from '../signers.ts'

const start = Date.UTC(2026, 0, 1, 12)
const MINUTE = 60_000

function setUp(changes: Partial<SiwxServerOptions> = {}) {
  const clock = { now: start }
  const server = createSiwxServer({
    domain: 'app.example',
    statement: params.statement ?? '',
    chains: ['eip155:31337', 'eip155:1', 'solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh'],
    clock: () => clock.now,
    ...changes,
  })
  return { server, clock }
}
type Server = SiwxServer

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof SiwxFailure ? error.code : String(error)),
  )
const at = async (server: Server, changes: Parameters<typeof signIn>[1] = {}, now = start) =>
  signIn(evm(), { nonce: (await server.nonce()).nonce, ...changes }, () => now)

describe('a message that was tampered with', () => {
  const iso = (time: number) => new Date(time).toISOString()
  /** Changed texts, sent with the signature of the original. */
  const texts: [kind: string, change: (text: string) => string][] = [
    ['domain', (text) => text.replace('app.example wants', 'evil.example wants')],
    ['domain with a port', (text) => text.replace('app.example wants', 'app.example:8443 wants')],
    ['domain with a user', (text) => text.replace('app.example wants', 'app.example@evil.example wants')],
    ['subdomain', (text) => text.replace('app.example wants', 'x.app.example wants')],
    ['domain in capitals', (text) => text.replace('app.example wants', 'APP.example wants')],
    ['domain with a Cyrillic letter', (text) => text.replace('app.example wants', 'аpp.example wants')],
    ['domain in punycode', (text) => text.replace('app.example wants', 'xn--pp-7ka.example wants')],
    ['domain with an invisible letter', (text) => text.replace('app.example wants', 'app\u200b.example wants')],
    ['domain with a final dot', (text) => text.replace('app.example wants', 'app.example. wants')],
    ['domain with an escape', (text) => text.replace('app.example wants', '%61pp.example wants')],
    ['scheme before the domain', (text) => `https://${text}`],
    ['foreign scheme', (text) => `ftp://${text}`],
    ['nothing for a domain', (text) => text.replace('app.example wants', ' wants')],
    ['address', (text) => text.replace(evm().address, evm(1).address)],
    ['address without its checksum', (text) => text.replace(evm().address, evm().address.toLowerCase())],
    ['address of another kind', (text) => text.replace(evm().address, solana().address)],
    ['kind of account', (text) => text.replace('Ethereum', 'Solana')],
    ['statement', (text) => text.replace('No fees', 'All fees')],
    ['no statement', (text) => text.replace(`${params.statement}\n`, '')],
    ['statement of two lines', (text) => text.replace('No fees', 'No\nfees')],
    ['URI of another origin', (text) => text.replace('URI: https://app.example', 'URI: https://evil.example')],
    ['URI without TLS', (text) => text.replace('URI: https', 'URI: http')],
    ['URI with a user', (text) => text.replace('URI: https://app', 'URI: https://x@app')],
    ['URI of a script', (text) => text.replace(/URI: .*/, 'URI: javascript:alert(1)')],
    ['path of the URI', (text) => text.replace('/login', '/admin')],
    ['version', (text) => text.replace('Version: 1', 'Version: 2')],
    ['chain', (text) => text.replace('Chain ID: 31337', 'Chain ID: 1')],
    ['chain in hex', (text) => text.replace('Chain ID: 31337', 'Chain ID: 0x7a69')],
    ['chain with a zero', (text) => text.replace('Chain ID: 31337', 'Chain ID: 031337')],
    ['nonce', (text) => text.replace(/Nonce: ./, 'Nonce: Z9')],
    ['short nonce', (text) => text.replace(/Nonce: .*/, 'Nonce: 1234567')],
    ['nonce that was never given', (text) => text.replace(/Nonce: .*/, 'Nonce: aaaaaaaaaaaaaaaaaaaaaa')],
    ['two nonces', (text) => text.replace(/(Nonce: .*)/, '$1\n$1')],
    ['issue time later', (text) => text.replace(iso(start), iso(start + 1_000))],
    ['issue time in the future', (text) => text.replace(iso(start), iso(start + 61 * MINUTE))],
    ['issue time that no calendar has', (text) => text.replace(/Issued At: .*/, 'Issued At: 2026-02-30T00:00:00Z')],
    ['end later', (text) => text.replace(/Expiration Time: .*/, `Expiration Time: ${iso(start + 1e10)}`)],
    ['no end', (text) => text.replace(/\nExpiration Time: .*/, '')],
    ['end in the past', (text) => text.replace(/Expiration Time: .*/, `Expiration Time: ${iso(start - 1)}`)],
    ['beginning added', (text) => `${text}\nNot Before: ${iso(start - MINUTE)}`],
    ['beginning in the future', (text) => `${text}\nNot Before: ${iso(start + 1e7)}`],
    ['request id added', (text) => `${text}\nRequest ID: 1`],
    ['resource added', (text) => `${text}\nResources:\n- https://app.example/admin`],
    ['empty list of resources added', (text) => `${text}\nResources:`],
    ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['one CR', (text) => text.replace('\n', '\r')],
    ['line at the end', (text) => `${text}\n`],
    ['line at the start', (text) => `\n${text}`],
    ['empty line between', (text) => text.replace('\nNonce', '\n\nNonce')],
    ['lines out of order', (text) => text.replace(/(Chain ID: .*)\n(Nonce: .*)/, '$2\n$1')],
    ['space at the end of a line', (text) => text.replace('Version: 1', 'Version: 1 ')],
    ['tab for a space', (text) => text.replace('Version: 1', 'Version:\t1')],
    ['no-break space', (text) => text.replace('wants you', 'wants\u00a0you')],
    ['line separator', (text) => text.replace('\nNonce', '\u2028Nonce')],
    ['zero byte', (text) => text.replace('Sign in', 'Sign\0in')],
    ['right-to-left mark', (text) => text.replace('Sign in', 'Sign\u202ein')],
    ['another message in front', (text) => `${text}\n\n${text}`],
    ['hex of the text', (text) => `0x${Buffer.from(text).toString('hex')}`],
  ]

  it('is rejected for each of at least 40 kinds of change', async () => {
    expect(texts.length).toBeGreaterThanOrEqual(40)
    const { server } = setUp()
    const accepted: string[] = []
    for (const [kind, change] of texts) {
      const session = await at(server)
      const message = change(session.message)
      expect(message, kind).not.toBe(session.message)
      if ((await codeOf(server.verify({ message, signature: session.signature }))) === 'accepted') accepted.push(kind)
      // The original is still accepted, so only the change was wrong.
      expect(await codeOf(server.verify(session)), kind).toBe('accepted')
    }
    expect(accepted).toEqual([])
  }, 60_000)

  it('is rejected when only the signature was changed', async () => {
    const { server } = setUp()
    const session = await at(server)
    const { signature } = session
    const others = [
      '',
      '0x',
      signature.slice(2),
      `${signature}00`,
      signature.slice(0, -2),
      `${signature.slice(0, -2)}${signature.endsWith('1b') ? '1c' : '1b'}`,
      `${signature.slice(0, -2)}05`,
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
      (await signIn(evm(1))).signature,
      await evm().sign(`${session.message} `),
      ' '.repeat(10),
      'x'.repeat(40_000),
    ]
    for (const other of others)
      expect(await codeOf(server.verify({ ...session, signature: other })), other.slice(0, 200)).not.toBe('accepted')
    expect(await codeOf(server.verify(session))).toBe('accepted')
  })
})

/** Messages with valid signatures that this server must refuse all the same. */
describe('a signed message for another server or time', () => {
  const signed = async (server: Server, changes: Partial<SIWXMessageData>): Promise<SIWXSession> => {
    const { data } = await at(server)
    const fields = { ...data, ...changes }
    const message = formatMessage(fields)
    return { data: fields, message, signature: await evm().sign(message) }
  }
  const iso = (after: number) => new Date(start + after).toISOString()

  it.each<[code: string, changes: Partial<SIWXMessageData>]>([
    ['accepted', {}],
    ['accepted', { scheme: 'https' }],
    ['accepted', { requestId: 'any' }],
    ['domain', { domain: 'evil.example' }],
    ['domain', { domain: 'APP.example' }],
    ['domain', { domain: 'app.example:443' }],
    ['uri', { uri: 'https://evil.example/login' }],
    ['uri', { uri: 'http://app.example/login' }],
    ['uri', { uri: 'https://x@app.example/login' }],
    ['uri', { scheme: 'http' }],
    ['chain', { chainId: 'eip155:10' }],
    ['statement', { statement: 'Give away everything' }],
    ['resources', { resources: ['https://app.example/admin'] }],
    ['issuedAt', { issuedAt: iso(2 * MINUTE) }],
    ['issuedAt', { issuedAt: iso(-12 * MINUTE) }],
    ['accepted', { issuedAt: iso(-9 * MINUTE) }],
    ['notYetValid', { notBefore: iso(2 * MINUTE) }],
    ['accepted', { notBefore: iso(-2 * MINUTE) }],
    ['expired', { expirationTime: iso(0) }],
    ['nonce', { nonce: 'neverGiven1234567890aa' }],
  ])('%s: %j', async (code, changes) => {
    const { server } = setUp()
    expect(await codeOf(server.verify(await signed(server, changes)))).toBe(code)
  })

  it('is rejected when its domain, URI, statement or network differs', async () => {
    const { server } = setUp()
    const others: Partial<SiwxServerOptions>[] = [
      { domain: ['www.example', 'app.example:444'] },
      { uri: 'https://app.example' },
      { statement: 'Another' },
      { chains: ['eip155:1'] },
    ]
    const codes = await Promise.all(
      others.map(async (changes) => {
        const store = memoryStore()
        const [other] = [setUp({ ...changes, store }).server]
        const session = await at(server)
        await store.set(`nonce:${session.data.nonce}`, '1', 600)
        return codeOf(other.verify(session))
      }),
    )
    expect(codes).toEqual(['domain', 'uri', 'statement', 'chain'])
  })

  it('is accepted when the options allow its values', async () => {
    const { server } = setUp({
      resources: (resource) => resource.startsWith('https://app.example/'),
      statement: (said) => said === undefined || said.startsWith('Hello'),
      uri: 'app://login',
    })
    const changes = { resources: ['https://app.example/a'], statement: 'Hello you', uri: 'app://login' }
    expect(await codeOf(server.verify(await signed(server, changes)))).toBe('accepted')
    expect(
      await codeOf(server.verify(await signed(server, { ...changes, resources: ['https://evil.example/'] }))),
    ).toBe('resources')
    expect(await codeOf(server.verify(await signed(server, { ...changes, statement: 'Good bye' })))).toBe('statement')
    const silent = setUp({ statement: undefined as never }).server
    expect(await codeOf(silent.verify(await signed(silent, { statement: 'Anything' })))).toBe('statement')
  })
})

describe('a nonce', () => {
  it('is accepted once: 1 of 1,000 sequential and 1 of 1,000 concurrent replays', async () => {
    const { server } = setUp()
    const session = await at(server)
    let accepted = 0
    for (let count = 0; count < 1_000; count++) if ((await codeOf(server.verify(session))) === 'accepted') accepted++
    expect(accepted).toBe(1)
    const other = await at(server)
    const codes = await Promise.all(Array.from({ length: 1_000 }, () => codeOf(server.verify(other))))
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1)
    expect(codes.filter((code) => code === 'nonce')).toHaveLength(999)
  }, 60_000)

  it('expires', async () => {
    const { server, clock } = setUp({ nonceLifetime: 60 })
    const session = await at(server)
    clock.now += 60_000
    expect(await codeOf(server.verify(session))).toBe('nonce')
  })

  it('stays valid when another field was wrong, and an unknown one causes no verification', async () => {
    let asked = 0
    const inner = memoryStore({ clock: () => start })
    const store: Store = { ...inner, take: (key) => ((asked += 1), inner.take(key)) }
    const { server } = setUp({ store })
    const session = await at(server)
    expect(await codeOf(server.verify({ ...session, signature: `0x${'11'.repeat(65)}` }))).toBe('signature')
    expect(asked).toBe(0)
    expect(await codeOf(server.verify(session))).toBe('accepted')
  })
})

describe('a session', () => {
  const tokenOf = (cookie: string) => ({ headers: { cookie: cookie.split(';')[0] ?? '' } })

  it("ends with its message, or after the server's maximum lifetime", async () => {
    const { server, clock } = setUp({ expiration: 600 })
    const { cookie, session } = await server.verify(await at(server))
    expect(session.expiresAt).toBe(new Date(start + 600_000).toISOString())
    expect(cookie).toContain('Max-Age=600;')
    clock.now += 599_000
    expect((await server.session(tokenOf(cookie)))?.address).toBe(evm().address)
    clock.now += 1_000
    expect(await server.session(tokenOf(cookie))).toBeUndefined()
    const long = setUp({ expiration: 1e6 })
    expect((await long.server.verify(await at(long.server))).session.expiresAt).toBe(
      new Date(start + 3_600_000).toISOString(),
    )
  })

  it('of one account ends in its time, however often another account signs in with the same browser', async () => {
    const DAY = 24 * 60 * MINUTE
    const { server, clock } = setUp()
    const since = async (signer: ReturnType<typeof evm>, request?: { headers: { cookie: string } }) => {
      const { nonce } = await server.nonce()
      const { cookie } = await server.verify(
        await signIn(signer, { nonce, expiration: 90 * DAY }, () => clock.now),
        request,
      )
      return { headers: { cookie: cookie.split(';')[0] ?? '' } }
    }
    let request = await since(evm())
    for (const day of [6, 12, 18, 24, 29]) {
      clock.now = start + day * DAY
      request = await since(evm(1), request)
      const accounts = (await server.session(request))?.sessions.map(({ data }) => data.accountAddress)
      expect(accounts, `day ${day}`).toEqual(day < 7 ? [evm(1).address, evm().address] : [evm(1).address])
    }
    const { cookie } = await server.signOut(request, { chainId: 'eip155:31337', address: evm(1).address })
    expect(await server.session({ headers: { cookie: cookie.split(';')[0] ?? '' } })).toBeUndefined()
  })

  it('is stored under a hash of its token', async () => {
    const keys: string[] = []
    const inner = memoryStore({ clock: () => start })
    const store: Store = { ...inner, set: (key, value, ttl) => (keys.push(key + value), inner.set(key, value, ttl)) }
    const { server } = setUp({ store })
    const { cookie } = await server.verify(await at(server))
    const token = /=([^;]+)/.exec(cookie)?.[1] ?? ''
    expect(token).toHaveLength(43)
    expect(keys.join()).not.toContain(token)
  })

  it('is read from the session cookie, also of a Request', async () => {
    const { server } = setUp()
    const [pair = ''] = (await server.verify(await at(server))).cookie.split(';')
    const who = async (cookie: string) => (await server.session({ headers: { cookie } }))?.address
    expect(await who(pair)).toBe(evm().address)
    expect(await who(`a=b; ${pair};c=d`)).toBe(evm().address)
    expect((await server.session(new Request('https://x', { headers: { cookie: pair } })))?.address).toBe(evm().address)
    for (const cookie of [
      '',
      'walletkit-siwx=',
      'walletkit-siwx=x',
      `x${pair}`,
      `${pair}; ${pair}`,
      `walletkit-siwx=${'a'.repeat(43)}; ${pair}`,
      pair.slice(0, -1),
      `${pair}"`,
    ])
      expect(await who(cookie), cookie).toBeUndefined()
    expect(await server.session({ headers: {} })).toBeUndefined()
  })

  it('is empty when the store holds something else', async () => {
    const held = { cookie: `walletkit-siwx=${'a'.repeat(43)}` }
    const session = await signIn(evm(), {}, () => start)
    const values = [
      '',
      '{',
      '[]',
      '{"end":1e15,"sessions":[]}',
      '{"end":1e15,"sessions":[{}]}',
      JSON.stringify({ end: start, sessions: [session] }),
    ]
    const who = async (value: string) => {
      const { server } = setUp({ store: { ...memoryStore(), get: async () => value } })
      return (await server.session({ headers: held }))?.address
    }
    for (const value of values) expect(await who(value), value).toBeUndefined()
    expect(await who(JSON.stringify({ end: start + 1, sessions: [session] }))).toBe(evm().address)
  })

  it('is reported as unavailable when the store is down', async () => {
    const out = () => Promise.reject(new Error('ECONNREFUSED 10.0.0.7'))
    const heard: unknown[] = []
    const { server } = setUp({ store: { get: out, set: out, take: out }, onError: (error) => heard.push(error) })
    const cookie = { headers: { cookie: `walletkit-siwx=${'a'.repeat(43)}` } }
    for (const ask of [server.nonce, () => server.session(cookie), () => server.signOut(cookie)]) {
      const failure = await ask().then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(failure).toMatchObject({ code: 'unavailable', status: 503 })
      expect(JSON.stringify(failure)).not.toContain('10.0.0.7')
    }
    expect(heard).toHaveLength(3)
  })
})

it('a contract account on a network that does not answer is unavailable, and keeps its nonce', async () => {
  const { server } = setUp({ rpc: { 'eip155:31337': 'http://127.0.0.1:9' } })
  const session = await at(server)
  expect(await codeOf(server.verify({ ...session, signature: '0x1234' }))).toBe('unavailable')
  expect(await codeOf(server.verify(session))).toBe('accepted')
})

it('invalid options are named in the error', () => {
  const make = (changes: Partial<SiwxServerOptions>) => () => createSiwxServer({ domain: 'app.example', ...changes })
  expect(make({ domain: 'https://app.example' })).toThrow('domain')
  expect(make({ domain: [] })).toThrow('domain')
  expect(make({ uri: 'nowhere' })).toThrow('uri')
  expect(make({ origins: ['https://app.example/'] })).toThrow('origins')
  expect(make({ chains: ['1' as never] })).toThrow('chains')
  expect(make({ path: 'siwx/' })).toThrow('path')
  expect(make({ expiration: 0.5 })).toThrow('expiration')
  expect(make({ rpc: { 'solana:x': 'http://x' } })).toThrow('rpc')
  expect(make({ cookie: { name: 'a b' } })).toThrow('cookie.name')
  expect(make({ cookie: { secure: false, sameSite: 'None' } })).toThrow('secure')
  expect(make({ cookie: { secure: false, partitioned: true } })).toThrow('secure')
  expect(make({ cookie: { secure: false, name: '__Host-x' } })).toThrow('secure')
  expect(make({ cookie: { domain: 'app.example; Path=/x' } })).toThrow('cookie.domain')
  expect(make({ cookie: { domain: 'app.example', name: '__Host-x' } })).toThrow('cookie.name')
})
