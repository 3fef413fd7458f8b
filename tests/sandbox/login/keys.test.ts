/** The accounts' keys: how they are stored, exported and deleted. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../../../sandbox/index.ts'
import { openDatabase } from '../../../sandbox/login/database.ts'
import { fileStore } from '../../../sandbox/login/fileStore.ts'
import { createUndo } from '../../../sandbox/login/undo.ts'
import { keysFrom } from '../../../sandbox/login/keys.ts'
import { isLocked } from '../../../sandbox/login/lock/stored.ts'
import { createVault } from '../../../sandbox/login/vault.ts'
import { solanaAddress } from '../../../runtime/test/sign/solana.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { newest, openBrowser, SITE, someEmail } from './browser.ts'
import { logInAt, startUri } from './person.ts'

const folder = mkdtempSync(join(tmpdir(), 'login-'))
const file = join(folder, 'users.json')
afterAll(() => rmSync(folder, { recursive: true }))

const sandbox = useSandbox({ loginFile: file, loginSecret: 'the secret' })
afterEach(() => sandbox().login.clear())

type Exported = { evm: `0x${string}`; solana: string }

/** Opens the service's own page, the only one that may export and delete. */
const openDashboard = () => openBrowser(sandbox(), { site: sandbox().secureSite })

async function exported(email: string) {
  const browser = await openDashboard()
  await browser.login(email)
  sandbox().login.set({ advance: 30_000 })
  await browser.must('EXPORT_CODE')
  return { browser, keys: await browser.must<Exported>('EXPORT', { otp: newest(sandbox(), email).code }) }
}

describe('a key', () => {
  it('is one and the same for an address, from any clean browser, and after a restart', async () => {
    const email = someEmail()
    const [one, two] = [await openBrowser(sandbox()), await openBrowser(sandbox())]
    await one.login(email)
    sandbox().login.set({ advance: 30_000 })
    await two.login(email)
    const { accounts } = await one.user()
    expect((await two.user()).accounts).toEqual(accounts)
    const later = await startSandbox({ port: 0, loginFile: file, loginSecret: 'the secret' })
    try {
      const three = await openBrowser(later)
      await three.login(email)
      expect(later.login.mails(email)[0]?.subject).toBe('Approve a new browser')
      expect((await three.user()).accounts).toEqual(accounts)
    } finally {
      await later.stop()
    }
  })

  it('is not in the file in any spelling, and opens with no other secret', async () => {
    const email = someEmail()
    const { keys } = await exported(email)
    const content = readFileSync(file, 'utf8')
    expect(content).toContain(email)
    const secrets = [keys.evm.slice(2), keys.solana, keys.evm.slice(2) + keys.solana].map((hex) =>
      Buffer.from(hex, 'hex'),
    )
    for (const secret of secrets) {
      for (const coding of ['hex', 'base64', 'base64url', 'latin1'] as const) {
        expect(content.toLowerCase()).not.toContain(secret.toString(coding).toLowerCase())
      }
    }
    expect(statSync(file).mode & 0o077).toBe(0)
    const open = async (secret: string) => {
      const user = await fileStore(file).userByEmail(email)
      if (!user || isLocked(user.keys)) throw new Error('Nobody is there')
      return keysFrom(await createVault(secret).open(user.id, user.keys))
    }
    expect((await open('the secret')).evm).toBe(keys.evm)
    await expect(open('another secret')).rejects.toThrow('The key does not open')
  })

  it('does not open in somebody else’s record, nor when a bit of it changed', async () => {
    const vault = createVault('s')
    const box = await vault.seal('me', Buffer.alloc(64, 7))
    expect(Buffer.from(await vault.open('me', box))).toEqual(Buffer.alloc(64, 7))
    await expect(vault.open('you', box)).rejects.toThrow('does not open')
    for (const part of ['salt', 'iv', 'tag', 'sealed'] as const) {
      const bytes = Buffer.from(box[part], 'base64')
      bytes[0] = (bytes[0] ?? 0) ^ 1
      await expect(vault.open('me', { ...box, [part]: bytes.toString('base64') })).rejects.toThrow('does not open')
    }
  })

  it('is exported after a code of its own, and is the key of the accounts', async () => {
    const email = someEmail()
    const { browser, keys } = await exported(email)
    const [eoa] = (await browser.user()).accounts
    expect(privateKeyToAccount(keys.evm).address).toBe(eoa?.address)
    expect(solanaAddress(Buffer.from(keys.solana, 'hex'))).toBe(
      (await browser.user(sandbox().solana.caipNetworkId)).address,
    )
    expect((await browser.ask('EXPORT', { otp: newest(sandbox(), email).code })).message).toBe(
      'Ask for a new code first',
    )
    // A code that was sent for another purpose is not valid here.
    const other = await openDashboard()
    const second = someEmail()
    await other.login(second)
    sandbox().login.set({ advance: 30_000 })
    await other.must('FORGET_CODE')
    expect((await other.ask('EXPORT', { otp: newest(sandbox(), second).code })).status).toBe(400)
    expect((await (await openDashboard()).ask('EXPORT_CODE')).status).toBe(401)
  })
})

