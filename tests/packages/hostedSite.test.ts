/**
 * A scaffolded page whose services are those of one `walletkit-server` and nobody else's, both installed from their
 * tarballs: login by mail, sign-in, names, send, history, swap, a wallet on another device. Once with one process and a file, and once
 * with two processes behind a balancer, of which one is killed in the middle.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, parseEther, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../cli/repo/postgres.ts'
import { sandboxOptions } from '../plugins/swaps/kit.ts'
import { approveInWindow } from '../support/approveInWindow.ts'
import { useBrowser, walletScript } from '../support/browser.ts'
import { ensOf } from '../support/ens.ts'
import { startEtherscan } from '../support/etherscan.ts'
import { useFaults } from '../support/faults.ts'
import { type Visited, visitedOf } from '../support/flow.ts'
import { type HostedService, startOneProcess, startTwoProcesses } from '../support/hostedService.ts'
import { titled, useLogin } from '../support/login.ts'
import { copyProject, lastLine, walletkit } from '../support/packed.ts'
import { readQr } from '../support/phone.ts'
import { press } from '../support/press.ts'
import { createRemoteWallet } from '../support/remoteWallet.ts'
import { useSandbox } from '../support/sandbox.ts'
import { type Served, serveFolder } from '../support/serve.ts'
import { useServer } from '../support/server.ts'
import { type Service, startService } from '../support/service.ts'
import { npm } from '../support/shell.ts'
import { useSwaps } from '../support/swaps.ts'
import { KEY as EXCHANGE_KEY, zeroExOf } from '../support/zeroEx.ts'

const EXPLORER_KEY = 'explorer-key'
/** The network on which logins have smart accounts. */
const SMART = 31338
/** The owner of ada.eth. */
const RECEIVER = '0x00000000000000000000000000000000000a11ce'
const OTHER = '0x00000000000000000000000000000000000b0b0b'

const { folder: packages, tarballs } = inject('packed')
const sandbox = useSandbox()
const browser = useBrowser()
const watch = useFaults()
const exchange = useServer()
let home = ''
let bin = ''
let explorer: Awaited<ReturnType<typeof startEtherscan>>
let ethereum: Service

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'walletkit-hosted-site-'))
  const server = join(home, 'server')
  mkdirSync(server)
  writeFileSync(join(server, 'package.json'), '{ "private": true }')
  npm(server, 'install', join(packages, tarballs[3] ?? ''))
  bin = join(server, 'node_modules/.bin/walletkit-server')
  explorer = await startEtherscan(sandbox(), EXPLORER_KEY)
  ethereum = await startService(ensOf(RECEIVER))
}, 240_000)
afterAll(async () => {
  await explorer?.close()
  await ethereum?.close()
  rmSync(home, { recursive: true, force: true })
})

const hasPostgres = (await findPostgres()) !== undefined
const kinds = [
  { name: 'one process with a file', start: startOneProcess, isThere: true },
  { name: `two processes (${POSTGRES_ADVICE})`, start: startTwoProcesses, isThere: hasPostgres },
]

