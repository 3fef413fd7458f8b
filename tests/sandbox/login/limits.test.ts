/** How many mails, frames and wrong codes there may be, however many clients ask. */
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
    // What the client wrote itself comes first; the proxy appends what it sees.
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
    // The right one is refused too: otherwise guessing could go on.
    const browser = await openBrowser(sandbox())
    await browser.must('CONNECT_EMAIL', { email })
    expect((await browser.ask('CONNECT_OTP', { otp: newest(sandbox(), email).code })).status).toBe(429)
    sandbox().login.set({ advance: 86_400_000 })
    await browser.must('CONNECT_EMAIL', { email })
    await browser.must('CONNECT_OTP', { otp: newest(sandbox(), email).code })
  })
})
