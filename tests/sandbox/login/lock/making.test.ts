/** What may go wrong, or be wrong, while a wallet is locked: false passkeys, lost answers, several tabs, full mailboxes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as webauthn from '../../../../sandbox/login/held.ts'
import { userOfHandle } from '../../../../sandbox/login/lock/handle.ts'
import { createVerifier } from '../../../../sandbox/login/lock/verify.ts'
import {
  keyFor,
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
import { openBrowser, SITE, someEmail } from '../browser.ts'

let hosted: Awaited<ReturnType<typeof startNamed>>
beforeAll(async () => {
  hosted = await startNamed()
})
afterAll(() => hosted.close())
const device = () => softAuthenticator(hosted.url())
async function loggedIn() {
  const browser = await openBrowser(hosted.service(), { site: SITE })
  await browser.login(someEmail())
  return { browser, address: (await browser.user(1)).address }
}
/** A person on the dashboard, with a locked wallet. */
async function atDashboard() {
  const browser = await openBrowser(hosted.service(), { site: hosted.url() })
  const email = someEmail()
  await browser.login(email)
  const own = device()
  const { code } = await lockKeys(browser, own)
  return { browser, email, own, code, address: (await browser.user(1)).address }
}

describe('a new passkey', () => {
  it.each(['android-key', 'packed', 'fido-u2f'] as const)(
    'that a certificate of the format %s describes never reaches the library, which would fetch the addresses in it',
    async (certifiedAs) => {
      let verified = 0
      const verifier = createVerifier('http://localhost:1', () =>
        Promise.resolve({
          ...webauthn,
          verifyRegistrationResponse: (given: Parameters<typeof webauthn.verifyRegistrationResponse>[0]) => {
            verified += 1
            return webauthn.verifyRegistrationResponse(given)
          },
        }),
      )
      const asked = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', user: { id: 'dQ' }, salt: 'A'.repeat(43) }
      const own = softAuthenticator('http://localhost:1')
      const bad = await own.create(asked, { certifiedAs })
      await expect(verifier.registered(bad.registration, asked.challenge)).rejects.toThrow('not accepted')
      expect(verified).toBe(0)
      const good = await own.create(asked)
      expect(await verifier.registered(good.registration, asked.challenge)).toMatchObject({ id: good.registration.id })
      expect(verified).toBe(1)
    },
  )

  it.each([
    ['another one', Buffer.alloc(16, 7)],
    ['too long', Buffer.alloc(1024)],
    ['empty', Buffer.alloc(0)],
  ])('whose device names an id that is %s is refused, and the account stays as it was', async (_name, credentialId) => {
    const { browser, address } = await loggedIn()
    const passkey = await device().create(await browser.must('PASSKEY_BEGIN'), { credentialId })
    const { recovery } = await someRecovery()
    expect((await browser.ask('LOCK_KEYS', { passkey, recovery })).status).toBe(403)
    expect((await browser.ask('RPC_REQUEST', signing(address), 1)).status).toBe(200)
  })

  it('has a handle of its own, so that no device replaces another passkey of the account by it', async () => {
    const { browser } = await loggedIn()
    const handles = [await browser.must<Begun>('PASSKEY_BEGIN'), await browser.must<Begun>('PASSKEY_BEGIN')]
    const [one = '', other = ''] = handles.map(({ user }) => user.id)
    expect(one).not.toBe(other)
    expect(userOfHandle(one)).toBe(userOfHandle(other))
    for (const handle of [one, other]) expect(Buffer.from(handle, 'base64url').length).toBeLessThanOrEqual(64)
  })

  it('is one of ten at most, also if several tabs began before there were ten', async () => {
    const { browser, own } = await atDashboard()
    const begun = []
    for (let count = 0; count < 10; count++) begun.push(await browser.must<Begun>('PASSKEY_BEGIN'))
    const statuses: number[] = []
    for (const options of begun) {
      const passkey = await device().create(options)
      const unlock = await unlockFor(browser, 'passkeyAdded', own)
      statuses.push((await browser.ask('PASSKEY_ADD', { passkey }, undefined, undefined, unlock)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 400])
  })
})

type Begun = { challenge: string; rpId: string; user: { id: string }; salt: string }

describe('an answer that was lost', () => {
  it('leaves the recovery code that the person has: the same request again succeeds, and changes nothing', async () => {
    const { browser, address } = await loggedIn()
    const own = device()
    const passkey = await own.create(await browser.must('PASSKEY_BEGIN'))
    const { code, recovery } = await someRecovery()
    for (let count = 0; count < 2; count++)
      expect((await browser.ask('LOCK_KEYS', { passkey, recovery })).status).toBe(200)
    expect((await signByCode(browser, address, code)).status).toBe(200)
    expect((await signWith(browser, address, own)).status).toBe(200)
  })

  it('of a new recovery code leaves that code valid', async () => {
    const { browser, own, address } = await atDashboard()
    const { code, recovery } = await someRecovery()
    const unlock = await unlockFor(browser, 'recoveryRenewed', own)
    for (let count = 0; count < 2; count++)
      expect((await browser.ask('RECOVERY_RENEW', { recovery }, undefined, undefined, unlock)).status).toBe(200)
    expect((await signByCode(browser, address, code)).status).toBe(200)
  })
})

it('a change that is made succeeds within seconds, although no mail can tell of it, which the log says', async () => {
  const lonely = await startNamed()
  try {
    const browser = await openBrowser(lonely.service(), { site: SITE })
    await browser.login(someEmail())
    const { address } = await browser.user(1)
    const own = softAuthenticator(lonely.url())
    await lonely.mailbox.close()
    const before = performance.now()
    await lockKeys(browser, own)
    // The mail server is tried for 15 s.
    expect(performance.now() - before).toBeLessThan(10_000)
    expect((await signWith(browser, address, own)).status).toBe(200)
    await expect.poll(() => lonely.lines.join(''), { timeout: 30_000 }).toContain('a mail was not sent')
  } finally {
    await lonely.close().catch(() => undefined)
  }
}, 60_000)

it('two requests at once are both signed, in any order', async () => {
  const { browser, address, device: own } = await lockedPerson(hosted.service(), device())
  const requests = [signing(address, '0x01'), signing(address, '0x02')]
  const keys = [await keyFor(browser, requests[0] ?? {}), await keyFor(browser, requests[1] ?? {})]
  for (const at of [1, 0]) {
    const unlock = await own.use(keys[at] ?? { challenge: '', rpId: '', passkeys: [] })
    expect((await browser.ask('RPC_REQUEST', requests[at], 1, undefined, unlock)).status).toBe(200)
  }
  // A challenge is for its own request.
  const unlock = await own.use(await keyFor(browser, requests[0] ?? {}))
  expect((await browser.ask('RPC_REQUEST', requests[1], 1, undefined, unlock)).status).toBe(403)
})

it('a passkey does not remove itself while there is another: what is left must have been used', async () => {
  const { browser, own } = await atDashboard()
  const other = device()
  const passkey = await other.create(await browser.must('PASSKEY_BEGIN'))
  const adding = await unlockFor(browser, 'passkeyAdded', own)
  expect((await browser.ask('PASSKEY_ADD', { passkey }, undefined, undefined, adding)).status).toBe(200)
  const [id = ''] = own.passkeys.keys()
  const remove = async (by: typeof own) =>
    browser.ask('PASSKEY_REMOVE', { id }, undefined, undefined, await unlockFor(browser, 'passkeyRemoved', by))
  expect((await remove(own)).status).toBe(403)
  expect((await remove(other)).status).toBe(200)
  expect((await stateFor(browser, signing('0x0'))).key?.passkeys).toHaveLength(1)
})
