/** Two servers with one PostgreSQL for lasting data and one Redis for short-lived data, behind a balancer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../../cli/repo/postgres.ts'
import { openThere } from '../../../server/store/database.ts'
import { startBalancer } from '../../support/balancer.ts'
import { masterKey, startMailbox } from '../../support/hosted.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { startRedis, type TestRedis } from '../../support/redis.ts'
import { runServer, type ServerProcess, spawnServer } from '../../support/serverProcess.ts'
import { startSocialProvider } from '../../support/socialProvider.ts'
import { newest, openBrowser, type Service, SITE, someEmail } from '../../sandbox/login/browser.ts'
import { createPerson } from '../../sandbox/login/person.ts'

const hasPostgres = (await findPostgres()) !== undefined
/** The time limit: each step starts a process. */
const SLOW = 120_000

describe.skipIf(!hasPostgres)(`two servers on PostgreSQL and Redis (${POSTGRES_ADVICE})`, { timeout: SLOW }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'redis-servers-'))
  let postgres: TestPostgres
  let redis: TestRedis
  let database: string
  let mailbox: Awaited<ReturnType<typeof startMailbox>>
  let balancer: Awaited<ReturnType<typeof startBalancer>>
  let github: Awaited<ReturnType<typeof startSocialProvider>>
  let servers: ServerProcess[] = []
  let service: Service
  const ports: number[] = []
  const environment = () => ({
    WALLETKIT_DATABASE: database,
    WALLETKIT_REDIS_URL: redis.url,
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
  const readiness = () => Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/ready`)).status))

  beforeAll(async () => {
    postgres = await startPostgres()
    redis = await startRedis()
    database = postgres.create()
    mailbox = await startMailbox()
    balancer = await startBalancer(() => ports)
    const email = someEmail()
    github = await startSocialProvider({ brand: 'github', clientId: 'client', secret: 'secret', email })
    const social = { github: { clientId: 'client', url: github.url } }
    writeFileSync(join(folder, 'walletkit-server.json'), JSON.stringify({ sites: [SITE], url: balancer.url, social }))
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
    await mailbox?.close()
    await redis?.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true })
  })

  it('log people in by mail and at a provider, each step at the other one, with nothing of it in PostgreSQL', async () => {
    const email = someEmail()
    const browser = await openBrowser(service, { site: SITE })
    await browser.login(email)
    const { address } = await browser.user()
    for (let each = 0; each < 4; each++) expect((await browser.user()).address).toBe(address)
    const other = await openBrowser(service, { site: SITE })
    const { uri } = await other.must<{ uri: string }>('GET_SOCIAL_REDIRECT_URI', { provider: 'github' })
    const page = await createPerson().visit(uri)
    expect(await other.claim(page)).toMatchObject({ userName: 'ada' })
    expect(await other.ask('CONNECT_SOCIAL', { uri: page.data('result') ?? '' })).toMatchObject({
      message: 'This login has ended. Start again.',
    })
    expect([...balancer.answered.values()].every((count) => count > 3)).toBe(true)
    const db = await openThere(database)
    expect(await db.selectFrom('transient').selectAll().execute()).toEqual([])
    await db.destroy()
  })

  it('take a code once, and count wrong ones and mails together', async () => {
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

  it('go on when one of them is killed in the middle of a login', async () => {
    const people: { address: string; token: string | undefined }[] = []
    let isOver = false
    const person = async () => {
      while (!isOver) {
        // If a server was killed meanwhile, begin again, as a person does.
        const browser = await openBrowser(service, { site: SITE }).catch(() => undefined)
        if (!browser) continue
        const isIn = await browser.login(someEmail()).then(
          () => true,
          () => false,
        )
        const { address } = isIn ? await browser.user().catch(() => ({ address: undefined })) : { address: undefined }
        if (address) people.push({ address, token: browser.session() })
      }
    }
    // This login begins while both servers are there, and ends at the one that is left.
    const email = someEmail()
    const half = await openBrowser(service, { site: SITE })
    await half.must('CONNECT_EMAIL', { email })
    const all = [person(), person(), person()]
    await expect.poll(() => people.length, { timeout: 20_000 }).toBeGreaterThan(3)
    servers[0]?.child.kill('SIGKILL')
    await servers[0]?.ended
    await half.must('CONNECT_OTP', { otp: newest(service, email).code })
    const before = people.length
    await expect.poll(() => people.length, { timeout: 20_000 }).toBeGreaterThan(before + 3)
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

  it('are not ready while Redis is away, say so in the log, and log people in again once it is back', async () => {
    expect(await readiness()).toEqual([200, 200])
    await redis.kill()
    await expect.poll(readiness).toEqual([503, 503])
    const refused = await fetch(`${balancer.url}/api/open`, {
      method: 'POST',
      headers: { origin: balancer.url },
      body: JSON.stringify({ origin: SITE, projectId: 'x' }),
    })
    expect(refused.status).toBe(500)
    expect(await refused.json()).toEqual({ message: 'Something went wrong. Try again later.' })
    for (const { output } of servers) expect(output()).toContain('a connection to the database or to Redis was lost')
    const late = await run([])
    expect(late).toMatchObject({ code: 1 })
    expect(late.text).toContain(`walletkit-server: Redis ${redis.url}/0 is not available: connect ECONNREFUSED`)
    await redis.restart()
    await expect.poll(readiness, { timeout: 10_000 }).toEqual([200, 200])
    const browser = await openBrowser(service, { site: SITE })
    await browser.login(someEmail())
  })

  it('are checked by the doctor, who shows no password and advises against dropped counts', async () => {
    const fine = await run(['doctor'])
    expect(fine.text).toMatch(/ok {4}redis: redis:\/\/127\.0\.0\.1:\d+\/0 answers: (Redis|Valkey) \d+\.\d+/)
    const away = await run(['doctor'], { WALLETKIT_REDIS_URL: 'redis://me:hunter2@127.0.0.1:9/1' })
    expect(away).toMatchObject({ code: 1 })
    expect(away.text).toContain('FAIL  redis: Redis redis://127.0.0.1:9/1 is not available')
    expect(away.text).not.toContain('hunter2')
    const evicting = await startRedis(['--maxmemory-policy', 'volatile-lru'])
    const risky = await run(['doctor'], { WALLETKIT_REDIS_URL: evicting.url })
    await evicting.stop()
    expect(risky.text).toMatch(/FAIL {2}redis: .*maxmemory-policy is volatile-lru.*Set it to noeviction/)
  })

  it('stop in an orderly way', async () => {
    const [first] = servers.splice(0, 1)
    first?.child.kill('SIGTERM')
    expect(await first?.ended).toBe(0)
    expect(first?.output()).toContain('"msg":"stopped"')
  })
})
