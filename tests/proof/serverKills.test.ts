/** Kills a server at random moments while people log in: a login that was answered must never be lost. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { localWrapper } from '../../server/keys/wrapper.ts'
import { parseMasterKeys } from '../../server/keys/masterKeys.ts'
import { damageOf, openSqlite } from '../../server/store/sqlite.ts'
import { sqlStore } from '../../server/store/sqlStore.ts'
import { verify } from '../../server/verbs/verify.ts'
import { openBrowser, SITE } from '../sandbox/login/browser.ts'
import { masterKey, startMailbox } from '../support/hosted.ts'
import { spawnServer } from '../support/serverProcess.ts'

const KILLS = 50
const PEOPLE = 4

type Answered = { email: string; address: string; token: string | undefined; kept: { device: string | undefined } }

it(`${KILLS} kills lose no account, no key and no login that was answered`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kills-'))
  const mailbox = await startMailbox()
  writeFileSync(join(folder, 'walletkit-server.json'), JSON.stringify({ sites: [SITE], log: 'info' }))
  const environment = { WALLETKIT_SMTP: mailbox.smtp, WALLETKIT_MASTER_KEYS: masterKey('k1') }
  const all: Answered[] = []
  let count = 0
  let cut = 0

  for (let round = 0; round < KILLS; round++) {
    const server = await spawnServer(folder, environment)
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
        const email = `person${++count}@example.com`
        const browser = await openBrowser(service, { site: SITE })
        await browser.login(email)
        const { address } = await browser.user()
        all.push({ email, address, token: browser.session(), kept: browser.kept })
        answered()
      }
    }
    const people = Array.from({ length: PEOPLE }, () => person().catch(() => void cut++))
    // Wait for the first answer, however slow the computer is. The other people are then in the middle of a login.
    await first
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
    isKilled = true
    server.child.kill('SIGKILL')
    expect(await server.ended).toBeNull()
    await Promise.all(people)
  }

  const path = join(folder, 'walletkit.db')
  expect(damageOf(path)).toEqual([])
  const store = sqlStore(await openSqlite(path))
  for (const { email, address } of all) expect((await store.userByEmail(email))?.evm, email).toBe(address)
  const { accounts, lost } = await verify(store, localWrapper(parseMasterKeys(environment.WALLETKIT_MASTER_KEYS)))
  expect(lost).toEqual([])
  expect(accounts).toBeGreaterThanOrEqual(all.length)
  // Many kills must hit people in the middle of a login, or the test proves nothing.
  expect(all.length).toBeGreaterThanOrEqual(KILLS)
  expect(cut).toBeGreaterThan(KILLS / 2)
  console.log(`${all.length} logins answered, ${cut} cut, ${accounts} accounts stored`)
  await store.close()
  await mailbox.close()
  rmSync(folder, { recursive: true })
}, 1_800_000)
