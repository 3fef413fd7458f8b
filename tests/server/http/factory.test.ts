/** The contracts of smart accounts: a server does not start without them, and the operator deploys them without any key. */
import { concat, createWalletClient, defineChain, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testAccounts } from '../../../sandbox/accounts.ts'
import { chainList } from '../../../sandbox/chains.ts'
import * as entryPoint from '../../../sandbox/contracts/artifacts/EntryPoint.ts'
import { type EvmNode, startNode } from '../../../sandbox/node.ts'
import { DEPLOYER, ENTRY_POINT, FACTORY, IMPLEMENTATION } from '../../../sandbox/smartAccounts/addresses.ts'
import { createBundler } from '../../../sandbox/smartAccounts/bundler.ts'
import { parseConfig } from '../../../server/config/config.ts'
import { doctor } from '../../../server/verbs/doctor.ts'
import { startHosted } from '../../support/hosted.ts'
import { runServer } from '../../support/serverProcess.ts'
import { type Service, startService } from '../../support/service.ts'
import { openBrowser, SITE, someEmail } from '../../sandbox/login/browser.ts'

const SALT = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'
/** A chain id that no other test has: the contracts' code must be the same on every chain. */
const CHAIN_ID = 4_242
let node: EvmNode
let bundler: Service
let entryPoints: unknown = [ENTRY_POINT]
beforeAll(async () => {
  const [chain] = chainList
  if (!chain) throw new Error('The sandbox has a chain')
  node = await startNode({ ...chain, id: CHAIN_ID, caipNetworkId: `eip155:${CHAIN_ID}` })
  const own = createBundler(node)
  bundler = await startService(async ({ body }) => {
    const { id, method, params } = body as { id: number; method: string; params: unknown }
    const result = method === 'eth_supportedEntryPoints' ? entryPoints : await own.request(method, params)
    return { json: { jsonrpc: '2.0', id, result } }
  })
})
afterAll(async () => {
  await bundler?.close()
  await node?.stop()
})

const rpc = () => `http://127.0.0.1:${node.port}`
const configOf = () => ({
  sites: [SITE],
  networks: [{ id: CHAIN_ID, name: 'Ours', symbol: 'ETH', rpc: rpc(), bundler: bundler.url }],
})
const finding = async () => {
  const config = parseConfig(configOf(), { environment: {}, readFile: () => '' }, '/tmp')
  return (await doctor(config)).find(({ name }) => name === `smart accounts ${CHAIN_ID}`)
}
const wallet = () =>
  createWalletClient({
    account: privateKeyToAccount(testAccounts[0]?.privateKey ?? '0x'),
    chain: defineChain({
      ...{ id: CHAIN_ID, name: 'Ours', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
      rpcUrls: { default: { http: [rpc()] } },
    }),
    transport: http(rpc()),
  }).extend(publicActions)
const deploy = async (data: `0x${string}`) => {
  const hash = await wallet().sendTransaction({ to: DEPLOYER, data, gas: 8_000_000n })
  expect((await wallet().waitForTransactionReceipt({ hash, pollingInterval: 20 })).status).toBe('success')
}

it('are missed by the start and by the doctor, until anybody has deployed what the command prints', async () => {
  await expect(startHosted(configOf())).rejects.toThrow(`there is no code at ${ENTRY_POINT}`)
  await deploy(concat([SALT, entryPoint.bytecode]))
  await expect(startHosted(configOf())).rejects.toThrow(`there is no code at ${FACTORY}`)
  expect(await finding()).toMatchObject({ isFine: false, text: expect.stringContaining('factory') as string })
  const { code, text } = await runServer('/tmp', ['factory'])
  expect(code).toBe(0)
  await deploy(text.trim() as `0x${string}`)
  expect(await finding()).toMatchObject({ isFine: true })
  const hosted = await startHosted(configOf())
  const browser = await openBrowser(hosted.service(), { site: SITE })
  await browser.login(someEmail())
  expect((await browser.user(CHAIN_ID)).accounts).toHaveLength(2)
  await hosted.close()
}, 60_000)

it('are refused if other code is in their place, and a bundler for another entry point is a warning', async () => {
  entryPoints = ['0x0000000071727De22E5E9d8BAf0edAc6f37da032']
  expect(await finding()).toMatchObject({ isFine: false, text: expect.stringContaining('EntryPoint 0.8') as string })
  const hosted = await startHosted(configOf())
  expect(hosted.lines.join('')).toContain('does not support EntryPoint 0.8')
  await hosted.close()
  entryPoints = [ENTRY_POINT]
  const code = await node.request('eth_getCode', [IMPLEMENTATION, 'latest'])
  await node.request('anvil_setCode', [IMPLEMENTATION, '0x6000'])
  expect(await finding()).toMatchObject({ isFine: false, text: expect.stringContaining('other code') as string })
  await node.request('anvil_setCode', [IMPLEMENTATION, code])
  expect(await finding()).toMatchObject({ isFine: true })
})

it('are checked later if the node does not answer at the start', async () => {
  const config = configOf()
  const away = [{ ...config.networks[0], rpc: 'http://127.0.0.1:1' }]
  const hosted = await startHosted({ ...config, networks: away })
  expect(hosted.lines.join('')).toContain('smart accounts could not be checked')
  const browser = await openBrowser(hosted.service(), { site: SITE })
  await browser.login(someEmail())
  expect((await browser.ask('GET_USER', {}, CHAIN_ID)).message).toContain('The node of Ours does not answer')
  await hosted.close()
})
