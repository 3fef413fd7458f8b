/** Two servers with one PostgreSQL, behind a balancer that sends each request to the next of them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../../cli/repo/postgres.ts'
import { testAccounts } from '../../../sandbox/accounts.ts'
import { parseMasterKeys } from '../../../server/keys/masterKeys.ts'
import { localWrapper } from '../../../server/keys/wrapper.ts'
import { openThere } from '../../../server/store/database.ts'
import { lockRelay, riskOf } from '../../../server/store/postgres.ts'
import { sqlStore } from '../../../server/store/sqlStore.ts'
import { backup, restore, withCopy } from '../../../server/verbs/backup.ts'
import { verify } from '../../../server/verbs/verify.ts'
import { startBalancer } from '../../support/balancer.ts'
import { appMessage, startFarcasterRelay } from '../../support/farcasterRelay.ts'
import { masterKey, startMailbox } from '../../support/hosted.ts'
import { deployIdRegistry } from '../../support/idRegistry.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { startSocialProvider } from '../../support/socialProvider.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { runServer, type ServerProcess, spawnServer } from '../../support/serverProcess.ts'
import { newest, openBrowser, type Service, SITE, someEmail } from '../../sandbox/login/browser.ts'
import { createPerson } from '../../sandbox/login/person.ts'

const ada = privateKeyToAccount(testAccounts[1]?.privateKey ?? '0x')
const hasPostgres = (await findPostgres()) !== undefined
/** The time limit: each step starts a process. */
const SLOW = 120_000