describe('forgetting', () => {
  it('clears the address, name, logins, sessions, devices and keys, in the file too', async () => {
    const email = someEmail()
    const browser = await openDashboard()
    await browser.login(email)
    const { accounts } = await browser.user()
    expect(readFileSync(file, 'utf8')).toContain(accounts[0]?.address)
    sandbox().login.set({ advance: 30_000 })
    await browser.must('FORGET_CODE')
    const token = browser.session()
    await browser.must('FORGET', { otp: newest(sandbox(), email).code })
    const content = readFileSync(file, 'utf8')
    for (const gone of [email, accounts[0]?.address ?? '?', browser.kept.device ?? '?'])
      expect(content).not.toContain(gone)
    expect(
      sandbox()
        .login.mails(email)
        .map(({ subject }) => subject),
    ).toEqual(['Your account was deleted'])
    browser.setSession(token)
    expect(await browser.must('IS_CONNECTED', {})).toEqual({ isConnected: false })
    // Deleting the account does not reset the limits of mails.
    expect(await browser.ask('CONNECT_EMAIL', { email })).toMatchObject({ status: 429 })
    sandbox().login.set({ advance: 30_000 })
    await browser.login(email)
    expect((await browser.user()).accounts[0]?.address).not.toBe(accounts[0]?.address)
  })
})

describe('a deleted account', () => {
  async function deleted(email: string) {
    const browser = await openDashboard()
    await browser.login(email)
    const { accounts } = await browser.user()
    sandbox().login.set({ advance: 30_000 })
    await browser.must('FORGET_CODE')
    await browser.must('FORGET', { otp: newest(sandbox(), email).code })
    const token = new URL(newest(sandbox(), email).link ?? '').hash.slice(1)
    return { accounts, undo: (approve?: string) => browser.post('undo', { token, approve }) }
  }

  it('comes back by the link in the mail, once, with the same keys and nobody logged in', async () => {
    const email = someEmail()
    const { accounts, undo } = await deleted(email)
    expect(await undo()).toMatchObject({ status: 200, kind: 'deletion' })
    expect((await undo('yes')).status).toBe(200)
    expect((await undo('yes')).status).toBe(410)
    sandbox().login.set({ advance: 30_000 })
    const browser = await openBrowser(sandbox())
    await browser.login(email)
    expect((await browser.user()).accounts).toEqual(accounts)
  })

  it('does not come back over a new account, and is erased after three days', async () => {
    const email = someEmail()
    const { undo } = await deleted(email)
    sandbox().login.set({ advance: 30_000 })
    await (await openBrowser(sandbox())).login(email)
    expect((await undo('yes')).status).toBe(409)
    sandbox().login.set({ advance: 3 * 86_400_000 })
    expect((await undo('yes')).status).toBe(410)
    const database = openDatabase(file)
    expect(database.deleted.length).toBeGreaterThan(0)
    await createUndo(fileStore(file), () => Date.now() + 4 * 86_400_000).erase()
    expect(openDatabase(file).deleted).toEqual([])
  })
})

