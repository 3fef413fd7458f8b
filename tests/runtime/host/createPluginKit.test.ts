import { ref } from 'valtio/vanilla'
import { expect, it, onTestFinished } from 'vitest'
import { register } from '../../../runtime/actions/discover.ts'
import { addAdapter } from '../../../runtime/actions/networks.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { connectById } from '../../../runtime/actions/index.ts'
import { tellSent } from '../../../runtime/data/sent.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const plugin: AnyPlugin = {
  id: 'tip',
  feature: 'tip',
  engine: '^0.1',
  permissions: { methods: ['eth_sendTransaction'] },
}
const setup = async (own: AnyPlugin = plugin) => {
  const kit = makeKit(sandboxConfig(sandbox()))
  const { connector } = testConnector(sandbox())
  register(kit, connector)
  await connect(kit, connector)
  return { kit, pluginKit: createPluginKit(kit, own) }
}

it('reads copies: nothing that a plugin holds writes into the kit', async () => {
  const { kit, pluginKit } = await setup()
  const account = pluginKit.account()
  expect(account).toMatchObject({ address: sandbox().accounts[0]?.address, namespace: 'eip155', status: 'connected' })
  expect(() => Object.assign(account, { address: '0x' })).toThrow()
  const network = pluginKit.network()
  if (network) network.name = 'Mine'
  expect(kit.state.networks.eip155.caipNetwork?.name).toBe('Sandbox One')
})

it('reads its options as the site sets them, as a copy over its own defaults', async () => {
  const { kit, pluginKit } = await setup({ ...plugin, options: { amount: '1', note: 'n' } })
  expect(pluginKit.options()).toEqual({ amount: '1', note: 'n' })
  kit.state.options.features['tip'] = { amount: '2' }
  expect(pluginKit.options()).toEqual({ amount: '2', note: 'n' })
  Object.assign(Object(pluginKit.options()), { amount: '3' })
  expect(pluginKit.options()).toEqual({ amount: '2', note: 'n' })
  kit.state.options.features['tip'] = ['a']
  expect(pluginKit.options()).toEqual(['a'])
})

it('reads the project id that the site has now', async () => {
  const { kit, pluginKit } = await setup()
  expect(pluginKit.projectId).toBe('unit')
  kit.state.options.projectId = 'new'
  expect(pluginKit.projectId).toBe('new')
  expect(() => Object.assign(pluginKit, { projectId: 'mine' })).toThrow(TypeError)
})

it('tells a guest what left for the account that is active, and for no other', async () => {
  const { kit, pluginKit } = await setup()
  const guest = createPluginKit(kit, { ...plugin, guest: true })
  const to = sandbox().accounts[5]?.address ?? ''
  await pluginKit.chain.sendTransaction({ to, value: 5n })
  const [sent] = pluginKit.chain.sent()
  expect(guest.chain.sent()).toEqual([sent])
  tellSent(kit, { hash: `0x${'1'.repeat(64)}`, caipNetworkId: 'eip155:31337', from: to, to })
  expect(pluginKit.chain.sent()).toHaveLength(2)
  expect(guest.chain.sent()).toEqual([sent])
})

it('reads the account while the popup of a login is open, and not the popup', async () => {
  const { kit, pluginKit } = await setup()
  const popup: { self?: object } = {}
  popup.self = popup
  kit.state.accounts.eip155.socialWindow = ref(popup)
  expect(pluginKit.account()).toMatchObject({ status: 'connected' })
  expect(pluginKit.account()).not.toHaveProperty('socialWindow')
})

it('asks the wallet, and tells the hash before anybody else', async () => {
  const { kit, pluginKit } = await setup()
  const hashes: string[] = []
  kit.events.on('transaction', ({ hash }) => void hashes.push(hash))
  const to = sandbox().accounts[5]?.address ?? ''
  const hash = await pluginKit.chain.sendTransaction({ to, value: 5n })
  expect(hashes).toEqual([hash])
  expect(await pluginKit.chain.waitForTransaction(hash)).toMatchObject({ status: 'success', hash })
})

it('tells a guest without permissions what a transaction would do, and asks no wallet', async () => {
  const { kit } = await setup()
  const { wallet, connector } = testConnector(sandbox())
  await connect(kit, connector)
  const asked = wallet.requests.length
  const guest = createPluginKit(kit, { id: 'tip', feature: 'tip', engine: '^0.1', guest: true })
  const to = sandbox().accounts[5]?.address ?? ''
  expect(await guest.chain.simulate({ to, value: 5n })).toEqual({
    status: 'success',
    changes: [{ amount: -5n }],
    receipts: [{ holder: to.toLowerCase(), amount: 5n }],
    allowances: [],
  })
  expect(wallet.requests).toHaveLength(asked)
})

it('reads a token of another network from that network’s node', async () => {
  const { pluginKit } = await setup()
  const dai = sandbox().tokens.find(({ symbol, chainId }) => symbol === 'DAI' && chainId === 31338)?.address ?? ''
  onTestFinished(() => sandbox().faults.clear())
  for (const path of ['/v1', '/rpc/31337']) sandbox().faults.set({ path, kind: 'status', status: 403 })
  await expect(pluginKit.chain.getToken(dai)).rejects.toThrow()
  expect(await pluginKit.chain.getToken(dai, { caipNetworkId: 'eip155:31338' })).toMatchObject({ symbol: 'DAI' })
  const unlisted = pluginKit.chain.getToken(dai, { caipNetworkId: 'eip155:1' })
  await expect(unlisted).rejects.toMatchObject({ code: 'NETWORK_UNDEFINED' })
})

it('refuses a method that the manifest does not declare, naming both', async () => {
  const { pluginKit } = await setup({ ...plugin, permissions: {} })
  await expect(pluginKit.chain.sendTransaction({ to: '0x', value: 1n })).rejects.toThrow(
    'Plugin "tip" did not declare the method eth_sendTransaction in its permissions',
  )
})

it('throws without a connected wallet’s provider [S8.throw.05]', async () => {
  const { kit, pluginKit } = await setup()
  delete kit.state.connections.eip155
  await expect(pluginKit.chain.sendTransaction({ to: '0x', value: 1n })).rejects.toThrow(
    'ConnectionController client not set',
  )
})

it('throws without an active network [S8.throw.07]', async () => {
  const { kit, pluginKit } = await setup()
  kit.state.networks.eip155.caipNetwork = undefined
  await expect(pluginKit.chain.getBalance()).rejects.toThrow('CaipNetwork is undefined')
})

it('throws for a connector that no adapter brought [S8.throw.03]', async () => {
  await expect(connectById(makeKit({}, { chains: [] }), 'io.wallet', 'solana')).rejects.toThrow('Adapter not found')
})

it('throws for a chain that lacks its adapter [S8.throw.06]', () => {
  const { kit } = { kit: makeKit() }
  expect(() => addAdapter(kit, { namespace: 'solana' } as never)).toThrow(
    'ConnectionControllerClient and NetworkControllerClient must be set',
  )
})