describe.skipIf(!hasPostgres)(`two servers on one PostgreSQL (${POSTGRES_ADVICE})`, { timeout: SLOW }, () => {
  const sandbox = useSandbox()
  const folder = mkdtempSync(join(tmpdir(), 'processes-'))
  let postgres: TestPostgres
  let database: string
  let mailbox: Awaited<ReturnType<typeof startMailbox>>
  let balancer: Awaited<ReturnType<typeof startBalancer>>
  let github: Awaited<ReturnType<typeof startSocialProvider>>
  let farcaster: Awaited<ReturnType<typeof startFarcasterRelay>>
  let servers: ServerProcess[] = []
  let service: Service
  const ports: number[] = []
  const environment = () => ({
    WALLETKIT_DATABASE: database,
    WALLETKIT_SMTP: mailbox.smtp,
    WALLETKIT_MASTER_KEYS: masterKey('k1'),
    WALLETKIT_GITHUB_SECRET: 'secret',
  })
  const spawn = async () => {
    const server = await spawnServer(folder, environment())
    ports.push(Number(/"port":(\d+)/.exec(server.output())?.[1]))
    servers.push(server)
    return server
  }
  const run = (args: string[], more: NodeJS.ProcessEnv = {}) => runServer(folder, args, { ...environment(), ...more })

  beforeAll(async () => {
    postgres = await startPostgres()
    database = postgres.create()
    mailbox = await startMailbox()
    balancer = await startBalancer(() => ports)
    const email = someEmail()
    github = await startSocialProvider({ brand: 'github', clientId: 'client', secret: 'secret', email })
    farcaster = await startFarcasterRelay()
    const registry = await deployIdRegistry(sandbox(), [[ada.address, 7]])
    const rpc = sandbox().chains[0]?.rpcUrl ?? ''
    const social = {
      github: { clientId: 'client', url: github.url },
      farcaster: { rpc, url: farcaster.url, registry },
    }
    writeFileSync(join(folder, 'walletkit-server.json'), JSON.stringify({ sites: [SITE], url: balancer.url, social }))
    // Start both at once: one creates the tables, and the other waits for that.
    await Promise.all([spawn(), spawn()])
    service = { secureSite: balancer.url, login: mailbox }
  }, SLOW)
  afterAll(async () => {
    for (const { child, ended } of servers) {
      child.kill('SIGKILL')
      await ended
    }
    await balancer?.close()
    github?.close()
    farcaster?.close()
    await mailbox?.close()
    await postgres?.stop()
    rmSync(folder, { recursive: true })
  })

  it('log people in, each step at the other one, and find them again', async () => {
    const email = someEmail()
    const browser = await openBrowser(service, { site: SITE })
    await browser.login(email)
    const { address } = await browser.user()
    for (let each = 0; each < 4; each++) expect((await browser.user()).address).toBe(address)
    // An unknown browser has to press the mail's link. It waits for that at one server, and the press arrives at the
    // other.
    const other = await openBrowser(service, { site: SITE })
    await expect
      .poll(() => other.ask('CONNECT_EMAIL', { email }), { timeout: 40_000, interval: 2_000 })
      .toMatchObject({
        status: 200,
      })
    const waiting = other.ask('CONNECT_DEVICE')
    const { link = '' } = newest(service, email)
    const approved = await fetch(`${balancer.url}/api/device`, {
      method: 'POST',
      headers: { origin: balancer.url },
      body: JSON.stringify({ token: new URL(link).hash.slice(1), approve: 'yes' }),
    })
    expect(approved.status).toBe(200)
    expect((await waiting).status).toBe(200)
    await other.must('CONNECT_OTP', { otp: newest(service, email).code })
    expect((await other.user()).address).toBe(address)
    expect([...balancer.answered.values()].every((count) => count > 5)).toBe(true)
  })

  it('log a person in at a provider, each step at the other one', async () => {
    const browser = await openBrowser(service, { site: SITE })
    const { uri } = await browser.must<{ uri: string }>('GET_SOCIAL_REDIRECT_URI', { provider: 'github' })
    const page = await createPerson().visit(uri)
    expect(await browser.claim(page)).toMatchObject({ userName: 'ada' })
    expect(await browser.ask('CONNECT_SOCIAL', { uri: page.data('result') ?? '' })).toMatchObject({
      message: 'This login has ended. Start again.',
    })
  })

  it('log a person in with Farcaster, whose wallet answers while the other one waits', async () => {
    const browser = await openBrowser(service, { site: SITE })
    const { url } = await browser.must<{ url: string }>('GET_FARCASTER_URI')
    const waiting = browser.ask('CONNECT_FARCASTER')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const message = appMessage(farcaster.paramsOf(url), { address: ada.address, fid: 7 })
    farcaster.authenticate(url, { message, signature: await ada.signMessage({ message }), fid: 7 })
    expect(await waiting).toMatchObject({ status: 200, answer: { userName: '!7' } })
    expect(await browser.user()).toMatchObject({ userName: '!7' })
    expect(await browser.ask('CONNECT_FARCASTER')).toMatchObject({ message: 'Ask for a code first' })
  })

  it('take a code once, count wrong ones and mails together, and make one account of many requests', async () => {
    const email = someEmail()
    const browser = await openBrowser(service, { site: SITE })
    await browser.must('CONNECT_EMAIL', { email })
    expect(await browser.ask('CONNECT_EMAIL', { email })).toMatchObject({ status: 429 })
    const { code } = newest(service, email)
    const all = await Promise.all(Array.from({ length: 8 }, () => browser.ask('CONNECT_OTP', { otp: code })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const next = someEmail()
    const guesser = await openBrowser(service, { site: SITE })
    await guesser.must('CONNECT_EMAIL', { email: next })
    const wrong = await Promise.all(Array.from({ length: 10 }, () => guesser.ask('CONNECT_OTP', { otp: 'wrong' })))
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(await guesser.ask('CONNECT_OTP', { otp: newest(service, next).code })).toMatchObject({ status: 429 })
  })

  it('go on when one of them is killed in the middle, and lose nobody', async () => {
    const people: { email: string; address: string; token: string | undefined }[] = []
    let isOver = false
    const person = async () => {
      while (!isOver) {
        const email = someEmail()
        // If a server was stopped meanwhile, begin again, as a person does.
        const browser = await openBrowser(service, { site: SITE }).catch(() => undefined)
        if (!browser) continue
        const isIn = await browser.login(email).then(
          () => true,
          () => false,
        )
        const { address } = isIn ? await browser.user().catch(() => ({ address: undefined })) : { address: undefined }
        if (address) people.push({ email, address, token: browser.session() })
      }
    }
    const all = [person(), person(), person()]
    await expect.poll(() => people.length).toBeGreaterThan(3)
    servers[0]?.child.kill('SIGKILL')
    await servers[0]?.ended
    const before = people.length
    await expect.poll(() => people.length).toBeGreaterThan(before + 3)
    await spawn()
    ports.shift()
    servers = servers.slice(1)
    isOver = true
    await Promise.all(all)
    for (const { address, token } of people) {
      const browser = await openBrowser(service, { site: SITE })
      browser.setSession(token)
      expect((await browser.user()).address).toBe(address)
    }
  })

  it('are backed up while they run, proved, and restored into a file and into another database', async () => {
    const keys = (text: string) => localWrapper(parseMasterKeys(text))
    const verified = (place: string, text = masterKey('k1')) =>
      withCopy(place, (db) => verify(sqlStore(db), keys(text)))
    const copy = join(folder, 'copy.db')
    expect(await run(['backup', 'copy.db'])).toMatchObject({ code: 0 })
    await expect(backup(database, copy)).rejects.toThrow('exists already')
    const whole = await verified(copy)
    expect(whole.accounts).toBeGreaterThan(3)
    expect(whole.lost).toEqual([])
    expect(await verified(database)).toEqual(whole)
    for (const other of [join(folder, 'other.db'), postgres.create()]) {
      expect(await restore(copy, other)).toBe(whole.accounts)
      expect(await verified(other)).toEqual(whole)
      const db = await openThere(other)
      for (const table of ['sessions', 'devices'] as const)
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
      await db.destroy()
      await expect(restore(copy, other)).rejects.toThrow('nothing is overwritten')
    }
    const both = { WALLETKIT_MASTER_KEYS: `${masterKey('k2', 3)},${masterKey('k1')}` }
    const { accounts } = whole
    expect((await run(['rotate'], both)).text).toContain(`${accounts} accounts, of which ${accounts} were put`)
    expect(await verified(database, masterKey('k2', 3))).toEqual(whole)
  })

  it('share one relay at most, and show no password', async () => {
    const release = await lockRelay(database)
    writeFileSync(join(folder, 'relay.json'), JSON.stringify({ sites: [SITE], relay: true }))
    const second = await run([], { WALLETKIT_CONFIG: 'relay.json' })
    expect(second).toMatchObject({ code: 1, text: expect.stringContaining('has the relay') as string })
    await release()
    await (
      await lockRelay(database)
    )()
    expect(await riskOf(database)).toContain('fsync is off')
    const gone = await run(['doctor'], { WALLETKIT_DATABASE: 'postgres://me:secret@127.0.0.1:9/none' })
    expect(gone.text).toContain('postgres://127.0.0.1:9/none does not open')
    expect(gone.text).not.toContain('secret')
  })
})
