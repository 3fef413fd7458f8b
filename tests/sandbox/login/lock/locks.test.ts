/** The lock of a wallet: what opens it and what does not, whoever has the session, the database or the master key. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyMessage, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Locked } from '../../../../sandbox/login/database.ts'
import { isLocked } from '../../../../sandbox/login/lock/stored.ts'
import { unwrap } from '../../../../sandbox/login/lock/wrap.ts'
import { createEnvelopes } from '../../../../server/keys/envelope.ts'
import { parseMasterKeys } from '../../../../server/keys/masterKeys.ts'
import { localWrapper } from '../../../../server/keys/wrapper.ts'
import { openThere } from '../../../../server/store/database.ts'
import { sqlStore } from '../../../../server/store/sqlStore.ts'
import { masterKey, startHosted } from '../../../support/hosted.ts'
import {
  keyFor,
  lockedPerson,
  lockKeys,
  MESSAGE,
  signByCode,
  signing,
  signWith,
  startNamed,
  stateFor,
} from '../../../support/lockedAccount.ts'
import { softAuthenticator, someRecovery, type Wrong } from '../../../support/softAuthenticator.ts'
import { openBrowser, SITE, someEmail } from '../browser.ts'

let hosted: Awaited<ReturnType<typeof startNamed>>
beforeAll(async () => {
  hosted = await startNamed()
})
afterAll(() => hosted.close())
afterEach(() => void vi.useRealTimers())
/** Moves the clock ahead, which the server in this process shares. */
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const person = (options: { counts?: boolean } = {}) =>
  lockedPerson(hosted.service(), softAuthenticator(hosted.url(), options))
const loggedIn = async () => {
  const browser = await openBrowser(hosted.service(), { site: SITE })
  const email = someEmail()
  await browser.login(email)
  return { browser, email, address: (await browser.user(1)).address }
}
/** The account's keys as the database has them. */
async function storedKeys(email: string) {
  const store = sqlStore(await openThere(hosted.database))
  try {
    const user = await store.userByEmail(email)
    if (!user) throw new Error('Nobody is there')
    return user
  } finally {
    await store.close()
  }
}
async function lockedKeys(email: string): Promise<{ id: string; keys: Locked }> {
  const { id, keys } = await storedKeys(email)
  if (!isLocked(keys)) throw new Error('The keys are not locked')
  return { id, keys }
}
const isSigned = async (answer: unknown, address: Hex) =>
  verifyMessage({ address, message: { raw: MESSAGE }, signature: answer as Hex })

describe('a locked wallet', () => {
  it('signs with its passkey, and is the same account as before', async () => {
    const { browser, address, device } = await person()
    const { status, answer } = await signWith(browser, address, device)
    expect(status).toBe(200)
    expect(await isSigned(answer, address)).toBe(true)
  })

  it('signs with its recovery code', async () => {
    const { browser, address, code } = await person()
    const { answer } = await signByCode(browser, address, code)
    expect(await isSigned(answer, address)).toBe(true)
  })

  it('signs nothing for whoever has only the session', async () => {
    const { browser, address } = await person()
    const thief = await openBrowser(hosted.service(), { site: SITE, same: browser })
    thief.setSession(browser.session())
    const asked = await thief.ask('RPC_REQUEST', signing(address), 1)
    expect(asked).toMatchObject({ status: 403, code: 4100, message: expect.stringContaining('locked') as string })
    for (const recovery of ['A'.repeat(43), 'B'.repeat(43)]) {
      const { status, answer } = await thief.ask('RPC_REQUEST', signing(address), 1, undefined, { recovery })
      expect([status, answer]).toEqual([403, undefined])
    }
    // Reads need no key.
    expect((await thief.ask('RPC_REQUEST', { method: 'eth_accounts', chainId: 1 }, 1)).answer).toEqual([address])
  })

  it('does not open with the database and the master key', async () => {
    const { email, device } = await person()
    const { id, keys } = await lockedKeys(email)
    const envelopes = createEnvelopes(localWrapper(parseMasterKeys(masterKey('k1'))))
    const inside = await envelopes.open(id, keys.locked)
    // Whoever has both gets this far, and has 92 encrypted bytes, no key.
    expect(inside).toHaveLength(92)
    const [passkey] = keys.lock.passkeys
    const secrets = [
      masterKey('k1').slice(3),
      passkey?.salt,
      passkey?.publicKey,
      passkey?.wrapped,
      keys.lock.recovery.wrapped,
    ]
    for (const secret of secrets) {
      const bytes = Buffer.from(secret ?? '', 'base64url').subarray(0, 32)
      expect(unwrap(bytes, inside, ['keys', id])).toBeUndefined()
      expect(
        unwrap(bytes, Buffer.from(passkey?.wrapped ?? '', 'base64url'), ['passkey', id, passkey?.id ?? '']),
      ).toBeUndefined()
    }
    // The passkey's own key opens them, so that the bytes above are the right ones.
    const { key } = await device.use({ challenge: 'x', rpId: 'localhost', passkeys: [passkey ?? { id: '' }] })
    const about = ['passkey', id, passkey?.id ?? ''] as const
    const lockKey = unwrap(Buffer.from(key, 'base64url'), Buffer.from(passkey?.wrapped ?? '', 'base64url'), about)
    expect(unwrap(lockKey ?? Buffer.alloc(32), inside, ['keys', id])).toHaveLength(64)
  })

  it('has neither its code nor a key of a passkey in the database, nor in the log', async () => {
    const { browser, address, device, code } = await person()
    const request = signing(address)
    const unlock = await device.use(await keyFor(browser, request))
    expect((await browser.ask('RPC_REQUEST', request, 1, undefined, unlock)).status).toBe(200)
    const files = ['walletkit.db', 'walletkit.db-wal'].map((name) => readFileSync(join(hosted.folder, name), 'latin1'))
    for (const place of [...files, hosted.lines.join('\n')])
      for (const secret of [code, unlock.key, Buffer.from(unlock.key, 'base64url').toString('hex')])
        expect(place).not.toContain(secret)
  })
})