describe('the dashboard', () => {
  type Places = { list: { id: string; site: string; current: boolean }[] }

  it('lists where a person is signed in, and signs out one browser or all', async () => {
    const email = someEmail()
    const [browser, site] = [await openDashboard(), await openBrowser(sandbox())]
    await browser.login(email)
    sandbox().login.set({ advance: 30_000 })
    await site.login(email)
    const { list } = await browser.must<Places>('SESSIONS')
    expect(list.map((each) => [each.site, each.current])).toEqual([
      [sandbox().secureSite, true],
      [SITE, false],
    ])
    await browser.must('SIGN_OUT_ONE', { id: list[1]?.id })
    expect(await site.must('IS_CONNECTED', {})).toEqual({ isConnected: false })
    expect(await browser.must('IS_CONNECTED', {})).toEqual({ isConnected: true })
    // The browser is no longer known to the service.
    sandbox().login.set({ advance: 30_000 })
    await site.must('CONNECT_EMAIL', { email })
    expect(newest(sandbox(), email).subject).toBe('Approve a new browser')
    await browser.must('SIGN_OUT_ALL')
    expect(await browser.must('IS_CONNECTED', {})).toEqual({ isConnected: false })
  })

  it('signs out nobody else’s login, and no site’s frame may ask what only it may', async () => {
    const [mine, theirs] = [await openDashboard(), await openDashboard()]
    await mine.login(someEmail())
    await theirs.login(someEmail())
    const { list } = await theirs.must<Places>('SESSIONS')
    await mine.must('SIGN_OUT_ONE', { id: list[0]?.id })
    expect(await theirs.must('IS_CONNECTED', {})).toEqual({ isConnected: true })
    const frame = await openBrowser(sandbox())
    await frame.login(someEmail())
    for (const name of ['SESSIONS', 'SIGN_OUT_ALL', 'EXPORT_CODE', 'EXPORT', 'FORGET_CODE', 'FORGET'])
      expect(await frame.ask(name, {}), name).toMatchObject({ status: 403, message: 'Only for the dashboard' })
  })

  it('names the dashboard in the mail with the code to export, and says to type it on no other site', async () => {
    const email = someEmail()
    const browser = await openDashboard()
    await browser.login(email)
    expect(newest(sandbox(), email).text).not.toContain('on another site')
    sandbox().login.set({ advance: 30_000 })
    await browser.must('EXPORT_CODE')
    const { host } = new URL(sandbox().secureSite)
    expect(newest(sandbox(), email).text).toContain(`Type it only at ${host}, and never on another site`)
  })

  it('exports only after a fresh login, and tells the address', async () => {
    const email = someEmail()
    const { browser } = await exported(email)
    expect(newest(sandbox(), email).subject).toBe('Your keys were exported')
    sandbox().login.set({ advance: 600_000 })
    expect(await browser.ask('EXPORT_CODE')).toMatchObject({ status: 403, message: 'Log out and log in again first' })
  })

  it('lets an account without an address export after a login with its provider, and shows the link back', async () => {
    const browser = await openDashboard()
    const who = { name: `Nobody ${someEmail()}` }
    await browser.claim(await logInAt(await startUri(sandbox(), browser, 'x'), who))
    expect(await browser.must('EXPORT_CODE')).toEqual({ mailed: false })
    const { evm } = await browser.must<Exported>('EXPORT', {})
    const [eoa] = (await browser.user()).accounts
    expect(privateKeyToAccount(evm).address).toBe(eoa?.address)
    const { undo } = await browser.must<{ undo: string }>('FORGET', {})
    const token = new URL(undo).hash.slice(1)
    expect((await browser.post('undo', { token, approve: 'yes' })).status).toBe(200)
    await browser.claim(await logInAt(await startUri(sandbox(), browser, 'x'), who))
    expect((await browser.user()).accounts[0]).toEqual(eoa)
    sandbox().login.set({ advance: 600_001 })
    for (const name of ['EXPORT', 'FORGET']) expect((await browser.ask(name, {})).status).toBe(403)
  })
})

describe('a database', () => {
  it('of the first version, which says none, opens and is written with a version', () => {
    const old = join(folder, 'old.json')
    const { users, sessions, devices } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object[]>
    const first = (sessions ?? []).map((each) => ({ ...each, at: undefined, device: undefined, browser: undefined }))
    writeFileSync(old, JSON.stringify({ users, sessions: first, devices }))
    const database = openDatabase(old)
    expect(database).toMatchObject({ users, devices, changes: [], deleted: [] })
    database.save()
    expect(JSON.parse(readFileSync(old, 'utf8'))).toMatchObject({ version: 2, users })
    expect(openDatabase(old).sessions).toHaveLength(first.length)
    writeFileSync(old, JSON.stringify({ version: 3, users, sessions, devices, changes: [], deleted: [] }))
    expect(() => openDatabase(old)).toThrow('is not a database of the login service')
  })

  it('that is none is refused, and stays as it is', () => {
    const broken = join(folder, 'broken.json')
    for (const content of ['{"users":', '[]', '{"users":[{}],"sessions":[],"devices":[]}']) {
      writeFileSync(broken, content)
      expect(() => openDatabase(broken)).toThrow('is not a database of the login service')
      expect(readFileSync(broken, 'utf8')).toBe(content)
    }
  })
})
