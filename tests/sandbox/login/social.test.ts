/** Social logins at the sandbox's OpenID providers, over plain HTTP. */
import { afterEach, describe, expect, it } from 'vitest'
import { APPROVE_FIRST, SOCIAL_PROVIDERS } from '../../../runtime/auth/messages.ts'
import { checkIdToken } from '../../../sandbox/login/social/idToken.ts'
import { generateKeyPairSync, sign } from 'node:crypto'
import { useSandbox } from '../../support/sandbox.ts'
import { approveDevice, newest, openBrowser, SITE, someEmail } from './browser.ts'
import { createPerson, logInAt, startUri } from './person.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().login.clear())

describe.each(SOCIAL_PROVIDERS)('%s', (provider) => {
  it('logs in by an authorization code with PKCE, state and nonce, and leads to the same account again', async () => {
    const browser = await openBrowser(sandbox())
    const uri = await startUri(sandbox(), browser, provider)
    expect(new URL(uri).origin).toBe(sandbox().secureSite)
    expect(new URL(uri).searchParams.get('state')).toMatch(/^[0-9a-f]{64}$/)
    const person = createPerson()
    const form = await person.visit(uri)
    expect(new URL(form.url).pathname).toMatch(new RegExp(`^/${provider}/interaction/`))
    expect(form.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(form.text).not.toMatch(/https?:|<script|<style/)
    const email = someEmail()
    const done = await person.visit(form.url, { name: 'Ada', email })
    expect(done.data('origin')).toBe(SITE)
    const result = done.data('result') ?? ''
    const user = await browser.claim(done)
    // X never tells a mail address.
    expect(user).toMatchObject({ email: provider === 'x' ? null : email, userName: 'Ada' })

    const replayed = await browser.ask('CONNECT_SOCIAL', { uri: result })
    expect(replayed.message).toBe('This login has ended. Start again.')
    const other = await openBrowser(sandbox())
    const again = await logInAt(await startUri(sandbox(), other, provider), { name: 'Ada', email })
    await other.claim(again, email)
    expect((await other.user()).address).toBe(user.address)
  })
})

describe('a social login', () => {
  const begin = async (provider = 'google') => {
    const browser = await openBrowser(sandbox())
    return { browser, uri: await startUri(sandbox(), browser, provider), person: createPerson() }
  }

  it('asks the provider with PKCE (S256), and with a nonce where there is an id token', async () => {
    for (const [provider, isOpenId] of [
      ['google', true],
      ['github', false],
    ] as const) {
      const { uri } = await begin(provider)
      const answer = await fetch(uri, { redirect: 'manual' })
      const asked = new URL(answer.headers.get('location') ?? '').searchParams
      expect(asked.get('code_challenge_method')).toBe('S256')
      expect(asked.get('code_challenge')).toHaveLength(43)
      expect(asked.has('nonce')).toBe(isOpenId)
      expect(asked.get('scope')?.includes('openid')).toBe(isOpenId)
      expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/)
    }
  })

  it('is refused with a wrong state, an old one, in another browser, and twice', async () => {
    const { uri, person } = await begin()
    const form = await person.visit(uri)
    const callback = (state: string) => `${sandbox().secureSite}/social/callback/google?code=x&state=${state}`
    const state = new URL(uri).searchParams.get('state') ?? ''
    expect((await person.visit(callback('0'.repeat(64)))).text).toContain('This login has ended. Start again.')
    // Another browser cannot finish this login, and after its attempt nobody can.
    expect((await createPerson().visit(callback(state))).text).toContain('This login was started elsewhere.')
    expect((await person.visit(form.url, { name: 'Ada', email: '' })).text).toContain('This login has ended.')
    const other = await begin()
    const open = await other.person.visit(other.uri)
    sandbox().login.set({ advance: 600_001 })
    expect((await other.person.visit(open.url, { name: 'Ada', email: '' })).text).toContain('This login has ended.')
    const third = await begin()
    await third.person.visit(third.uri)
    expect((await createPerson().visit(third.uri)).text).toContain('This login has ended. Start again.')
  })

  it('is refused when another frame claims the result, or it comes too late', async () => {
    const { browser, uri } = await begin()
    const done = await logInAt(uri, { name: 'Ada' })
    const thief = await openBrowser(sandbox())
    const stolen = await thief.ask('CONNECT_SOCIAL', { uri: done.data('result') })
    expect(stolen.message).toBe('This login was started elsewhere.')
    sandbox().login.set({ advance: 600_001 })
    expect((await browser.ask('CONNECT_SOCIAL', { uri: done.data('result') })).message).toContain('has ended')
    expect((await browser.ask('CONNECT_SOCIAL', { uri: 'nonsense' })).message).toContain('has ended')
  })

  it('says so when it was cancelled, or the code is not the provider’s', async () => {
    const { uri, person } = await begin()
    const form = await person.visit(uri)
    expect((await person.visit(form.url, { cancel: '1' })).text).toContain('The login was cancelled.')
    const other = await begin()
    await other.person.visit(other.uri)
    const state = new URL(other.uri).searchParams.get('state') ?? ''
    const forged = `${sandbox().secureSite}/social/callback/google?code=forged&state=${state}`
    expect((await other.person.visit(forged)).text).toContain('Google did not confirm the login.')
  })

  it('goes back to the page that asked where there is no popup, and to no other', async () => {
    const back = `${SITE}/app?x=1`
    const { uri } = await begin()
    const done = await logInAt(`${uri}--${encodeURIComponent(back)}`, { name: 'Ada' })
    expect(done.data('back')).toBe(back)
    const other = await begin()
    const evil = `${other.uri}--${encodeURIComponent('https://evil.example/')}`
    expect((await other.person.visit(evil)).text).toContain('This login was started elsewhere.')
  })

  it('with an address that the provider vouches for leads to the account of that address', async () => {
    const email = someEmail()
    const first = await openBrowser(sandbox())
    await first.login(email)
    const { browser, uri } = await begin('discord')
    const done = await logInAt(uri, { name: 'Ada', email })
    sandbox().login.set({ advance: 30_000 })
    // The person has to add the login on the service's own page. Here the browser is approved by mail.
    expect([done.data('ask'), done.data('brand')]).toEqual([email, 'discord'])
    await browser.claim(done, email)
    expect((await browser.user()).address).toBe((await first.user()).address)
  })

  it('that a victim made by the attacker’s link is of no use in the attacker’s browser', async () => {
    // For a new account and for an existing one, the attacker's page gets the result of the victim's popup.
    const [email, name] = [someEmail(), `Victim ${someEmail()}`]
    const first = await openBrowser(sandbox())
    await first.claim(await logInAt(await startUri(sandbox(), first, 'google'), { name, email }))
    sandbox().login.set({ advance: 30_000 })
    for (const who of [{ name, email }, { name }, { name, email: someEmail() }]) {
      const attacker = await openBrowser(sandbox())
      const done = await logInAt(await startUri(sandbox(), attacker, 'google'), who)
      for (const proof of [undefined, '', '0'.repeat(64), done.data('result')]) {
        const told = await attacker.ask('CONNECT_SOCIAL', { uri: done.data('result') }, 31337, proof)
        expect(told.status).not.toBe(200)
        expect(told.session).toBeUndefined()
      }
    }
  })

  it('from a browser that is new to the account is approved by mail, by every provider', async () => {
    const email = someEmail()
    const first = await openBrowser(sandbox())
    await first.claim(await logInAt(await startUri(sandbox(), first, 'google'), { name: 'Ada', email }))
    sandbox().login.set({ advance: 30_000 })
    const { browser, uri } = await begin()
    const done = await logInAt(uri, { name: 'Ada', email })
    expect(await browser.ask('CONNECT_SOCIAL', { uri: done.data('result') }, 31337, done.data('proof'))).toMatchObject({
      status: 403,
      message: APPROVE_FIRST,
    })
    expect(newest(sandbox(), email).subject).toBe('Approve a new browser')
    const waiting = browser.must('CONNECT_DEVICE')
    await approveDevice(sandbox(), newest(sandbox(), email).link ?? '', done)
    await waiting
    await browser.claim(done)
    // The browser is known from now on.
    await browser.must('SIGN_OUT')
    await browser.claim(await logInAt(await startUri(sandbox(), browser, 'google'), { name: 'Ada', email }))
  })

  it('without an address asks on the service’s own page where the account exists', async () => {
    const name = `Nobody ${someEmail()}`
    const first = await begin('x')
    const done = await logInAt(first.uri, { name })
    expect(done.data('ask')).toBeUndefined()
    await first.browser.claim(done)
    const second = await begin('x')
    const again = await logInAt(second.uri, { name })
    expect(again.data('ask')).toBe(name)
    await second.browser.claim(again)
  })

  it('without an address adds one by a single code', async () => {
    const email = someEmail()
    const { browser, uri } = await begin('x')
    const done = await logInAt(uri, { name: 'Nobody' })
    await browser.claim(done)
    expect((await browser.change(email)).answer).toEqual({ action: 'VERIFY_SECONDARY_OTP' })
    const { code } = sandbox().login.mails(email).at(-1) ?? {}
    expect(await browser.must('UPDATE_EMAIL_SECONDARY_OTP', { otp: code })).toEqual({ newEmail: email })
  })
})

