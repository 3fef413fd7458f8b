/** What changes a lock on the dashboard, what needs it, and what leaves it alone. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isLocked } from '../../../../sandbox/login/lock/stored.ts'
import { keyOfCode } from '../../../../sandbox/login/page/lock/recoveryCode.ts'
import { openThere } from '../../../../server/store/database.ts'
import { sqlStore } from '../../../../server/store/sqlStore.ts'
import {
  lockedPerson,
  lockKeys,
  signByCode,
  signing,
  signWith,
  startNamed,
  stateFor,
  unlockFor,
} from '../../../support/lockedAccount.ts'
import { softAuthenticator, someRecovery } from '../../../support/softAuthenticator.ts'
import { type Browser, newest, openBrowser, SITE } from '../browser.ts'

let hosted: Awaited<ReturnType<typeof startNamed>>
beforeAll(async () => {
  hosted = await startNamed()
})
afterAll(() => hosted.close())
afterEach(() => void vi.useRealTimers())
/** Moves the clock ahead past the pause between two mails to one address. */
const later = () => vi.setSystemTime(Date.now() + 30_000)

/** Somebody with a locked wallet, who is also logged in on the dashboard. */
async function person() {
  const locked = await lockedPerson(hosted.service())
  later()
  const dashboard = await openBrowser(hosted.service(), { site: hosted.url(), same: locked.browser })
  await dashboard.login(locked.email)
  const open = (use: string, device = locked.device) => unlockFor(dashboard, use, device)
  return { ...locked, dashboard, open }
}
const send = (browser: Browser, name: string, payload: unknown, unlock: unknown) =>
  browser.ask(name, payload, undefined, undefined, unlock)
const listOf = async (dashboard: Browser) =>
  (await dashboard.must<{ locked: boolean; list: { id: string; name: string }[] }>('PASSKEYS')).list
const mailCode = async (browser: Browser, email: string, name: string) => {
  later()
  await browser.must(name)
  return newest(hosted.service(), email).code
}
async function events(email: string) {
  const store = sqlStore(await openThere(hosted.database))
  try {
    const user = await store.userByEmail(email)
    return (await store.events(20, user?.id)).map(({ kind }) => kind)
  } finally {
    await store.close()
  }
}

describe('a passkey', () => {
  it('is added with the one that is there, opens the wallet too, and the first one can go then', async () => {
    const { browser, dashboard, open, address, device, email } = await person()
    const phone = softAuthenticator(hosted.url())
    const unlock = await open('passkeyAdded')
    const passkey = await phone.create(await dashboard.must('PASSKEY_BEGIN'))
    expect((await send(dashboard, 'PASSKEY_ADD', { passkey }, unlock)).status).toBe(200)
    expect(await listOf(dashboard)).toMatchObject([{ name: 'Chrome, Linux' }, { id: passkey.registration.id }])
    expect((await signWith(browser, address, phone)).status).toBe(200)

    const [first] = await listOf(dashboard)
    const removed = await send(dashboard, 'PASSKEY_REMOVE', { id: first?.id }, await open('passkeyRemoved', phone))
    expect(removed.status).toBe(200)
    await expect(signWith(browser, address, device)).rejects.toThrow('no such passkey')
    expect((await signWith(browser, address, phone)).status).toBe(200)
    const last = await send(
      dashboard,
      'PASSKEY_REMOVE',
      { id: passkey.registration.id },
      await open('passkeyRemoved', phone),
    )
    expect(last).toMatchObject({ status: 400, message: 'This is your last passkey. Remove the lock instead.' })
    expect(await events(email)).toEqual(expect.arrayContaining(['locked', 'passkeyAdded', 'passkeyRemoved']))
    const told = hosted.mailbox.mails(email).map(({ text }) => text)
    expect(told.filter((text) => text.includes('A passkey was added'))).toHaveLength(1)
    expect(told.filter((text) => text.includes('A passkey was removed'))).toHaveLength(1)
  })

  it('is added with the recovery code, in a browser that has no passkey', async () => {
    const { browser, dashboard, address, code } = await person()
    const phone = softAuthenticator(hosted.url())
    const { recovery: salt } = await dashboard.must<{ recovery: string }>('UNLOCK', { use: 'passkeyAdded' })
    const passkey = await phone.create(await dashboard.must('PASSKEY_BEGIN'))
    const unlock = { recovery: await keyOfCode(code, salt) }
    expect((await send(dashboard, 'PASSKEY_ADD', { passkey }, unlock)).status).toBe(200)
    expect((await signWith(browser, address, phone)).status).toBe(200)
  })

  it.each(['PASSKEY_ADD', 'PASSKEY_REMOVE', 'RECOVERY_RENEW', 'UNLOCK_KEYS'])(
    'is needed for %s, and only the dashboard may ask for it',
    async (name) => {
      const { browser, dashboard, open, address, device } = await person()
      const passkey = await softAuthenticator(hosted.url()).create(await dashboard.must('PASSKEY_BEGIN'))
      const payload = { passkey, id: passkey.registration.id, ...(await someRecovery()) }
      expect((await send(dashboard, name, payload, undefined)).status).toBe(403)
      expect((await send(dashboard, name, payload, { recovery: 'A'.repeat(43) })).status).toBe(403)
      // What was asked for another use is of no use here.
      expect((await send(dashboard, name, payload, await open('export'))).status).toBe(403)
      expect((await send(browser, name, payload, undefined)).status).toBe(403)
      expect((await signWith(browser, address, device)).status).toBe(200)
    },
  )
})

