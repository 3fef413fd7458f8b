/**
 * The operator's commands (rotate, backup, verify and others), run as the real program, with a database that has
 * accounts.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { masterKey, startHosted } from '../../support/hosted.ts'
import { runServer, spawnServer } from '../../support/serverProcess.ts'
import { openBrowser, SITE, someEmail } from '../../sandbox/login/browser.ts'

type Hosted = Awaited<ReturnType<typeof startHosted>>
let hosted: Hosted
const [K1, K2] = [masterKey('k1'), `k2:${randomBytes(32).toString('base64')}`]
const PEOPLE = 3
/** The time limit: each step starts a process. */
const SLOW = 90_000
const people: { email: string; address: string }[] = []

beforeAll(async () => {
  hosted = await startHosted({ sites: [SITE] })
  for (let at = 0; at < PEOPLE; at++) {
    const email = someEmail()
    const browser = await openBrowser(hosted.service(), { site: SITE })
    await browser.login(email)
    people.push({ email, address: (await browser.user()).address })
  }
})
afterAll(() => hosted.close())

const run = (args: string[], keys = K1, more: NodeJS.ProcessEnv = {}) =>
  runServer(hosted.folder, args, { WALLETKIT_MASTER_KEYS: keys, WALLETKIT_SMTP: hosted.mailbox.smtp, ...more })

describe('a backup', { timeout: SLOW }, () => {
  it('is made while the server runs, overwrites nothing, and proves itself with the right keys only', async () => {
    const made = await run(['backup', 'copy.db'])
    expect(made).toMatchObject({ code: 0, text: expect.stringContaining('is a sound copy') as string })
    for (const name of ['walletkit.db', 'copy.db']) expect(statSync(join(hosted.folder, name)).mode & 0o077).toBe(0)
    expect((await run(['backup', 'copy.db'])).text).toContain('exists already')
    expect((await run(['verify', 'copy.db'])).text).toContain(`${PEOPLE} accounts, of which ${PEOPLE} open`)
    const wrong = await run(['verify', 'copy.db'], K2)
    expect(wrong.code).toBe(1)
    expect(wrong.text.match(/^Lost: /gm)).toHaveLength(PEOPLE)
  })

  it('gives everybody their account back in another place', async () => {
    await run(['backup', 'drill.db'])
    const environment = {
      WALLETKIT_MASTER_KEYS: K1,
      WALLETKIT_SMTP: hosted.mailbox.smtp,
      WALLETKIT_DATABASE: 'drill.db',
    }
    const server = await spawnServer(hosted.folder, environment)
    const service = { secureSite: server.url, login: hosted.mailbox }
    const [person] = people
    const browser = await openBrowser(service, { site: server.url })
    await browser.login(person?.email ?? '')
    expect((await browser.user()).address).toBe(person?.address)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.output()).toContain('"msg":"stopped"')
  })
})

describe('a rotation', { timeout: SLOW }, () => {
  it('puts all under the first key while the server runs with both, and the old key is of no use afterwards', async () => {
    const both = `${K2},${K1}`
    expect((await run(['rotate'], both)).text).toContain(`${PEOPLE} accounts, of which ${PEOPLE} were put`)
    expect((await run(['rotate'], both)).text).toContain(`${PEOPLE} accounts, of which 0 were put`)
    expect((await run(['verify'], K2)).text).toContain(`${PEOPLE} accounts, of which ${PEOPLE} open`)
    expect((await run(['verify'], K1)).code).toBe(1)
    // Rotate back, for the tests after this one.
    expect((await run(['rotate'], `${K1},${K2}`)).text).toContain('master key "k1"')
  })

  it('stops at an account whose key it was not given, and changes nothing of it', async () => {
    const stranger = await run(['rotate'], K2)
    expect(stranger).toMatchObject({
      code: 1,
      text: expect.stringContaining('"k1", which this server was not') as string,
    })
    expect((await run(['verify'], K1)).code).toBe(0)
  })
})

describe('the program', { timeout: SLOW }, () => {
  it('refuses to start in production with the test key, by its name, and with all that is missing', async () => {
    const { code, text } = await run([], 'test', { WALLETKIT_MODE: 'production' })
    expect(code).toBe(1)
    expect(text).toContain('the test key "test", which is public, and production refuses it')
    expect(text).toContain('mail.from is missing')
    expect(text).toContain('openssl rand')
  })

  it('says that another one uses the database', async () => {
    const { code, text } = await run([])
    expect(code).toBe(1)
    expect(text).toContain('Another walletkit-server uses')
    expect(text).not.toContain('at ')
  })

  it('finds what is wrong around it', async () => {
    expect((await run(['doctor'])).text).toContain('ok    database')
    const config = { networks: [{ id: 1, name: 'Nowhere', rpc: 'http://127.0.0.1:9' }], wallets: 'none.json' }
    writeFileSync(join(hosted.folder, 'wrong.json'), JSON.stringify(config))
    const { code, text } = await run(['doctor', '--config', 'wrong.json'], K1, { WALLETKIT_SMTP: 'smtp://127.0.0.1:9' })
    expect(code).toBe(1)
    for (const name of ['mail', 'network 1', 'wallets']) expect(text).toContain(`FAIL  ${name}`)
  })

  it('names a wrong command and a wrong config', async () => {
    expect(await run(['stat'])).toMatchObject({ code: 1, text: expect.stringContaining('no command "stat"') as string })
    const file = join(hosted.folder, 'bad.json')
    writeFileSync(file, '{ "port": 1, }')
    expect((await run(['doctor', '--config', 'bad.json'])).text).toContain('is not JSON')
    expect((await run(['doctor', '--config', 'gone.json'])).text).toContain('cannot be read')
    rmSync(file)
    expect((await run(['--help'])).text).toContain('Usage: walletkit-server')
    expect(existsSync(join(hosted.folder, 'none.json'))).toBe(false)
    expect(readFileSync(join(hosted.folder, 'wrong.json'), 'utf8')).toContain('Nowhere')
  })
})
