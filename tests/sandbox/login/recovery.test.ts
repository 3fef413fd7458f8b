/** Taking an account back from a thief who was logged in: nothing that the thief prepared gives access again. */
import { afterEach, describe, expect, it } from 'vitest'
import { APPROVE_FIRST } from '../../../runtime/auth/messages.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { approveDevice, type Browser, newest, openBrowser, someEmail } from './browser.ts'
import { logInAt, type Page, startUri } from './person.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().login.clear())

/** Mails to one address need a pause of 30 s. */
const later = (ms = 30_000) => sandbox().login.set({ advance: ms })
const tokenOf = (link = '') => new URL(link).hash.slice(1)
const google = async (browser: Browser, email: string) =>
  logInAt(await startUri(sandbox(), browser, 'google'), { name: 'Evil', email })
const claim = (browser: Browser, page: Page) =>
  browser.ask('CONNECT_SOCIAL', { uri: page.data('result') }, 31337, page.data('proof'))

/**
 * A thief has changed the account's address in the victim's own browser. `undo` is the token in the mail to the victim.
 */
async function stolen() {
  const [victim, evil] = [someEmail(), someEmail()]
  const own = await openBrowser(sandbox())
  await own.login(victim)
  const { address } = await own.user()
  later()
  await own.change(evil)
  await own.must('UPDATE_EMAIL_PRIMARY_OTP', { otp: newest(sandbox(), victim).code })
  await own.must('UPDATE_EMAIL_SECONDARY_OTP', { otp: newest(sandbox(), evil).code })
  const undo = tokenOf(newest(sandbox(), victim).link)
  later()
  return { victim, evil, own, address, undo: () => own.post('undo', { token: undo, approve: 'yes' }) }
}

describe('undoing a change of address', () => {
  it('takes out the logins that the new address brought along, and the name', async () => {
    const { victim, evil, own, address, undo } = await stolen()
    const known = await openBrowser(sandbox(), { same: own })
    expect((await claim(known, await google(known, evil))).status).toBe(200)
    expect(await known.user()).toMatchObject({ address, userName: 'Evil' })
    expect((await undo()).status).toBe(200)
    // The login at the same provider gives a new account from now on.
    const back = await openBrowser(sandbox())
    expect((await claim(back, await google(back, evil))).status).toBe(200)
    expect((await back.user()).address).not.toBe(address)
    later()
    const again = await openBrowser(sandbox())
    await again.login(victim)
    expect(await again.user()).toMatchObject({ address, email: victim, userName: null })
  })

  it('keeps the logins from before the change', async () => {
    const [victim, evil] = [someEmail(), someEmail()]
    const own = await openBrowser(sandbox())
    await own.claim(await google(own, victim))
    const { address } = await own.user()
    later()
    await own.change(evil)
    await own.must('UPDATE_EMAIL_PRIMARY_OTP', { otp: newest(sandbox(), victim).code })
    await own.must('UPDATE_EMAIL_SECONDARY_OTP', { otp: newest(sandbox(), evil).code })
    await own.post('undo', { token: tokenOf(newest(sandbox(), victim).link), approve: 'yes' })
    later()
    const again = await openBrowser(sandbox())
    await again.claim(await google(again, victim), victim)
    expect(await again.user()).toMatchObject({ address, email: victim })
  })

  it('voids the approvals, links and codes that somebody had prepared', async () => {
    const { evil, own, address, undo } = await stolen()
    const [approved, waiting, coded] = [
      await openBrowser(sandbox()),
      await openBrowser(sandbox()),
      await openBrowser(sandbox()),
    ]
    const page = await google(approved, evil)
    expect(await claim(approved, page)).toMatchObject({ message: APPROVE_FIRST })
    await approveDevice(sandbox(), newest(sandbox(), evil).link ?? '', page)
    later()
    const pageOfWaiting = await google(waiting, evil)
    expect(await claim(waiting, pageOfWaiting)).toMatchObject({ message: APPROVE_FIRST })
    const link = newest(sandbox(), evil).link ?? ''
    later()
    await coded.must('CONNECT_EMAIL', { email: evil })
    await approveDevice(sandbox(), newest(sandbox(), evil).link ?? '')
    const { code } = newest(sandbox(), evil)
    expect(code).toMatch(/^\d{6}$/)
    expect((await undo()).status).toBe(200)
    await expect(approveDevice(sandbox(), link, pageOfWaiting)).rejects.toThrow('used already')
    expect((await coded.ask('CONNECT_OTP', { otp: code })).message).toBe('Ask for a new code first')
    await claim(approved, page)
    const user = await approved.user().catch(() => undefined)
    expect(user?.address).not.toBe(address)
    expect(await own.must('IS_CONNECTED', {})).toEqual({ isConnected: false })
  })
})