it('a new recovery code makes the one before useless', async () => {
  const { browser, dashboard, open, address, code, email } = await person()
  const next = await someRecovery()
  const renewed = await send(dashboard, 'RECOVERY_RENEW', { recovery: next.recovery }, await open('recoveryRenewed'))
  expect(renewed.status).toBe(200)
  expect((await signByCode(browser, address, code)).status).toBe(403)
  expect((await signByCode(browser, address, next.code)).status).toBe(200)
  expect(hosted.mailbox.mails(email).at(-1)?.text).toContain('A new recovery code was made')
})

it('without its lock the wallet signs as before, and can be locked again', async () => {
  const { browser, dashboard, open, address, email } = await person()
  expect((await send(dashboard, 'UNLOCK_KEYS', {}, await open('unlocked'))).status).toBe(200)
  expect((await stateFor(browser, signing(address))).state).toBe('offered')
  expect((await browser.ask('RPC_REQUEST', signing(address), 1)).status).toBe(200)
  expect(hosted.mailbox.mails(email).at(-1)?.text).toContain('The lock was removed')
  const other = softAuthenticator(hosted.url())
  await lockKeys(browser, other)
  expect((await signWith(browser, address, other)).status).toBe(200)
  expect((await browser.ask('RPC_REQUEST', signing(address), 1)).status).toBe(403)
})

describe('whoever reads the mails of a person with a locked wallet', () => {
  it('gets in, and neither signs, nor gets the keys, nor erases them', async () => {
    const { email, address } = await lockedPerson(hosted.service())
    later()
    const thief = await openBrowser(hosted.service(), { site: hosted.url() })
    await thief.login(email)
    expect((await thief.user(1)).address).toBe(address)
    expect((await thief.ask('RPC_REQUEST', signing(address), 1)).status).toBe(403)
    for (const name of ['EXPORT', 'FORGET']) {
      const otp = await mailCode(thief, email, `${name}_CODE`)
      const { status, answer } = await thief.ask(name, { otp })
      expect([status, answer]).toEqual([403, undefined])
      expect((await send(thief, name, { otp }, { recovery: 'A'.repeat(43) })).status).toBe(403)
    }
    expect((await thief.user(1)).address).toBe(address)
  })
})

it('an export needs the passkey, and the code of the mail', async () => {
  const { dashboard, open, email, address } = await person()
  const otp = await mailCode(dashboard, email, 'EXPORT_CODE')
  expect((await dashboard.ask('EXPORT', { otp })).status).toBe(403)
  expect((await send(dashboard, 'EXPORT', { otp: '000000' }, await open('export'))).status).toBe(401)
  const { answer } = await send(dashboard, 'EXPORT', { otp }, await open('export'))
  const { evm } = answer as { evm: `0x${string}` }
  const { privateKeyToAccount } = await import('viem/accounts')
  expect(privateKeyToAccount(evm).address).toBe(address)
})

it('a deleted account comes back locked', async () => {
  const { dashboard, open, email, address, device } = await person()
  const otp = await mailCode(dashboard, email, 'FORGET_CODE')
  expect((await send(dashboard, 'FORGET', { otp }, await open('forget'))).status).toBe(200)
  const link = newest(hosted.service(), email).link ?? ''
  expect((await dashboard.post('undo', { token: new URL(link).hash.slice(1), approve: 'yes' })).status).toBe(200)
  later()
  const back = await openBrowser(hosted.service(), { site: SITE })
  await back.login(email)
  expect((await back.ask('RPC_REQUEST', signing(address), 1)).status).toBe(403)
  expect((await signWith(back, address, device)).status).toBe(200)
})

it('a change of address, and its undo, leave the lock as it is', async () => {
  const { browser, email, address, device } = await person()
  const next = `next-${email}`
  later()
  expect((await browser.change(next)).status).toBe(200)
  await browser.must('UPDATE_EMAIL_PRIMARY_OTP', { otp: newest(hosted.service(), email).code })
  await browser.must('UPDATE_EMAIL_SECONDARY_OTP', { otp: newest(hosted.service(), next).code })
  expect((await browser.ask('RPC_REQUEST', signing(address), 1)).status).toBe(403)
  expect((await signWith(browser, address, device)).status).toBe(200)
  const link = newest(hosted.service(), email).link ?? ''
  expect((await browser.post('undo', { token: new URL(link).hash.slice(1), approve: 'yes' })).status).toBe(200)
  later()
  const back = await openBrowser(hosted.service(), { site: SITE })
  await back.login(email)
  expect((await back.ask('RPC_REQUEST', signing(address), 1)).status).toBe(403)
  expect((await signWith(back, address, device)).status).toBe(200)
})

it('a lock that is changed by two tabs at once has both changes or one, and always opens', async () => {
  const { browser, dashboard, open, address, device, email } = await person()
  const phones = [softAuthenticator(hosted.url()), softAuthenticator(hosted.url())]
  const tabs = await Promise.all(
    phones.map(async (phone) => {
      const tab = await openBrowser(hosted.service(), { site: hosted.url(), same: dashboard })
      tab.setSession(dashboard.session())
      const unlock = await unlockFor(tab, 'passkeyAdded', device)
      return { tab, unlock, passkey: await phone.create(await tab.must('PASSKEY_BEGIN')) }
    }),
  )
  const ends = await Promise.all(tabs.map(({ tab, unlock, passkey }) => send(tab, 'PASSKEY_ADD', { passkey }, unlock)))
  for (const { status } of ends) expect(status).toBe(200)
  for (const each of [device, ...phones]) expect((await signWith(browser, address, each)).status).toBe(200)
  const store = sqlStore(await openThere(hosted.database))
  const user = await store.userByEmail(email)
  await store.close()
  expect(user && isLocked(user.keys) && user.keys.lock.passkeys).toHaveLength(3)
  expect(await open('export')).toBeDefined()
})
