/**
 * `walletkit-server` as an operator gets it: installed from its tarball in an empty folder, and started by its name.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startEtherscan } from '../support/etherscan.ts'
import { masterKey, startMailbox } from '../support/hosted.ts'
import { useSandbox } from '../support/sandbox.ts'
import { runServer, spawnServer } from '../support/serverProcess.ts'
import { npm } from '../support/shell.ts'
import { openBrowser, SITE } from '../sandbox/login/browser.ts'

const { folder: packages, tarballs } = inject('packed')
const sandbox = useSandbox()
let home = ''
let bin = ''

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'walletkit-server-'))
  writeFileSync(join(home, 'package.json'), '{ "private": true }')
  npm(home, 'install', join(packages, tarballs[3] ?? ''))
  bin = join(home, 'node_modules/.bin/walletkit-server')
}, 240_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))

const folderOf = (name: string) => {
  const folder = join(home, name)
  mkdirSync(folder)
  return folder
}

it('starts in an empty folder, serves the login’s pages, and stops with everything stored', async () => {
  const folder = folderOf('empty')
  const server = await spawnServer(folder, {}, [bin])
  const scripts = ['login.js', 'login-solana.js', 'login-lock.js', 'login-pages.js']
  for (const path of ['health', 'ready', 'sdk', 'dashboard', ...scripts, 'login.css', 'language/de'])
    expect((await fetch(`${server.url}/${path}`)).status, path).toBe(200)
  expect(server.output()).toContain('the master key is the test key')
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(readdirSync(folder).sort()).toEqual(['walletkit.db', 'walletkit.db.lock', 'walletkit.db.relay'])
})

it('logs somebody in by a real mail, and again after a kill, with the same account', async () => {
  const folder = folderOf('site')
  writeFileSync(
    join(folder, 'walletkit-server.json'),
    JSON.stringify({ sites: [SITE], mail: { from: 'Us <us@example.com>' } }),
  )
  const mailbox = await startMailbox()
  const environment = { WALLETKIT_SMTP: mailbox.smtp, WALLETKIT_MASTER_KEYS: masterKey('k1') }
  const first = await spawnServer(folder, environment, [bin])
  const browser = await openBrowser({ secureSite: first.url, login: mailbox }, { site: SITE, language: 'de' })
  await browser.login('ada@example.com')
  const { address } = await browser.user()
  expect(mailbox.mails('ada@example.com')[0]?.text).toContain('— English —')
  first.child.kill('SIGKILL')
  await first.ended
  const second = await spawnServer(folder, environment, [bin])
  const later = await openBrowser({ secureSite: second.url, login: mailbox }, { site: SITE, same: browser })
  later.setSession(browser.session())
  expect((await later.user()).address).toBe(address)
  expect((await runServer(folder, ['backup', 'copy.db'], environment, [bin])).code).toBe(0)
  expect((await runServer(folder, ['verify', 'copy.db'], environment, [bin])).text).toContain(
    '1 accounts, of which 1 open',
  )
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  await mailbox.close()
})

it('answers pages from its node and its explorer, whose key stays there, and its doctor says whom it asks', async () => {
  const folder = folderOf('data')
  const explorer = await startEtherscan(sandbox(), 'KEY')
  const networks = sandbox().chains.map(({ id, name, rpcUrl }) => ({ id, name, symbol: 'ETH', rpc: rpcUrl }))
  const config = {
    ...{ sites: [SITE], networks, sources: { rpc: {}, etherscan: { url: explorer.url }, coingecko: {} } },
    ...{ swaps: { lifi: { url: explorer.url } }, onramp: { ramp: { clientId: 'public' } } },
  }
  writeFileSync(join(folder, 'walletkit-server.json'), JSON.stringify(config))
  const environment = { WALLETKIT_ETHERSCAN_KEY: 'KEY' }
  const server = await spawnServer(folder, environment, [bin])
  const read = async (path: string) =>
    (await fetch(`${server.url}/v1/${path}`, { headers: { origin: SITE } })).json() as Promise<unknown>
  const [account] = sandbox().accounts
  expect(await read('supported-chains')).toEqual({ http: ['eip155:31337', 'eip155:31338'], ws: [] })
  expect(await read(`account/${account?.address}/balance?chainId=eip155:31338`)).toMatchObject({
    balances: [{ symbol: 'ETH', quantity: { decimals: '18' } }],
  })
  const { data } = (await read(`account/${account?.address}/history?chainId=eip155:31337`)) as { data: object[] }
  expect(data).toEqual(expect.arrayContaining([expect.objectContaining({ transfers: expect.any(Array) as unknown })]))
  const doctor = await runServer(folder, ['doctor'], environment, [bin])
  for (const host of ['api.coingecko.com', 'app.ramp.network']) expect(doctor.text).toContain(host)
  expect(doctor.text + server.output()).not.toContain('KEY')
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  await explorer.close()
})

it('names the package that an HSM needs, and works without it for everybody else', async () => {
  const folder = folderOf('hsm')
  const hsm = { library: '/usr/lib/softhsm/libsofthsm2.so', token: 'walletkit', key: 'walletkit' }
  writeFileSync(join(folder, 'walletkit-server.json'), JSON.stringify({ hsm }))
  const doctor = await runServer(folder, ['doctor'], { WALLETKIT_HSM_PIN: '1234' }, [bin])
  expect(doctor.code).toBe(1)
  expect(doctor.text).toMatch(/FAIL {2}hsm: An HSM needs the package koffi beside walletkit-server: npm install koffi@/)
})