describe('deleting the account after changing its address', () => {
  /** The thief then deletes the account, with the address that they gave it. */
  async function gone() {
    const theft = await stolen()
    const { evil, own } = theft
    // Open the service's own page in the same browser, which is known.
    const dashboard = await openBrowser(sandbox(), { site: sandbox().secureSite, same: own })
    await dashboard.login(evil)
    later()
    await dashboard.must('FORGET_CODE')
    await dashboard.must('FORGET', { otp: newest(sandbox(), evil).code })
    const token = tokenOf(newest(sandbox(), evil).link)
    later()
    return { ...theft, undoDeletion: () => own.post('undo', { token, approve: 'yes' }) }
  }

  it('leaves the link of the old address, which brings the account back as it was before both', async () => {
    const { victim, evil, address, undo, undoDeletion } = await gone()
    // A new account of the thief with the other address does not prevent the recovery.
    const thief = await openBrowser(sandbox())
    await thief.login(evil)
    expect((await thief.user()).address).not.toBe(address)
    expect((await undo()).status).toBe(200)
    for (const again of [undo, undoDeletion]) expect((await again()).status).toBe(410)
    later()
    const back = await openBrowser(sandbox())
    await back.login(victim)
    expect(await back.user()).toMatchObject({ address, email: victim })
  })

  it('and bringing it back with the other link leaves it too', async () => {
    const { victim, evil, address, undo, undoDeletion } = await gone()
    expect((await undoDeletion()).status).toBe(200)
    const thief = await openBrowser(sandbox())
    await thief.login(evil)
    expect(await thief.user()).toMatchObject({ address })
    expect((await undo()).status).toBe(200)
    expect(await thief.must('IS_CONNECTED', {})).toEqual({ isConnected: false })
    later()
    const back = await openBrowser(sandbox())
    await back.login(victim)
    expect(await back.user()).toMatchObject({ address, email: victim })
  })

  it('does not make the link work longer than three days', async () => {
    const { undo } = await gone()
    later(3 * 86_400_000)
    expect((await undo()).status).toBe(410)
  })
})

describe('an approval', () => {
  const known = async () => {
    const email = someEmail()
    const first = await openBrowser(sandbox())
    await first.claim(await google(first, email))
    later()
    return email
  }
  const approved = async (email: string) => {
    const browser = await openBrowser(sandbox())
    const page = await google(browser, email)
    expect(await claim(browser, page)).toMatchObject({ message: APPROVE_FIRST })
    await approveDevice(sandbox(), newest(sandbox(), email).link ?? '', page)
    later()
    return { browser, page }
  }

  it('that no login used is void after signing out everywhere, and so is a link that was not pressed', async () => {
    const email = await known()
    const { browser, page } = await approved(email)
    const dashboard = await openBrowser(sandbox(), { site: sandbox().secureSite })
    await dashboard.login(email)
    later()
    const other = await openBrowser(sandbox())
    const pageOfOther = await google(other, email)
    await claim(other, pageOfOther)
    const link = newest(sandbox(), email).link ?? ''
    await dashboard.must('SIGN_OUT_ALL')
    await expect(approveDevice(sandbox(), link, pageOfOther)).rejects.toThrow('used already')
    later()
    expect(await claim(browser, page)).toMatchObject({ status: 403, message: APPROVE_FIRST })
  })

  it('ends as long after the press as a code does', async () => {
    const email = await known()
    sandbox().login.set({ codeTtl: 60_000 })
    const { browser, page } = await approved(email)
    later(30_001)
    expect(await claim(browser, page)).toMatchObject({ status: 403, message: APPROVE_FIRST })
  })
})

describe('a fresh browser of somebody who can log in at a linked provider', () => {
  const begin = async (site = 'http://127.0.0.1:5173') => {
    const email = someEmail()
    const first = await openBrowser(sandbox())
    await first.claim(await google(first, email))
    later()
    const thief = await openBrowser(sandbox(), { site })
    const page = await google(thief, email)
    expect(await claim(thief, page)).toMatchObject({ message: APPROVE_FIRST })
    return { email, thief, page, mail: newest(sandbox(), email) }
  }

  it('is not let in by a press on the mail’s link in the victim’s browser', async () => {
    const { thief, page, mail } = await begin()
    const link = mail.link ?? ''
    // The victim's browser has logged in at the provider too, but for another frame.
    const own = await openBrowser(sandbox())
    const elsewhere = await google(own, someEmail())
    for (const given of [undefined, elsewhere])
      await expect(approveDevice(sandbox(), link, given)).rejects.toThrow('Open this link in the browser in which')
    expect(await thief.post('device', { token: tokenOf(link) })).toMatchObject({ status: 403 })
    later()
    expect(await claim(thief, page)).toMatchObject({ status: 403, message: APPROVE_FIRST })
  })

  it('is named in the mail with its site, and who logs in there goes on by the same link', async () => {
    const { thief, page, mail } = await begin()
    expect(mail.text).toContain('Chrome, Linux, at 127.0.0.1:5173')
    await approveDevice(sandbox(), mail.link ?? '', page)
    expect((await claim(thief, page)).status).toBe(200)
  })
})