describe.each(kinds)('a scaffolded page on $name', ({ start, isThere }) => {
  const folder = () => join(home, `site-${start.name}`, 'page')
  let served: Served
  let policy = ''
  let service: HostedService
  const contexts: { close: () => Promise<void> }[] = []

  beforeAll(async () => {
    if (!isThere) return
    mkdirSync(join(folder(), '..'))
    copyProject(folder())
    served = await serveFolder(join(folder(), 'dist'), { headers: () => ({ 'content-security-policy': policy }) })
    service = await start({
      folder: join(home, `server-${start.name}`),
      bin,
      config: serverConfig(served.url),
      secrets: { WALLETKIT_ETHERSCAN_KEY: EXPLORER_KEY, WALLETKIT_0X_KEY: EXCHANGE_KEY },
    })
    policy = buildPage(folder(), service.url)
  }, 240_000)
  beforeEach(() => exchange.answer(zeroExOf(sandbox())))
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())))
  afterAll(async () => {
    await service?.stop()
    await served?.stop()
  })

  const visit = async (): Promise<Visited> => {
    const context = await browser().newContext()
    contexts.push(context)
    const faults = watch(context)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const requests: string[] = []
    context.on('request', (request) => requests.push(request.url()))
    const keys = sandbox()
      .accounts.slice(0, 3)
      .map(({ privateKey }) => privateKey)
    await page.addInitScript(walletScript(sandbox(), { keys, expose: true }))
    await page.goto(served.url)
    await page.waitForFunction(() => 'kit' in globalThis)
    return visitedOf({ page, requests, faults })
  }
  const flow = { visit, sandbox, origin: '' }
  const { receive, enter } = useLogin(flow, () => service.mailbox)
  const swaps = useSwaps(flow)
  /** Signs in, as the page asks for once a wallet is connected. */
  const signIn = async (page: Visited, approve?: () => Promise<void>) => {
    await titled(page, 'Sign In')
    await page.button('Sign').click()
    await approve?.()
    await page.modal.waitFor({ state: 'hidden' })
    const { address } = await page.page.evaluate(() => kit.getAccount())
    expect(await signedIn(page)).toBe(address)
  }
  /** The address that the service knows this visitor by. */
  const signedIn = ({ page }: Visited) =>
    page.evaluate(async (url) => {
      const answer = await fetch(`${url}/siwx/session`, { credentials: 'include' })
      return ((await answer.json()) as { session: { address: string } | null }).session?.address
    }, service.url)

  it.skipIf(!isThere)(
    'logs in by mail, signs in, sends to a name, and lists what was sent',
    { timeout: 90_000 },
    async () => {
      const page = await visit()
      await enter(page, await receive(page, 'grace@example.com'))
      await signIn(page, () => approveInWindow(page, service.url))
      const { address = '' } = await page.page.evaluate(() => kit.getAccount())
      await setBalance(address)
      await service.killOne()

      await page.open()
      await page.button('Send').click()
      await page.button('Choose a token').click()
      await page.modal.getByRole('button').filter({ hasText: 'ETH' }).first().click()
      await page.modal.getByRole('textbox', { name: 'Amount' }).fill('0.25')
      await page.modal.getByRole('textbox', { name: 'Recipient' }).fill('ada.eth')
      await page.button('Preview Send').click()
      await page.title.filter({ hasText: 'Review send' }).waitFor()
      const before = await swaps.ether(RECEIVER)
      await press(page, /^Send [\d,.]+ \w+$/, 'Review send')
      await approveInWindow(page, service.url)
      await expect.poll(() => swaps.ether(RECEIVER)).toBe(before + parseEther('0.25'))

      await page.page.reload()
      await page.status('connected')
      expect((await page.page.evaluate(() => kit.getAccount())).address).toBe(address)
      await page.open()
      await page.modal.getByRole('tab', { name: 'Activity' }).click()
      await page.modal.locator('.history-row').filter({ hasText: '0.25 ETH' }).first().waitFor()
      // Nobody but the page's own server and this one, and no key of theirs.
      const asked = new Set(
        page.requests.filter((each) => !/^(data|blob):/.test(each)).map((each) => new URL(each).origin),
      )
      expect(asked).toEqual(new Set([served.url, service.url]))
      expect(page.requests.join(' ')).not.toContain(EXPLORER_KEY)
    },
  )

  it.skipIf(!isThere)(
    'makes two calls at once with a smart account that has no money, and knows the batch at every process',
    { timeout: 90_000 },
    async () => {
      const page = await visit()
      await enter(page, await receive(page, 'hopper@example.com'))
      await signIn(page, () => approveInWindow(page, service.url))
      const addressOf = () => page.page.evaluate(() => kit.getAccount().address)
      const plain = await addressOf()
      await page.page.evaluate((id) => kit.switchNetwork(`eip155:${id}`), SMART)
      await expect.poll(addressOf).not.toBe(plain)
      const from = await addressOf()
      const calls = [RECEIVER, OTHER].map((to) => ({ to, value: '0x0', data: '0x12' }))
      const paymasterService = { url: `${sandbox().url}/paymaster/${SMART}` }
      const batch = { version: '2.0.0', from, calls, atomicRequired: true, capabilities: { paymasterService } }
      const sending = page.page.evaluate(
        (params) => kit.getProvider('eip155')?.request({ method: 'wallet_sendCalls', params: [params] }),
        batch,
      )
      await approveInWindow(page, service.url)
      const { id } = (await sending) as { id: string }
      await service.killOne()
      const status = (await page.page.evaluate(
        (given) => kit.getProvider('eip155')?.request({ method: 'wallet_getCallsStatus', params: [given] }),
        id,
      )) as { status: number; atomic: boolean }
      expect(status).toMatchObject({ status: 200, atomic: true })
    },
  )

  it.skipIf(!isThere)('swaps with a browser wallet', { timeout: 90_000 }, async () => {
    const page = await visit()
    await page.open()
    await page.button(/Test wallet/).click()
    await signIn(page)
    await page.open()
    await page.button('Swap').click()
    await page.button(/now ETH$/).waitFor()
    const dai = await swaps.held('DAI', swaps.account())
    await swaps.choose(page, 'receive', 'Sandbox Dai')
    await swaps.amountField(page).fill('1')
    await swaps.review(page)
    // The service has no source of prices, so a visitor must type that the rate may be unfair.
    await page.modal.getByRole('textbox').fill('swap')
    await press(page, 'Swap', 'Preview swap')
    await swaps.notice(page, /^Swapp(ed|ing) 1 ETH for 2,4/)
    await expect.poll(() => swaps.held('DAI', swaps.account())).toBe(dai + (await swaps.said(page, 18)))
    expect(page.requests.join(' ')).not.toContain(EXCHANGE_KEY)
  })

  it.skipIf(!isThere)('connects a wallet on another device over its own relay', { timeout: 90_000 }, async () => {
    const page = await visit()
    const relayUrl = `${service.url.replace('http', 'ws')}/relay`
    const phone = await createRemoteWallet({ relayUrl, chains: sandbox().chains, policy: 'approve' })
    contexts.push(phone)
    await page.open()
    await page.button(/^WalletConnect/).click()
    await phone.pair(await readQr(page.page))
    // This wallet signs in with its session, in one step.
    await page.modal.waitFor({ state: 'hidden' })
    await page.status('connected')
    await service.killOne()
    const signing = page.page.evaluate(() => {
      const { address } = kit.getAccount()
      return kit.getProvider('eip155')?.request({ method: 'personal_sign', params: ['0x48656c6c6f', address] })
    })
    const signature = (await signing) as Hex
    const { address } = await page.page.evaluate(() => kit.getAccount())
    expect(await verifyMessage({ address: address as Hex, message: 'Hello', signature })).toBe(true)
    await page.page.reload()
    await page.status('connected')
    expect(await signedIn(page)).toBe(address)
    await page.page.evaluate(() => kit.disconnect())
    await expect.poll(() => signedIn(page)).toBeUndefined()
  })
})

