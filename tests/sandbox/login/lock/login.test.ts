/** Logging in with a passkey. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { lockedPerson, signing, startNamed } from '../../../support/lockedAccount.ts'
import { softAuthenticator, type Wrong } from '../../../support/softAuthenticator.ts'
import { type Browser, openBrowser, SITE, someEmail } from '../browser.ts'

type Entrance = { challenge: string; rpId: string; passkeys: { id: string }[] }

let hosted: Awaited<ReturnType<typeof startNamed>>
beforeAll(async () => {
  hosted = await startNamed()
})
afterAll(() => hosted.close())
afterEach(() => void vi.useRealTimers())
const entranceFor = (browser: Browser, email: string) => browser.must<Entrance | null>('PASSKEY_LOGIN', { email })

describe('in a browser that the account knows', () => {
  it('needs no mail, and leads to the same account', async () => {
    const { email, browser, address, device } = await lockedPerson(hosted.service())
    await browser.must('SIGN_OUT')
    const again = await openBrowser(hosted.service(), { site: SITE, same: browser })
    const mails = hosted.mailbox.mails(email).length
    const entrance = await entranceFor(again, email)
    if (!entrance) throw new Error('There is no login by passkey')
    const { assertion } = await device.use(entrance)
    expect((await again.ask('PASSKEY_ENTER', { assertion })).status).toBe(200)
    expect((await again.user(1)).address).toBe(address)
    expect(hosted.mailbox.mails(email)).toHaveLength(mails)
    // It is a login, and signs nothing.
    expect((await again.ask('RPC_REQUEST', signing(address), 1)).status).toBe(403)
    expect((await again.ask('PASSKEY_ENTER', { assertion })).status).toBe(403)
  })

  it('is not asked for while the person is signed in with that address', async () => {
    const { email, browser } = await lockedPerson(hosted.service())
    expect(await entranceFor(browser, email)).toBeNull()
  })

  it('is not there without a lock', async () => {
    const browser = await openBrowser(hosted.service(), { site: SITE })
    const email = someEmail()
    await browser.login(email)
    const again = await openBrowser(hosted.service(), { site: SITE, same: browser })
    expect(await entranceFor(again, email)).toBeNull()
  })
})

it('an unknown browser gets the same answers for every address', async () => {
  const [{ email, browser }, open] = [await lockedPerson(hosted.service()), someEmail()]
  await (await openBrowser(hosted.service(), { site: SITE })).login(open)
  const other = await lockedPerson(hosted.service())
  for (const same of [undefined, { kept: { device: 'f'.repeat(64) } }, other.browser]) {
    const stranger = await openBrowser(hosted.service(), { site: SITE, ...(same && { same }) })
    for (const address of [email, open, someEmail(), 'no address'])
      expect(await stranger.ask('PASSKEY_LOGIN', { email: address })).toMatchObject({ status: 200, answer: null })
  }
  expect(browser.kept.device).toBeDefined()
})

describe('on the dashboard', () => {
  const enter = async (device: ReturnType<typeof softAuthenticator>, wrong: Wrong = {}) => {
    const dashboard = await openBrowser(hosted.service(), { site: hosted.url() })
    const { assertion } = await device.use(await dashboard.must<Entrance>('PASSKEY_CHOICE'), wrong)
    return { dashboard, ...(await dashboard.ask('PASSKEY_ENTER', { assertion })) }
  }

  it('a passkey that the person chooses lets a new browser in', async () => {
    const { device, address } = await lockedPerson(hosted.service())
    const { status, dashboard } = await enter(device)
    expect(status).toBe(200)
    expect((await dashboard.user(1)).address).toBe(address)
  })

  it.each<[string, Wrong]>([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without checking the person', { isVerified: false }],
  ])('one that signed %s lets nobody in', async (_, wrong) => {
    const { device } = await lockedPerson(hosted.service())
    const { status, dashboard } = await enter(device, wrong)
    expect(status).toBe(403)
    expect((await dashboard.ask('GET_USER')).status).toBe(401)
  })

  it('a passkey that no account has, or that was taken out, lets nobody in', async () => {
    const { browser } = await lockedPerson(hosted.service())
    const stranger = softAuthenticator(hosted.url())
    await stranger.create(await browser.must('PASSKEY_BEGIN'))
    expect((await enter(stranger)).status).toBe(403)
  })

  it('a site’s frame cannot ask for it', async () => {
    const site = await openBrowser(hosted.service(), { site: SITE })
    expect((await site.ask('PASSKEY_CHOICE')).status).toBe(403)
  })
})
