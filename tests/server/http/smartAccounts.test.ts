/** Smart accounts at a hosted login: its node, its bundler and its paymaster are services of others. */
import { createPublicClient, encodeFunctionData, erc20Abi, type Hex, http, numberToHex, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { startHosted } from '../../support/hosted.ts'
import { startNodeAndBundler } from '../../support/nodeAndBundler.ts'
import { chainClients, tokenOf } from '../../sandbox/chain.ts'
import { type Answer, type Browser, openBrowser, SITE, someEmail } from '../../sandbox/login/browser.ts'

const OTHER_SITE = 'http://localhost:5174'
const [FIRST, SECOND] = [31337, 31338]
const sandbox = useSandbox()
let outside: Awaited<ReturnType<typeof startNodeAndBundler>>
let hosted: Awaited<ReturnType<typeof startHosted>>
let browser: Browser
let [eoa, smart]: [Hex, Hex] = ['0x', '0x']

const rpcUrl = (id = FIRST) => sandbox().chains.find((each) => each.id === id)?.rpcUrl ?? ''
const reader = () => createPublicClient({ transport: http(rpcUrl()) })
const someone = () => privateKeyToAddress(generatePrivateKey())
const balanceOf = (address: Hex) => reader().getBalance({ address })
const setBalance = (address: Hex, wei: bigint) =>
  reader().request({ method: 'anvil_setBalance' as never, params: [address, numberToHex(wei)] as never })
const paymaster = () => `${sandbox().url}/paymaster/${FIRST}`
const configOf = () => ({
  sites: [SITE, OTHER_SITE],
  networks: [
    { id: FIRST, name: 'First', symbol: 'ETH', rpc: outside.node.url, bundler: outside.bundler.url },
    { id: SECOND, name: 'Second', symbol: 'ETH', rpc: rpcUrl(SECOND) },
  ],
  paymasters: [{ url: `${sandbox().url}/paymaster/{chainId}`, sites: [SITE] }],
})

beforeAll(async () => {
  outside = await startNodeAndBundler(rpcUrl())
  hosted = await startHosted(configOf())
})
afterAll(async () => {
  await hosted?.close()
  await outside?.close()
})

const login = async (site = SITE) => {
  const opened = await openBrowser(hosted.service(), { site })
  await opened.login(someEmail())
  return opened
}
const accountsOf = async (each: Browser, chainId: number = FIRST) => {
  const { accounts } = await each.user(chainId)
  const find = (kind: string) => accounts.find(({ type }) => type === kind)?.address
  return { eoa: find('eoa') ?? '0x', smart: find('smartAccount') }
}
beforeEach(async () => {
  browser = await login()
  const found = await accountsOf(browser)
  ;[eoa, smart] = [found.eoa, found.smart ?? '0x']
  await setBalance(smart, 10n ** 18n)
})

const ask = (method: string, params: unknown, chainId = FIRST) =>
  browser.ask('RPC_REQUEST', { method, params, chainId }, chainId)
const answered = <T>({ status, answer, message }: Answer): T => {
  expect(status, message).toBe(200)
  return answer as T
}
const statusOf = async (id: string) =>
  answered<{ status: number; receipts: unknown[]; atomic: boolean }>(await ask('wallet_getCallsStatus', [id]))
const batchOf = (calls: object[], more: object = {}) => [{ version: '2.0.0', from: smart, calls, ...more }]
const callsOf = (method: string) =>
  [...outside.node.asked, ...outside.bundler.asked].filter(({ body }) => (body as { method: string }).method === method)

describe('a smart account at a hosted login', () => {
  it('is there on the networks with a bundler, and starts without any money of the service', async () => {
    expect(smart).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(smart).not.toBe(eoa)
    expect((await accountsOf(browser, SECOND)).smart).toBeUndefined()
    const { smartAccountEnabledNetworks } = await browser.must<{ smartAccountEnabledNetworks: number[] }>(
      'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
    )
    expect(smartAccountEnabledNetworks).toEqual([FIRST])
    const fresh = await accountsOf(await login())
    expect(await balanceOf(fresh.smart ?? '0x')).toBe(0n)
    expect([...outside.node.asked].some(({ body }) => JSON.stringify(body).includes('anvil_'))).toBe(false)
  })

  it('is chosen and left by the person, where there is one', async () => {
    expect(await browser.must('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).toMatchObject({ address: eoa })
    expect((await browser.user(FIRST)).address).toBe(eoa)
    expect(await browser.must('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).toMatchObject({ address: smart })
    expect((await browser.user(FIRST)).address).toBe(smart)
    expect((await browser.user(SECOND)).address).toBe(eoa)
    const elsewhere = await browser.ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' }, SECOND)
    expect(elsewhere).toMatchObject({ status: 400, message: 'There are no smart accounts on this network' })
  })

  it('says what it can, to the sites that may use the paymaster', async () => {
    const able = {
      atomic: { status: 'supported' },
      permissions: { supported: true },
      paymasterService: { supported: true },
    }
    const here = answered<Record<string, object>>(await ask('wallet_getCapabilities', [smart]))
    // Nothing of the network without smart accounts, where this account is not.
    expect(Object.keys(here)).toEqual(['0x7a69'])
    expect(here['0x7a69']).toMatchObject(able)
    const plain = answered<Record<string, object>>(await ask('wallet_getCapabilities', [eoa]))
    expect(plain).toEqual({
      '0x7a69': { atomic: { status: 'unsupported' } },
      '0x7a6a': { atomic: { status: 'unsupported' } },
    })
    browser = await login(OTHER_SITE)
    const there = answered<Record<string, object>>(
      await ask('wallet_getCapabilities', [(await accountsOf(browser)).smart]),
    )
    expect(there['0x7a69']).not.toHaveProperty('paymasterService')
    expect((await ask('wallet_getCapabilities', [someone()])).code).toBe(4100)
  })

  it('makes several calls at once, all or none, and deploys itself with the first ones', async () => {
    expect((await browser.user(FIRST)).smartAccountDeployed).toBe(false)
    const [one, two] = [someone(), someone()]
    const calls = [one, two].map((to, at) => ({ to, value: numberToHex(at + 5) }))
    const { id } = answered<{ id: string }>(await ask('wallet_sendCalls', batchOf(calls)))
    expect(await statusOf(id)).toMatchObject({ status: 200, atomic: true })
    expect([await balanceOf(one), await balanceOf(two)]).toEqual([5n, 6n])
    expect((await browser.user(FIRST)).smartAccountDeployed).toBe(true)
    const [three, dai] = [someone(), tokenOf(sandbox(), 'DAI', FIRST)]
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [three, 10n ** 30n] })
    const failing = [
      { to: three, value: '0x7' },
      { to: dai.address, data: transfer },
    ]
    expect((await ask('wallet_sendCalls', batchOf(failing))).status).not.toBe(200)
    expect(await balanceOf(three)).toBe(0n)
  })

  it('sends a transaction, and signs messages that the network accepts, before and after it exists', async () => {
    const verified = async () => {
      const signature = answered<Hex>(await ask('personal_sign', ['0x68656c6c6f', smart]))
      return reader().verifyMessage({ address: smart, message: 'hello', signature })
    }
    expect(await verified()).toBe(true)
    const to = someone()
    const hash = answered<Hex>(await ask('eth_sendTransaction', [{ from: smart, to, value: '0x5' }]))
    expect((await reader().getTransactionReceipt({ hash })).status).toBe('success')
    expect(await balanceOf(to)).toBe(5n)
    expect(await verified()).toBe(true)
  })

  it('grants a key what it may do, and takes it back', async () => {
    const [key, target] = [someone(), tokenOf(sandbox(), 'DAI', FIRST).address]
    const asked = {
      ...{ expiry: Math.floor(Date.now() / 1000) + 3_600, chainId: FIRST, address: smart },
      signer: { type: 'account', data: { id: key } },
      permissions: [{ type: 'contract-call', data: { address: target, functions: [{ selector: '0xa9059cbb' }] } }],
    }
    const { context } = answered<{ context: Hex }>(await ask('wallet_grantPermissions', [asked]))
    expect(context).toBe(key)
    expect((await sandbox().smartAccounts.sessions(FIRST, smart)).map((each) => each.key)).toEqual([key])
    answered(await ask('wallet_revokePermissions', [{ permissionsContext: context }]))
    expect(await sandbox().smartAccounts.sessions(FIRST, smart)).toEqual([])
    const elsewhere = await ask('wallet_grantPermissions', [{ ...asked, chainId: SECOND }], SECOND)
    expect(elsewhere).toMatchObject({ status: 400, message: 'There are no smart accounts on this network' })
  })

  it('pays nothing where the paymaster pays, and is refused another paymaster', async () => {
    await setBalance(smart, 0n)
    const rich = chainClients(sandbox(), FIRST, sandbox().accounts[0]?.privateKey ?? '0x')
    const [dai, to] = [tokenOf(sandbox(), 'DAI', FIRST), someone()]
    await rich.write(dai, 'transfer', [smart, parseUnits('5', 18)])
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 7n] })
    const batch = (url: string) => ({
      ...batchOf([{ to: dai.address, data }])[0],
      capabilities: { paymasterService: { url } },
    })
    const offered = await browser.ask('SPONSOR', { params: [batch(paymaster())] })
    const { agreed } = answered<{ agreed: string }>(offered)
    const { id } = answered<{ id: string }>(await ask('wallet_sendCalls', [{ ...batch(paymaster()), agreed }]))
    expect((await statusOf(id)).status).toBe(200)
    expect([await rich.balanceOf(dai, to), await balanceOf(smart)]).toEqual([7n, 0n])
    const other = await browser.ask('SPONSOR', { params: [batch('http://127.0.0.1:1/')] })
    expect(other).toMatchObject({ status: 400, code: 5700 })
  })

  it('is the owner’s own, and may not be called or emptied by a site', async () => {
    const call = [{ to: smart, data: '0x12345678' }]
    expect(await ask('wallet_sendCalls', batchOf(call))).toMatchObject({ status: 403, code: 4100 })
  })
})