/** The service's config, for the page at this origin. */
function serverConfig(site: string): Record<string, unknown> {
  const listed = sandbox().tokens.filter(({ kind }) => kind !== 'spam')
  const tokens = listed.map(({ chainId, address, name, symbol, decimals }) => ({
    ...{ chainId, address, name, symbol, decimals },
  }))
  writeFileSync(join(home, 'tokens.json'), JSON.stringify({ tokens }))
  return {
    ...{ sites: [site], tokens: join(home, 'tokens.json'), signIn: true },
    networks: [
      ...sandbox().chains.map(({ id, name, rpcUrl }) => ({
        ...{ id, name, symbol: 'ETH', rpc: rpcUrl },
        ...(id === SMART && { bundler: rpcUrl }),
      })),
      // For names only.
      { id: 1, name: 'Ethereum', symbol: 'ETH', rpc: ethereum.url },
    ],
    paymasters: [{ url: `${sandbox().url}/paymaster/{chainId}`, sites: [site] }],
    sources: { rpc: {}, etherscan: { url: explorer.url } },
    swaps: { '0x': { url: exchange.url } },
  }
}

/** Writes the config of the scaffolded page, and builds it. @returns its policy */
function buildPage(folder: string, url: string): string {
  const path = join(folder, 'walletkit.config.json')
  const written = JSON.parse(readFileSync(path, 'utf8')) as object
  const services = { secureSite: url, relay: `${url.replace('http', 'ws')}/relay`, api: url, rpc: url }
  const siwx = { storage: 'server', endpoint: `${url}/siwx` }
  const features = { email: {}, send: {}, history: {}, swaps: sandboxOptions }
  writeFileSync(path, JSON.stringify({ ...written, services, features, siwx }))
  const main = join(folder, 'src/main.tsx')
  writeFileSync(main, `${readFileSync(main, 'utf8')}\nObject.assign(globalThis, { kit })\n`)
  const { code, out, err } = walletkit(folder, ['build', '--json'], {
    // The node of the Test wallet, which asks it from within the page; the page itself asks the service.
    env: { NODE_ENV: 'production', WALLETKIT_SANDBOX_URL: sandbox().url },
  })
  expect(code, `${err}${out}`).toBe(0)
  return lastLine<{ csp: string }>(out).csp
}

/** Gives an account 10 ETH on the first chain. */
async function setBalance(address: string): Promise<void> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'anvil_setBalance',
    params: [address, '0x8ac7230489e80000'],
  })
  await fetch(sandbox().chains[0]?.rpcUrl ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
}
