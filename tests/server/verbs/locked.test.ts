/** The operator's commands with a locked wallet: they keep it, and cannot open it. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { masterKey } from '../../support/hosted.ts'
import { lockedPerson, signByCode, signing, signWith, startNamed } from '../../support/lockedAccount.ts'
import { runServer } from '../../support/serverProcess.ts'
import { openBrowser, SITE, someEmail } from '../../sandbox/login/browser.ts'

const [K1, K2] = [masterKey('k1'), `k2:${randomBytes(32).toString('base64')}`]
/** The time limit: each step starts a process, and a login after another one waits for its mail. */
const SLOW = 180_000

let hosted: Awaited<ReturnType<typeof startNamed>>
let person: Awaited<ReturnType<typeof lockedPerson>>
beforeAll(async () => {
  hosted = await startNamed()
  person = await lockedPerson(hosted.service())
  await (await openBrowser(hosted.service(), { site: SITE })).login(someEmail())
})
afterAll(() => hosted.close())
const run = (args: string[], keys = K1) =>
  runServer(hosted.folder, args, { WALLETKIT_MASTER_KEYS: keys, WALLETKIT_SMTP: hosted.mailbox.smtp })

it('a rotation wraps it with the new key, and its passkey opens it as before', { timeout: SLOW }, async () => {
  const { browser, address, device } = person
  expect((await run(['rotate'], `${K2},${K1}`)).text).toContain('2 accounts, of which 2 were put')
  const verified = await run(['verify'], K2)
  expect(verified).toMatchObject({ code: 0 })
  expect(verified.text).toContain('2 accounts, of which 2 open with these master keys.')
  expect(verified.text).toContain('1 of them are locked by their owners')
  expect((await run(['verify'], K1)).code).toBe(1)
  expect((await run(['rotate'], `${K1},${K2}`)).code).toBe(0)
  expect((await signWith(browser, address, device)).status).toBe(200)
})

it('a backup brings it back locked, and passkey and code open it', { timeout: SLOW }, async () => {
  const { email, address, device, code } = person
  expect((await run(['backup', 'copy.db'])).code).toBe(0)
  expect((await run(['verify', 'copy.db'])).text).toContain('1 of them are locked by their owners')
  await hosted.stop()
  const restored = await runServer(hosted.folder, ['restore', 'copy.db'], {
    WALLETKIT_MASTER_KEYS: K1,
    WALLETKIT_DATABASE: 'restored.db',
  })
  expect(restored.text).toContain('2 accounts')
  await hosted.restart({ database: 'restored.db' })
  const back = await openBrowser(hosted.service(), { site: SITE })
  // The server, which limits the mails, was started anew.
  await back.login(email)
  expect((await back.ask('RPC_REQUEST', signing(address), 1)).status).toBe(403)
  expect((await signWith(back, address, device)).status).toBe(200)
  expect((await signByCode(back, address, code)).status).toBe(200)
})
