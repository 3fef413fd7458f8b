/** Logins by email with real codes in real mails, over real SMTP. */
import { afterEach, describe, expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { logInAt, startUri } from './person.ts'
import { approveDevice, type Browser, newest, openBrowser, SITE, someEmail } from './browser.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().login.clear())

const asked = async (email: string, browser = openBrowser(sandbox())) => {
  const own = await browser
  const { action } = await own.must<{ action: string }>('CONNECT_EMAIL', { email })
  return { browser: own, action }
}
async function changeTo(browser: Browser, old: string, next: string) {
  await browser.change(next)
  await browser.must('UPDATE_EMAIL_PRIMARY_OTP', { otp: newest(sandbox(), old).code })
  await browser.must('UPDATE_EMAIL_SECONDARY_OTP', { otp: newest(sandbox(), next).code })
}
const another = (code = '') => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a code', () => {
  it('is mailed, names the site that asked, and logs in once', async () => {
    const email = someEmail()
    const { browser, action } = await asked(email.toUpperCase())
    expect(action).toBe('VERIFY_OTP')
    const mail = newest(sandbox(), email)
    expect(mail.code).toMatch(/^\d{6}$/)
    expect(mail.text).toContain(new URL(SITE).host)
    const told = await browser.ask('CONNECT_OTP', { otp: mail.code })
    expect(told.status).toBe(200)
    expect(told.session?.token).toMatch(/^[0-9a-f]{64}$/)
    expect(await browser.user()).toMatchObject({ email })
    expect((await browser.ask('CONNECT_OTP', { otp: mail.code })).message).toBe('Ask for a new code first')
  })

  it('locks after five wrong tries, the right one included', async () => {
    const email = someEmail()
    const { browser } = await asked(email)
    const { code } = newest(sandbox(), email)
    const tries = []
    for (let each = 0; each < 5; each++) tries.push((await browser.ask('CONNECT_OTP', { otp: another(code) })).message)
    expect(tries).toEqual([
      ...Array<string>(4).fill('Invalid code. Try again.'),
      'Too many wrong codes. Ask for a new one.',
    ])
    expect(await browser.ask('CONNECT_OTP', { otp: code })).toMatchObject({ status: 429 })
    sandbox().login.set({ advance: 30_000 })
    await browser.must('CONNECT_EMAIL', { email })
    await browser.must('CONNECT_OTP', { otp: newest(sandbox(), email).code })
  })

  it('expires after ten minutes', async () => {
    const email = someEmail()
    const { browser } = await asked(email)
    sandbox().login.set({ advance: 600_001 })
    const { message } = await browser.ask('CONNECT_OTP', { otp: newest(sandbox(), email).code })
    expect(message).toBe('This code has expired. Ask for a new one.')
  })

  it('works in no other session', async () => {
    const email = someEmail()
    const { browser } = await asked(email)
    const other = await openBrowser(sandbox())
    const { code } = newest(sandbox(), email)
    expect((await other.ask('CONNECT_OTP', { otp: code })).message).toBe('Ask for a new code first')
    await other.must('CONNECT_EMAIL', { email: someEmail() })
    expect((await other.ask('CONNECT_OTP', { otp: code })).message).toBe('Invalid code. Try again.')
    await browser.must('CONNECT_OTP', { otp: code })
  })

  it('is sent again after 30 s, and then the one before is dead; a clean browser waits as well', async () => {
    const email = someEmail()
    const { browser } = await asked(email)
    const first = newest(sandbox(), email).code
    sandbox().login.set({ advance: 29_000 })
    expect((await browser.ask('CONNECT_EMAIL', { email })).message).toBe('Please try again after 1 seconds')
    const other = await openBrowser(sandbox())
    expect(await other.ask('CONNECT_EMAIL', { email })).toMatchObject({ status: 429 })
    sandbox().login.set({ advance: 1_000 })
    await browser.must('CONNECT_EMAIL', { email })
    const second = newest(sandbox(), email).code
    if (first !== second) expect((await browser.ask('CONNECT_OTP', { otp: first })).status).toBe(401)
    await browser.must('CONNECT_OTP', { otp: second })
  })

  it('is sent ten times an hour at most', async () => {
    const email = someEmail()
    const browser = await openBrowser(sandbox())
    for (let each = 0; each < 10; each++) {
      await browser.must('CONNECT_EMAIL', { email })
      sandbox().login.set({ advance: 31_000 })
    }
    expect((await browser.ask('CONNECT_EMAIL', { email })).message).toMatch(/^Please try again after \d{4} seconds$/)
  })

  it.each(['', 'nobody', 'a@b', 'two words@example.com'])('is not sent to %j', async (email) => {
    const browser = await openBrowser(sandbox())
    const { message } = await browser.ask('CONNECT_EMAIL', { email })
    expect(message).toMatch(/Invalid email|expected email/)
    expect(sandbox().login.mails()).toEqual([])
  })
})

