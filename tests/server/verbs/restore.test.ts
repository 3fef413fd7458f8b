/** A restored backup: nobody is logged in, and links that undo something work. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { hashOf } from '../../../sandbox/login/random.ts'
import { openThere } from '../../../server/store/database.ts'
import { backup, restore } from '../../../server/verbs/backup.ts'
import { newest, openBrowser, SITE, someEmail } from '../../sandbox/login/browser.ts'
import { startHosted } from '../../support/hosted.ts'
import { runServer } from '../../support/serverProcess.ts'

type Hosted = Awaited<ReturnType<typeof startHosted>>
const started: Hosted[] = []
afterEach(async () => {
  for (const each of started.splice(0)) await each.close()
})
async function start(): Promise<Hosted> {
  const hosted = await startHosted({ sites: [SITE] })
  started.push(hosted)
  return hosted
}
/** A mailbox gets one mail in 30 s. The server counts mails in its memory, so that a restart spares the test the wait. */
async function forgetMails(hosted: Hosted, database: string): Promise<void> {
  await hosted.restart({ database, port: Number(new URL(hosted.url()).port) })
  const isReached = () =>
    fetch(`${hosted.url()}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  // Node's fetch first tries its open connections, which ended with the stopped server.
  while (!(await isReached()));
}

async function rowsOf(path: string, table: 'users' | 'sessions' | 'devices'): Promise<number> {
  const db = await openThere(path)
  const rows = await db.selectFrom(table).selectAll().execute()
  await db.destroy()
  return rows.length
}
/** A backup as earlier versions made it, with everything in it. */
async function backupOfOld(path: string, to: string): Promise<void> {
  await backup(path, to)
  const [from, copy] = [await openThere(path), await openThere(to)]
  await copy
    .insertInto('sessions')
    .values(await from.selectFrom('sessions').selectAll().execute())
    .execute()
  await copy
    .insertInto('devices')
    .values(await from.selectFrom('devices').selectAll().execute())
    .execute()
  for (const db of [from, copy]) await db.destroy()
  expect([await rowsOf(to, 'sessions'), await rowsOf(to, 'devices')]).toEqual([1, 1])
}

it.each([
  ['a backup', backup],
  ['a backup of an earlier version', backupOfOld],
])(
  '%s lets in no session and no browser that was there',
  async (_name, make) => {
    const hosted = await start()
    const email = someEmail()
    const browser = await openBrowser(hosted.service(), { site: SITE })
    await browser.login(email)
    const [token, { address }] = [browser.session(), await browser.user(1)]
    const [copy, restored] = [join(hosted.folder, 'copy.db'), join(hosted.folder, 'restored.db')]
    await make(hosted.database, copy)
    await hosted.stop()
    expect(await restore(copy, restored)).toBe(1)
    await hosted.restart({ database: 'restored.db' })
    const back = await openBrowser(hosted.service(), { site: SITE, same: browser })
    back.setSession(token)
    expect(await back.ask('GET_USER', {}, 1)).toMatchObject({ status: 401 })
    back.setSession(undefined)
    await back.must('CONNECT_EMAIL', { email })
    const { link } = newest(hosted.service(), email)
    expect(link).toBeDefined()
    // The owner gets in with the mail, and has the same account.
    await forgetMails(hosted, 'restored.db')
    const owner = await openBrowser(hosted.service(), { site: SITE })
    await owner.login(email)
    expect((await owner.user(1)).address).toBe(address)
  },
  60_000,
)

it('a backup has no session in its bytes', async () => {
  const hosted = await start()
  const browser = await openBrowser(hosted.service(), { site: SITE })
  await browser.login(someEmail())
  const copy = join(hosted.folder, 'copy.db')
  await backup(hosted.database, copy)
  const rows = [await rowsOf(copy, 'users'), await rowsOf(copy, 'sessions'), await rowsOf(copy, 'devices')]
  expect(rows).toEqual([1, 0, 0])
  // Deleted rows must not stay in the file either.
  const bytes = readFileSync(copy)
  expect([bytes.includes(hashOf(browser.session() ?? '')), bytes.includes(hashOf(browser.kept.device ?? ''))]).toEqual([
    ...[false, false],
  ])
})

it('the link of a deletion from before the backup brings the account back, and the command says so', async () => {
  const hosted = await start()
  const email = someEmail()
  const first = await openBrowser(hosted.service(), { site: hosted.url() })
  await first.login(email)
  const { address } = await first.user(1)
  await forgetMails(hosted, 'walletkit.db')
  const dashboard = await openBrowser(hosted.service(), { site: hosted.url(), same: first })
  dashboard.setSession(first.session())
  await dashboard.must('FORGET_CODE')
  await dashboard.must('FORGET', { otp: newest(hosted.service(), email).code })
  const token = new URL(newest(hosted.service(), email).link ?? '').hash.slice(1)
  await backup(hosted.database, join(hosted.folder, 'copy.db'))
  const undo = () =>
    fetch(`${hosted.url()}/api/undo`, {
      method: 'POST',
      headers: { origin: hosted.url() },
      body: JSON.stringify({ token, approve: 'yes' }),
    })
  // The owner takes it back after the backup. Without the link that account would be lost with the restore.
  expect((await undo()).status).toBe(200)
  await hosted.stop()
  const told = await runServer(hosted.folder, ['restore', 'copy.db'], { WALLETKIT_DATABASE: 'restored.db' })
  expect(told.text).toContain('Nobody is logged in, and no browser is known')
  expect(told.text).toContain('work until their three days end')
  await hosted.restart({ database: 'restored.db' })
  expect((await undo()).status).toBe(200)
  const again = await openBrowser(hosted.service(), { site: SITE })
  await again.login(email)
  expect((await again.user(1)).address).toBe(address)
}, 120_000)