describe('an id token', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256' }
  const now = Date.now()
  const good = { iss: 'http://issuer', sub: '1', aud: 'me', nonce: 'n', iat: now / 1000, exp: now / 1000 + 60 }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const made = (claims: object, header: object = { alg: 'ES256', kid: 'k' }, key = privateKey) => {
    const signed = `${encode(header)}.${encode(claims)}`
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }
  const check = (token: string) =>
    checkIdToken(token, { issuer: 'http://issuer', clientId: 'me', nonce: 'n', keys: { keys: [jwk] }, now })

  it('is taken when everything fits', () => expect(check(made(good)).sub).toBe('1'))

  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  it.each([
    ['another issuer', made({ ...good, iss: 'http://other' }), 'another issuer'],
    ['another client', made({ ...good, aud: 'you' }), 'somebody else'],
    ['another nonce', made({ ...good, nonce: 'm' }), 'another login'],
    ['no nonce', made({ ...good, nonce: undefined }), 'another login'],
    ['an end in the past', made({ ...good, exp: now / 1000 - 1 }), 'expired'],
    ['a key of its own', made(good, { alg: 'ES256', kid: 'k' }, stranger), 'wrong signature'],
    ['an unknown key', made(good, { alg: 'ES256', kid: 'other' }), 'unknown key'],
    ['no signature', `${encode({ alg: 'none', kid: 'k' })}.${encode(good)}.`, 'signed by none'],
    ['changed claims', made(good).replace(/\.[^.]+\./, `.${encode({ ...good, sub: '2' })}.`), 'wrong signature'],
    ['nothing', '', 'not one'],
  ])('is refused with %s', (_, token, why) => expect(() => check(token)).toThrow(why))
})