describe('a bundler or a node that does not answer', () => {
  it('leaves a batch pending or confirmed, and never failed or sent twice', async () => {
    for (const does of ['loses its answer', 'answers nothing'] as const) {
      const to = someone()
      outside.fault('eth_sendUserOperation', does)
      const before = callsOf('eth_sendUserOperation').length
      const sent = await Promise.race([
        ask('wallet_sendCalls', batchOf([{ to, value: '0x5' }], { id: does })),
        new Promise<'waits'>((resolve) => setTimeout(resolve, 4_000, 'waits')),
      ])
      expect((await statusOf(does)).status).toBe(does === 'loses its answer' ? 200 : 100)
      expect(sent === 'waits').toBe(does === 'answers nothing')
      expect(await balanceOf(to)).toBe(does === 'loses its answer' ? 5n : 0n)
      expect(callsOf('eth_sendUserOperation')).toHaveLength(before + 1)
    }
  })

  it('refuses a batch with the bundler’s own code, and the id may be used again', async () => {
    outside.fault('eth_sendUserOperation', 'refuses')
    const batch = batchOf([{ to: someone(), value: '0x5' }], { id: 'again' })
    expect(await ask('wallet_sendCalls', batch)).toMatchObject({ status: 400, code: -32500 })
    expect((await ask('wallet_getCallsStatus', ['again'])).code).toBe(5730)
    answered(await ask('wallet_sendCalls', batch))
  })

  it('does not keep people from logging in with their account', async () => {
    outside.away(true)
    try {
      const found = await accountsOf(browser)
      expect(found).toEqual({ eoa, smart })
      expect((await accountsOf(await login())).smart).toMatch(/^0x/)
    } finally {
      outside.away(false)
    }
  })
})
