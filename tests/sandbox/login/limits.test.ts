/** The limits of mails, frames and wrong codes, however many clients send requests. */
import { afterEach, describe, expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { newest, openBrowser, SITE, someEmail } from './browser.ts'

const sandbox = useSandbox({ loginProxyHeader: 'X-Forwarded-For' })
afterEach(() => sandbox().login.clear())

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const LATE = /^Please try again after \d+ seconds$/

describe('a frame', () => {
  it('causes no more mails in an hour than the rule says, to whatever addresses', async () => {
    sandbox().login.set({ perFrame: 5 })
    const browser = await openBrowser(sandbox())
    for (let each = 0; each < 5; each++) await browser.must('CONNECT_EMAIL', { email: someEmail() })
    const late = await browser.ask('CONNECT_EMAIL', { email: someEmail() })
    expect([late.status, late.message]).toEqual([429, expect.stringMatching(LATE)])
    sandbox().login.set({ advance: 3_600_000 })
    await browser.must('CONNECT_EMAIL', { email: someEmail() })
  })
})

describe('an IP address', () => {
  const mail = async (headers: Record<string, string>) => {
    const browser = await openBrowser(sandbox())
    const own = { ...headers, 'x-frame': browser.frame }
    return (await browser.post('CONNECT_EMAIL', { payload: { email: someEmail() } }, own)).status
  }

  it('causes no more mails in an hour than the rule says, in all its frames; another one still may', async () => {
    sandbox().login.set({ perIp: 3 })
    const answers = []
    for (let each = 0; each < 4; each++) answers.push(await mail(from('192.0.2.1')))
    expect(answers).toEqual([200, 200, 200, 429])
    expect(await mail(from('192.0.2.2'))).toBe(200)
    // The header's last address counts, which the proxy adds; the client can write those before it.
    expect(await mail(from('192.0.2.9, 192.0.2.1'))).toBe(429)
  })

  it('opens no more frames in an hour than the rule says; one that is loaded again is no new one', async () => {
    sandbox().login.set({ framesPerIp: 2 })
    const browser = await openBrowser(sandbox(), {})
    const open = (ip: string, frame?: string) =>
      browser.post('open', { origin: SITE, projectId: 'tests', frame }, from(ip))
    const first = await open('192.0.2.3')
    await open('192.0.2.3')
    expect((await open('192.0.2.3')).status).toBe(429)
    expect((await open('192.0.2.3', first.frame)).status).toBe(200)
    expect((await open('192.0.2.4')).status).toBe(200)
  })

  it('begins no more sign-ins with Farcaster in an hour than the rule says, by one frame or by all', async () => {
    sandbox().login.set({ channelsPerFrame: 2, channelsPerIp: 3 })
    const [browser, strangers] = [await openBrowser(sandbox()), await openBrowser(sandbox())]
    const begin = async ({ post, frame }: typeof browser, ip: string) =>
      (await post('GET_FARCASTER_URI', {}, { ...from(ip), 'x-frame': frame })).status
    const statuses = []
    for (let each = 0; each < 3; each++) statuses.push(await begin(browser, '192.0.2.5'))
    expect(statuses).toEqual([200, 200, 429])
    expect(await begin(strangers, '192.0.2.5')).toBe(200)
    expect(await begin(strangers, '192.0.2.5')).toBe(429)
    expect(await begin(strangers, '192.0.2.6')).toBe(200)
    sandbox().login.set({ advance: 3_660_000 })
    expect(await begin(browser, '192.0.2.5')).toBe(200)
  })
})

describe('an address', () => {
  it('has a ceiling of wrong codes for a day, in all frames together', async () => {
    sandbox().login.set({ wrongPerDay: 7 })
    const email = someEmail()
    const said = []
    for (let frame = 0; frame < 2; frame++) {
      const browser = await openBrowser(sandbox())
      await browser.must('CONNECT_EMAIL', { email })
      for (let each = 0; each < 4; each++) said.push((await browser.ask('CONNECT_OTP', { otp: 'wrong' })).message)
      sandbox().login.set({ advance: 30_000 })
    }
    expect(said.slice(0, 7)).toEqual(Array<string>(7).fill('Invalid code. Try again.'))
    expect(said[7]).toBe('Too many wrong codes. Try again tomorrow.')
    // Now the right code is refused too, so that guessing cannot go on.
    const browser = await openBrowser(sandbox())
    await browser.must('CONNECT_EMAIL', { email })
    expect((await browser.ask('CONNECT_OTP', { otp: newest(sandbox(), email).code })).status).toBe(429)
    sandbox().login.set({ advance: 86_400_000 })
    await browser.must('CONNECT_EMAIL', { email })
    await browser.must('CONNECT_OTP', { otp: newest(sandbox(), email).code })
  })
})

describe('somebody who knows an address', () => {
  /** Enters wrong codes until the service refuses more for today. */
  async function guess(email: string, ip: string) {
    for (let round = 0; round < 20; round++) {
      const browser = await openBrowser(sandbox())
      const own = { ...from(ip), 'x-frame': browser.frame }
      expect((await browser.post('CONNECT_EMAIL', { payload: { email } }, own)).status).toBe(200)
      sandbox().login.set({ advance: 360_001 })
      for (let each = 0; each < 5; each++) {
        const { message } = await browser.post('CONNECT_OTP', { payload: { otp: 'wrong' } }, own)
        if (message === 'Too many wrong codes. Try again tomorrow.') return round * 5 + each
      }
    }
    throw new Error('Nothing stops the guessing')
  }

  it('shuts the owner out neither of a browser that was here before, nor of a new one that the mail approves', async () => {
    sandbox().login.set({ wrongPerDay: 12 })
    const email = someEmail()
    const known = await openBrowser(sandbox())
    await known.login(email)
    await known.must('SIGN_OUT')
    sandbox().login.set({ advance: 30_000 })
    expect(await guess(email, '192.0.2.10')).toBe(12)
    await known.login(email)
    sandbox().login.set({ advance: 30_000 })
    await (await openBrowser(sandbox())).login(email)
    // A browser that was let in has its own limit, which applies to it alone.
    sandbox().login.set({ advance: 30_000 })
    await known.must('SIGN_OUT')
    for (let each = 0; each < 12; each++) {
      if (each % 4 === 0) await known.must('CONNECT_EMAIL', { email })
      expect(await known.ask('CONNECT_OTP', { otp: 'wrong' })).toMatchObject({ status: 401 })
      sandbox().login.set({ advance: 30_000 })
    }
    await known.must('CONNECT_EMAIL', { email })
    expect(await known.ask('CONNECT_OTP', { otp: newest(sandbox(), email).code })).toMatchObject({ status: 429 })
  })

  it('uses up the hour’s mails of other unknown browsers only', async () => {
    const email = someEmail()
    const known = await openBrowser(sandbox())
    await known.login(email)
    await known.must('SIGN_OUT')
    const stranger = await openBrowser(sandbox())
    for (let each = 0; each < 9; each++) {
      sandbox().login.set({ advance: 30_000 })
      await stranger.must('CONNECT_EMAIL', { email })
    }
    sandbox().login.set({ advance: 30_000 })
    expect(await stranger.ask('CONNECT_EMAIL', { email })).toMatchObject({ status: 429 })
    await known.login(email)
  })

  it('has one part of an address’s wrong codes at one IP address, whether or not the address has an account', async () => {
    sandbox().login.set({ wrongPerIp: 7 })
    const [email, unused] = [someEmail(), someEmail()]
    await (await openBrowser(sandbox())).login(email)
    sandbox().login.set({ advance: 30_000 })
    for (const each of [email, unused]) expect(await guess(each, '192.0.2.11')).toBe(7)
    expect(await guess(email, '192.0.2.12')).toBe(7)
  })
})
