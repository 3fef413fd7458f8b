/** Kills a server at random moments while people log in: a login that was answered must never be lost. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../cli/repo/postgres.ts'
import { localWrapper } from '../../server/keys/wrapper.ts'
import { parseMasterKeys } from '../../server/keys/masterKeys.ts'
import { openThere } from '../../server/store/database.ts'
import { damageOf } from '../../server/store/sqlite.ts'
import { sqlStore } from '../../server/store/sqlStore.ts'
import { verify } from '../../server/verbs/verify.ts'
import { openBrowser, PROXY, SITE } from '../sandbox/login/browser.ts'
import { masterKey, startMailbox } from '../support/hosted.ts'
import { startPostgres } from '../support/postgres.ts'
import { spawnServer } from '../support/serverProcess.ts'

/** How often the server is killed, with each kind of database. More take longer: `WALLETKIT_KILLS=1000`. */
const KILLS = Number(process.env['WALLETKIT_KILLS'] ?? 50)
const PEOPLE = 4

type Answered = { email: string; address: string; token: string | undefined; kept: { device: string | undefined } }

const hasPostgres = (await findPostgres()) !== undefined
if (!hasPostgres) it.skip(`PostgreSQL ${POSTGRES_ADVICE}`)
const kinds = ['a file', ...(hasPostgres ? ['a PostgreSQL'] : [])]

it.each(kinds)(
  `${KILLS} kills lose no account, no key and no login that was answered, with %s`,
  async (kind) => {
    const postgres = kind === 'a file' ? undefined : await startPostgres([])
    const database = postgres?.create()
    const folder = mkdtempSync(join(tmpdir(), 'kills-'))
    const mailbox = await startMailbox()
    writeFileSync(
      join(folder, 'walletkit-server.json'),
      JSON.stringify({ sites: [SITE], log: 'info', proxyHeader: PROXY }),
    )
    const environment = {
      ...{ WALLETKIT_SMTP: mailbox.smtp, WALLETKIT_MASTER_KEYS: masterKey('k1'), NODE_ENV: 'production' },
      ...(database !== undefined && { WALLETKIT_DATABASE: database }),
    }
    const all: Answered[] = []
    let count = 0
    let cut = 0
    const starts: number[] = []

    for (let round = 0; round < KILLS; round++) {
      const started = performance.now()
      const server = await spawnServer(folder, environment)
      starts.push(performance.now() - started)
      const service = { secureSite: server.url, login: mailbox }
      // Check the last logins that the previous process answered.
      for (const { address, token, kept } of all.slice(-PEOPLE)) {
        const browser = await openBrowser(service, { site: SITE, same: { kept } })
        browser.setSession(token)
        expect((await browser.user()).address).toBe(address)
      }
      let isKilled = false
      let answered = () => {}
      const first = new Promise<void>((resolve) => (answered = resolve))
      const person = async () => {
        while (!isKilled) {
          const me = ++count
          const email = `person${me}@example.com`
          // From an own IP address: a shared database keeps the counts of its limits when a process is killed.
          const ip = `10.${me >> 16}.${(me >> 8) & 255}.${me & 255}`
          const browser = await openBrowser(service, { site: SITE, ip })
          await browser.login(email)
          const { address } = await browser.user()
          all.push({ email, address, token: browser.session(), kept: browser.kept })
          answered()
        }
      }
      const people = Array.from({ length: PEOPLE }, () => person().catch(() => void cut++))
      // Wait for the first answer, however slow the computer is. The other people are then in the middle of a login.
      const ended = Promise.all(people).then(() => {
        if (!isKilled) throw new Error('Nobody can log in any more')
      })
      await Promise.race([first, ended])
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
      isKilled = true
      server.child.kill('SIGKILL')
      expect(await server.ended).toBeNull()
      await ended
    }

    const path = database ?? join(folder, 'walletkit.db')
    if (database === undefined) expect(damageOf(path)).toEqual([])
    const store = sqlStore(await openThere(path))
    for (const { email, address } of all) expect((await store.userByEmail(email))?.evm, email).toBe(address)
    const { accounts, lost } = await verify(store, localWrapper(parseMasterKeys(environment.WALLETKIT_MASTER_KEYS)))
    expect(lost).toEqual([])
    expect(accounts).toBeGreaterThanOrEqual(all.length)
    // Many kills must hit people in the middle of a login, or the test proves nothing.
    expect(all.length).toBeGreaterThanOrEqual(KILLS)
    expect(cut).toBeGreaterThan(KILLS / 2)
    starts.sort((a, b) => a - b)
    const at = (share: number) => Math.round(starts[Math.ceil(starts.length * share) - 1] ?? 0)
    console.log(
      `${all.length} logins answered, ${cut} cut, ${accounts} accounts stored; ` +
        `a start took ${at(0.5)} ms (p50), ${at(0.99)} ms (p99), ${at(1)} ms at most`,
    )
    await store.close()
    await mailbox.close()
    await postgres?.stop()
    rmSync(folder, { recursive: true })
  },
  3_600_000,
)