describe('what a passkey signed', () => {
  it.each<[string, Wrong]>([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['in the frame of another site', { topOrigin: 'https://evil.example' }],
    ['as a registration', { type: 'webauthn.create' }],
    ['without checking the person', { isVerified: false }],
  ])('%s is refused', async (_, wrong) => {
    const { browser, address, device } = await person()
    expect(await signWith(browser, address, device, wrong)).toMatchObject({ status: 403, code: 4100 })
    expect((await signWith(browser, address, device)).status).toBe(200)
  })

  it('in the frame of its own site is accepted', async () => {
    const { browser, address, device } = await person()
    expect((await signWith(browser, address, device, { topOrigin: SITE })).status).toBe(200)
  })

  it('works once', async () => {
    const { browser, address, device } = await person()
    const request = signing(address)
    const unlock = await device.use(await keyFor(browser, request))
    expect((await browser.ask('RPC_REQUEST', request, 1, undefined, unlock)).status).toBe(200)
    const again = await browser.ask('RPC_REQUEST', request, 1, undefined, unlock)
    expect(again).toMatchObject({ status: 403, message: expect.stringContaining('too long') as string })
  })

  it('is good for the request that was shown, and for no other', async () => {
    const { browser, address, device } = await person()
    const unlock = await device.use(await keyFor(browser, signing(address)))
    const other = await browser.ask('RPC_REQUEST', signing(address, '0x45766c'), 1, undefined, unlock)
    expect([other.status, other.answer]).toEqual([403, undefined])
  })

  it('is good for the tab in which it was asked for, and for an hour', async () => {
    const { browser, address, device } = await person()
    const late = await device.use(await keyFor(browser, signing(address)))
    later(3_600_001)
    const refused = await browser.ask('RPC_REQUEST', signing(address), 1, undefined, late)
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('too long') as string })
    const unlock = await device.use(await keyFor(browser, signing(address)))
    const other = await openBrowser(hosted.service(), { site: SITE, same: browser })
    other.setSession(browser.session())
    expect((await other.ask('RPC_REQUEST', signing(address), 1, undefined, unlock)).status).toBe(403)
  })

  it('does not help with the key of another account', async () => {
    const [one, other] = [await person(), await person()]
    const theirs = await other.device.use(await keyFor(other.browser, signing(other.address)))
    const request = signing(one.address)
    const { assertion } = await one.device.use(await keyFor(one.browser, request))
    const mixed = await one.browser.ask('RPC_REQUEST', request, 1, undefined, { assertion, key: theirs.key })
    expect(mixed).toMatchObject({ status: 403, message: expect.stringContaining('does not open') as string })
    await keyFor(one.browser, request)
    expect((await one.browser.ask('RPC_REQUEST', request, 1, undefined, theirs)).status).toBe(403)
  })

  it('with a count that is not higher than before comes from a copy', async () => {
    const { browser, address, device, email } = await person({ counts: true })
    expect((await signWith(browser, address, device)).status).toBe(200)
    expect((await signWith(browser, address, device, { counter: 2 })).status).toBe(403)
    expect((await signWith(browser, address, device, { counter: 0 })).status).toBe(403)
    expect((await lockedKeys(email)).keys.lock.passkeys[0]?.counter).toBe(2)
    expect((await signWith(browser, address, device)).status).toBe(200)
  })

  it('has a limit of wrong attempts for each session, which does not shut out the owner elsewhere', async () => {
    const { browser, address, device, email } = await person()
    const recovery = 'A'.repeat(43)
    let status = 403
    for (let at = 0; at < 101 && status === 403; at++)
      ({ status } = await browser.ask('RPC_REQUEST', signing(address), 1, undefined, { recovery }))
    expect(status).toBe(429)
    later(30_000)
    const owner = await openBrowser(hosted.service(), { site: SITE })
    await owner.login(email)
    expect((await signWith(owner, address, device)).status).toBe(200)
  }, 60_000)
})