describe('a new browser', () => {
  it('of which two requests wait, as after going back and forth, lets both go on when it is approved', async () => {
    const email = someEmail()
    await (await openBrowser(sandbox())).login(email)
    sandbox().login.set({ advance: 30_000 })
    const { browser } = await asked(email)
    const waits = [browser.must('CONNECT_DEVICE')]
    await new Promise((resolve) => setTimeout(resolve, 200))
    waits.push(browser.must('CONNECT_DEVICE'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await approveDevice(sandbox(), newest(sandbox(), email).link ?? '')
    const late = new Promise((resolve) => setTimeout(resolve, 3_000, 'waits on'))
    expect(await Promise.race([Promise.all(waits), late])).not.toBe('waits on')
    await browser.must('CONNECT_OTP', { otp: newest(sandbox(), email).code })
  })

  it('of somebody who was here is approved by a link that works once, then gets a code', async () => {
    const email = someEmail()
    const first = await openBrowser(sandbox())
    await first.login(email)
    sandbox().login.set({ advance: 30_000 })
    const { browser, action } = await asked(email)
    // The page gets the same answer as for an address without an account. Only the mail differs.
    expect(action).toBe('VERIFY_OTP')
    const { link = '', code } = newest(sandbox(), email)
    expect(code).toBeUndefined()
    expect(new URL(link).search).toBe('')
    const waiting = browser.must('CONNECT_DEVICE')
    await approveDevice(sandbox(), link)
    await waiting
    await expect(approveDevice(sandbox(), link)).rejects.toThrow('This link was used already, or is too old.')
    await browser.must('CONNECT_OTP', { otp: newest(sandbox(), email).code })
    expect((await browser.user()).address).toBe((await first.user()).address)
    // The browser is known from now on.
    sandbox().login.set({ advance: 30_000 })
    await browser.must('SIGN_OUT')
    expect((await asked(email, openBrowser(sandbox(), { same: browser }))).action).toBe('VERIFY_OTP')
    expect(newest(sandbox(), email)).toMatchObject({ code: expect.stringMatching(/^\d{6}$/) as string })
  })

  it('is asked for always or never where the rules say so, and its link expires', async () => {
    const email = someEmail()
    sandbox().login.set({ devices: true })
    const { browser, action } = await asked(email)
    expect(action).toBe('VERIFY_DEVICE')
    sandbox().login.set({ advance: 600_001 })
    await expect(approveDevice(sandbox(), newest(sandbox(), email).link ?? '')).rejects.toThrow('too old')
    sandbox().login.set({ devices: false })
    expect((await asked(email, Promise.resolve(browser))).action).toBe('VERIFY_OTP')
  })
})

describe('a session', () => {
  it('is one site’s, ends with signing out, and lets the same address in without a code', async () => {
    const email = someEmail()
    const browser = await openBrowser(sandbox())
    await browser.login(email)
    expect(await browser.must('CONNECT_EMAIL', { email })).toEqual({ action: 'CONNECT' })
    expect(await browser.must('IS_CONNECTED', {})).toEqual({ isConnected: true })
    expect(await browser.must('IS_CONNECTED', { token: 'other' })).toEqual({ isConnected: false })
    const elsewhere = await openBrowser(sandbox(), { site: 'http://localhost:9999' })
    elsewhere.setSession(browser.session())
    expect(await elsewhere.must('IS_CONNECTED', {})).toEqual({ isConnected: false })
    expect(await elsewhere.ask('GET_USER', {})).toMatchObject({ status: 401 })
    const token = browser.session()
    await browser.must('SIGN_OUT')
    browser.setSession(token)
    expect(await browser.must('IS_CONNECTED', {})).toEqual({ isConnected: false })
  })

  it('ends after a week without use', async () => {
    const browser = await openBrowser(sandbox())
    await browser.login(someEmail())
    sandbox().login.set({ advance: 6 * 86_400_000 })
    expect(await browser.must('IS_CONNECTED', {})).toEqual({ isConnected: true })
    sandbox().login.set({ advance: 6 * 86_400_000 })
    expect(await browser.must('IS_CONNECTED', {})).toEqual({ isConnected: true })
    sandbox().login.set({ advance: 8 * 86_400_000 })
    expect(await browser.must('IS_CONNECTED', {})).toEqual({ isConnected: false })
  })

  it('ends ninety days after its login, however often it is used', async () => {
    const email = someEmail()
    const browser = await openBrowser(sandbox())
    await browser.login(email)
    for (let day = 5; day < 90; day += 5) {
      sandbox().login.set({ advance: 5 * 86_400_000 })
      expect(await browser.must('IS_CONNECTED', {}), `day ${day}`).toEqual({ isConnected: true })
    }
    sandbox().login.set({ advance: 5 * 86_400_000 })
    expect(await browser.must('IS_CONNECTED', {})).toEqual({ isConnected: false })
    expect(await browser.ask('GET_USER', {})).toMatchObject({ status: 401 })
    const dashboard = await openBrowser(sandbox(), { site: sandbox().secureSite, same: browser })
    await dashboard.login(email)
    expect((await dashboard.must<{ list: unknown[] }>('SESSIONS')).list).toHaveLength(1)
  })
})

describe('changing the address', () => {
  it('takes a code from the old one, then one from the new one', async () => {
    const [old, next] = [someEmail(), someEmail()]
    const browser = await openBrowser(sandbox())
    await browser.login(old)
    const { address } = await browser.user()
    sandbox().login.set({ advance: 30_000 })
    expect((await browser.change(next)).answer).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
    expect(sandbox().login.mails(next)).toEqual([])
    expect((await browser.ask('UPDATE_EMAIL_SECONDARY_OTP', { otp: newest(sandbox(), old).code })).status).toBe(400)
    await browser.must('UPDATE_EMAIL_PRIMARY_OTP', { otp: newest(sandbox(), old).code })
    const answer = await browser.must('UPDATE_EMAIL_SECONDARY_OTP', { otp: newest(sandbox(), next).code })
    expect(answer).toEqual({ newEmail: next })
    expect(newest(sandbox(), old).subject).toBe('Your email address was changed')
    expect(await browser.user()).toMatchObject({ email: next, address })
  })

  it('is refused without the confirmation of the person in the frame, also when its codes are right', async () => {
    const [thief, other] = [someEmail(), someEmail()]
    const browser = await openBrowser(sandbox())
    const done = await logInAt(await startUri(sandbox(), browser, 'x'), { name: `Nobody ${thief}` })
    await browser.claim(done)
    // A page can send only the messages of the table.
    const refused = { status: 403, message: 'Confirm the change in the wallet first' }
    expect(await browser.ask('UPDATE_EMAIL', { email: thief })).toMatchObject(refused)
    expect(sandbox().login.mails(thief)).toEqual([])
    // A confirmation is valid for one address only.
    expect((await browser.change(other)).status).toBe(200)
    expect(await browser.ask('UPDATE_EMAIL', { email: thief })).toMatchObject(refused)
    sandbox().login.set({ advance: 600_001 })
    expect(await browser.ask('UPDATE_EMAIL', { email: other })).toMatchObject(refused)
  })

  it('to a first address needs a login of the last ten minutes, because no letter could undo it', async () => {
    const browser = await openBrowser(sandbox())
    const done = await logInAt(await startUri(sandbox(), browser, 'x'), { name: `Nobody ${someEmail()}` })
    await browser.claim(done)
    sandbox().login.set({ advance: 600_001 })
    const late = await browser.change(someEmail())
    expect(late).toMatchObject({ status: 403, message: 'Log out and log in again first' })
  })

  it('tells the old address the new one, with a link that undoes it once and logs out everybody', async () => {
    const [old, next] = [someEmail(), someEmail()]
    const browser = await openBrowser(sandbox())
    await browser.login(old)
    sandbox().login.set({ advance: 30_000 })
    await changeTo(browser, old, next)
    const { text, link = '' } = newest(sandbox(), old)
    expect(text).toContain(next)
    const token = new URL(link).hash.slice(1)
    expect(await browser.post('undo', { token })).toMatchObject({ status: 200, kind: 'email', email: old, next })
    // Opening the link changes nothing, because programs open links too.
    expect(await browser.user()).toMatchObject({ email: next })
    // The thief's next change must not be undone by the link in the thief's own mail.
    sandbox().login.set({ advance: 30_000 })
    const third = someEmail()
    await changeTo(browser, next, third)
    const thiefs = new URL(newest(sandbox(), next).link ?? '').hash.slice(1)
    expect(await browser.post('undo', { token, approve: 'yes' })).toMatchObject({ status: 200 })
    expect(await browser.must('IS_CONNECTED', {})).toEqual({ isConnected: false })
    for (const each of [token, thiefs])
      expect(await browser.post('undo', { token: each, approve: 'yes' })).toMatchObject({ status: 410 })
    sandbox().login.set({ advance: 30_000 })
    const again = await openBrowser(sandbox())
    await again.login(old)
    expect(await again.user()).toMatchObject({ email: old })
  })

  it('can be undone for three days, and not while the address has a new account', async () => {
    const [old, next] = [someEmail(), someEmail()]
    const browser = await openBrowser(sandbox())
    await browser.login(old)
    sandbox().login.set({ advance: 30_000 })
    await changeTo(browser, old, next)
    const token = new URL(newest(sandbox(), old).link ?? '').hash.slice(1)
    sandbox().login.set({ advance: 30_000 })
    await (await openBrowser(sandbox())).login(old)
    const taken = await browser.post('undo', { token, approve: 'yes' })
    expect(taken).toMatchObject({ status: 409 })
    sandbox().login.set({ advance: 3 * 86_400_000 })
    expect(await browser.post('undo', { token })).toMatchObject({ status: 410 })
  })

  it('is refused for one’s own address, and for whom nobody knows', async () => {
    const mine = someEmail()
    const browser = await openBrowser(sandbox())
    await browser.login(mine)
    const change = async (email: string) => (await browser.change(email)).message
    expect(await change(mine)).toBe('This is your email address already')
    const nobody = await openBrowser(sandbox())
    expect(await nobody.ask('UPDATE_EMAIL', { email: someEmail() })).toMatchObject({ status: 401 })
  })
})

describe('the inbox', () => {
  it('is a page and JSON of the sandbox, with nothing in it that runs', async () => {
    const email = someEmail()
    await asked(email)
    const page = await fetch(`${sandbox().url}/mail`)
    const { code = '' } = newest(sandbox(), email)
    expect(await page.text()).toContain(code)
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'self'/)
    const answer = (await (await fetch(`${sandbox().url}/sandbox/mail?to=${email}`)).json()) as { mails: object[] }
    expect(answer.mails).toMatchObject([{ to: email, code }])
  })

  it('has switches, and refuses those that are none', async () => {
    const post = (body: object) =>
      fetch(`${sandbox().url}/sandbox/login`, { method: 'POST', body: JSON.stringify(body) })
    expect(await (await post({ codeTtl: 1000, devices: true })).json()).toMatchObject({ codeTtl: 1000, devices: true })
    expect((await post({ devices: 'sometimes' })).status).toBe(400)
    expect((await post({ tries: -1 })).status).toBe(400)
    const cleared = await fetch(`${sandbox().url}/sandbox/login`, { method: 'DELETE' })
    expect(await cleared.json()).toMatchObject({ codeTtl: 600_000, devices: 'returning' })
  })
})

describe('only the service’s own page', () => {
  it('may ask: no other origin, no frame that was not opened, no site that is not allowed', async () => {
    const browser = await openBrowser(sandbox())
    const from = (origin: string, path = 'IS_CONNECTED', body: object = {}) =>
      browser.post(path, body, { origin, 'x-frame': browser.frame })
    expect(await from(SITE)).toMatchObject({ status: 403 })
    expect(await from(sandbox().url)).toMatchObject({ status: 403 })
    expect(await browser.post('IS_CONNECTED', {}, { 'x-frame': 'other' })).toMatchObject({ status: 401 })
    const open = await browser.post('open', { origin: 'https://evil.example', projectId: 'x' })
    expect(open).toMatchObject({ status: 403, message: 'This site is not allowed to use the login service' })
  })

  it.each([
    'http://localhost/evil',
    'http://LOCALHOST:3',
    'http://localhost:80',
    'http://user@localhost',
    'javascript://127.0.0.1',
    'ftp://localhost',
    'localhost',
    '',
  ])('takes no site for an origin that is none: %j', async (origin) => {
    const browser = await openBrowser(sandbox())
    const open = await browser.post('open', { origin, projectId: 'x' })
    expect(open).toMatchObject({ status: 403, message: 'This site is not allowed to use the login service' })
  })

  it('is served under a strict policy, to be held by this machine’s pages only', async () => {
    const frame = await fetch(`${sandbox().secureSite}/sdk?projectId=x&chainId=1&version=1&enableLogger=true`)
    const policy = frame.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
    expect(policy).toMatch(/frame-ancestors http:\/\/127\.0\.0\.1:\* /)
    expect(policy).not.toMatch(/unsafe|\/\/\*:|\s\*/)
    expect(await frame.text()).not.toMatch(/<script(?! type="module" src)|<style| style=| on\w+=/)
    const device = await fetch(`${sandbox().secureSite}/device`)
    expect(device.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})