describe('making a lock', () => {
  it('is offered, and not asked for again once it is made', async () => {
    const { browser, address } = await loggedIn()
    expect(await stateFor(browser, signing(address))).toEqual({ state: 'offered' })
    await lockKeys(browser, softAuthenticator(hosted.url()))
    expect((await stateFor(browser, signing(address))).state).toBe('locked')
    await expect(lockKeys(browser, softAuthenticator(hosted.url()))).rejects.toThrow('has changed meanwhile')
  })

  it.each<[string, Wrong]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a person who was not checked', { isVerified: false }],
  ])('is refused for %s, and changes nothing', async (_, wrong) => {
    const { browser, email, address } = await loggedIn()
    const before = await storedKeys(email)
    const passkey = await softAuthenticator(hosted.url()).create(await browser.must('PASSKEY_BEGIN'), wrong)
    const { recovery } = await someRecovery()
    expect((await browser.ask('LOCK_KEYS', { passkey, recovery })).status).toBe(403)
    expect(await storedKeys(email)).toEqual(before)
    expect((await browser.ask('RPC_REQUEST', signing(address), 1)).status).toBe(200)
  })

  it('ends when everybody was signed out meanwhile', async () => {
    const { browser, email } = await loggedIn()
    const before = await storedKeys(email)
    const passkey = await softAuthenticator(hosted.url()).create(await browser.must('PASSKEY_BEGIN'))
    later(30_000)
    const dashboard = await openBrowser(hosted.service(), { site: hosted.url(), same: browser })
    await dashboard.login(email)
    await dashboard.must('SIGN_OUT_ALL')
    const { recovery } = await someRecovery()
    expect((await browser.ask('LOCK_KEYS', { passkey, recovery })).status).toBe(401)
    expect((await storedKeys(email)).keys).toEqual(before.keys)
  })

  it('tells the address', async () => {
    const { email } = await person()
    const mail = hosted.mailbox.mails(email).at(-1)
    expect(mail?.subject).toBe('The lock of your wallet was changed')
    expect(mail?.text).toContain('was locked with a passkey in')
  })

  it('is not offered for an IP address, nor where it is off', async () => {
    for (const start of [() => startNamed({ passkeys: 'off' }), () => startHosted({ sites: [SITE] })]) {
      const off = await start()
      try {
        const browser = await openBrowser(off.service(), { site: SITE })
        await browser.login(someEmail())
        const { address } = await browser.user(1)
        expect(await stateFor(browser, signing(address))).toEqual({ state: 'off' })
        expect((await browser.ask('PASSKEY_BEGIN')).status).toBe(404)
        expect((await browser.ask('RPC_REQUEST', signing(address), 1)).status).toBe(200)
      } finally {
        await off.close()
      }
    }
  })

  it('comes before every signature where it is required', async () => {
    const strict = await startNamed({ passkeys: 'required' })
    try {
      const browser = await openBrowser(strict.service(), { site: SITE })
      await browser.login(someEmail())
      const { address } = await browser.user(1)
      const refused = await browser.ask('RPC_REQUEST', signing(address), 1)
      expect(refused).toMatchObject({ status: 403, code: 4100, message: 'Lock your wallet with a passkey first' })
      const device = softAuthenticator(strict.url())
      await lockKeys(browser, device)
      expect((await signWith(browser, address, device)).status).toBe(200)
    } finally {
      await strict.close()
    }
  })
})
