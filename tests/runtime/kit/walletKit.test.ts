import type { SiweConfig } from '../../../runtime/siwx/siwe/types.ts'
import type { SIWX } from '../../../runtime/siwx/types.ts'
import { expect, expectTypeOf, it } from 'vitest'
import { createWalletKit, type CaipNetwork, STORAGE_KEYS, VIEWS, type WalletKit } from '../../../runtime/index.ts'
import { open } from '../../../runtime/actions/open.ts'
import { discover, register } from '../../../runtime/actions/discover.ts'
import { connectorIdKey } from '../../../runtime/lib/keyTable.ts'
import { findView } from '../../../runtime/host/findView.ts'
import { complete } from '../../../runtime/actions/complete.ts'
import { kitOf } from '../../../runtime/kit/walletKit.ts'
import { slotItems } from '../../../runtime/state/slotItems.ts'
import send from '../../../plugins/send/index.ts'
import swaps from '../../../plugins/swaps/index.ts'
import receive from '../../../plugins/receive/index.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import schema from '../../../schema/generated/schema.json' with { type: 'json' }
import { memoryStorage, network, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const make = (config: Parameters<typeof createWalletKit>[0]['config'] = {}): WalletKit =>
  createWalletKit(
    { config: { networks: [network(1), network(137)], ...config }, chains: [eip155], plugins: [send, receive] },
    { storage: memoryStorage() },
  )

it('takes every option that it is given into its state [S1.scope.15]', () => {
  const kit = make({
    projectId: 'p',
    sdkType: 'type',
    sdkVersion: 'version',
    defaultAccountTypes: { eip155: 'eoa' },
    termsConditionsUrl: 'https://a.example/terms',
    privacyPolicyUrl: 'https://a.example/privacy',
    features: { send: {}, legalCheckbox: true },
    theme: { mode: 'dark', variables: { '--wk-accent': '#123456' } },
    defaultNetwork: 'eip155:137',
  })
  expect(kitOf(kit).state.options).toMatchObject({
    projectId: 'p',
    sdkType: 'type',
    sdkVersion: 'version',
    defaultAccountTypes: { eip155: 'eoa' },
    termsConditionsUrl: 'https://a.example/terms',
    privacyPolicyUrl: 'https://a.example/privacy',
    features: { send: {}, legalCheckbox: true },
  })
  expect(kit.getThemeMode()).toBe('dark')
  expect(kit.getThemeVariables()).toEqual({ '--wk-accent': '#123456' })
  expect(kit.getChainId()).toBe(137)
})

it('knows each feature’s state, and no button stands for what is off [S1.config.02]', () => {
  const instance = createWalletKit({
    config: { features: { swaps: false, send: {} } },
    plugins: [send, receive, swaps],
  })
  const kit = kitOf(instance)
  const buttons = () => slotItems(kit, 'walletFeatures').map(({ key }) => key)
  expect(kit.state.options.features['swaps']).toBe(false)
  // A feature that the config does not name is on, because the site passed its plugin.
  expect(buttons()).toEqual(['receive', 'send'])
  instance.updateFeatures({ swaps: {}, send: false })
  expect(buttons()).toEqual(['swaps', 'receive'])
  expect([findView(kit, 'Swap')?.name, findView(kit, 'WalletSend')?.name]).toEqual(['Swap', undefined])
})

it('orders the wallet’s buttons by the list, then by their own rank', () => {
  const kit = make()
  const keys = () => slotItems(kitOf(kit), 'walletFeatures').map(({ key }) => key)
  expect(keys()).toEqual(['receive', 'send'])
  kit.setWalletFeaturesOrder(['send', 'receive'])
  expect(keys()).toEqual(['send', 'receive'])
})

it('refuses siwx together with siweConfig [S1.siwx.02]', () => {
  const [siwx, siweConfig] = [{} as SIWX, {} as SiweConfig]
  for (const [config, overrides] of [
    [{}, { siwx, siweConfig }],
    [{ siwx: true }, { siweConfig }],
    [{ siweConfig: true }, { siwx }],
    [{ siwx: true, siweConfig: true }, {}],
  ] as const) {
    expect(() => createWalletKit({ config }, overrides)).toThrow('siwx or siweConfig, not both')
  }
  expect(() => createWalletKit({ config: { siwx: true } }, { siwx })).not.toThrow()
  expect(() => createWalletKit({ config: { siweConfig: true } }, { siweConfig })).not.toThrow()
})

it('has one documented name for each panel, and opens each [S2.view.19]', () => {
  const kit = kitOf(make())
  complete(kit, [])
  const panels = [VIEWS.swap, VIEWS.send, VIEWS.receive, VIEWS.onramp, VIEWS.activity, VIEWS.registerAccountName]
  expect(new Set(Object.values(VIEWS)).size).toBe(Object.values(VIEWS).length)
  for (const view of panels) {
    open(kit, { view })
    expect(kit.state.router.view).toBe(view)
  }
})

it('registers connectors with id, name, type and namespace [S3.connector.01] [S3.connector.02] [S3.connector.03]', () => {
  const kit = kitOf(make())
  register(kit, testConnector(sandbox()).connector)
  expect(kit.state.connectors.list[0]).toMatchObject({
    id: 'org.walletkit.test',
    name: 'Test wallet',
    type: 'ANNOUNCED',
    chain: 'eip155',
  })
})

it('lists the networks that a connector serves [S3.connector.07]', () => {
  const kit = kitOf(make())
  register(kit, testConnector(sandbox()).connector)
  expect(kit.state.connectors.list[0]?.chains.map(({ caipNetworkId }) => caipNetworkId)).toEqual([
    'eip155:1',
    'eip155:137',
  ])
})

it('lists a connector of an id and namespace once, and 64 at most', () => {
  const kit = kitOf(make())
  const { connector } = testConnector(sandbox())
  register(kit, connector)
  register(kit, connector)
  expect(kit.state.connectors.list).toHaveLength(1)
  for (let at = 0; at < 100; at++) register(kit, { ...connector, id: `io.wallet.n${at}` })
  expect(kit.state.connectors.list).toHaveLength(64)
})

it('lists connectors that code passes in, once somebody looks', async () => {
  const { connector } = testConnector(sandbox())
  const kit = kitOf(createWalletKit({ config: {}, chains: [eip155] }, { connectors: [connector] }))
  await discover(kit)()
  expect(kit.state.connectors.list.map(({ id }) => id)).toEqual(['org.walletkit.test'])
})

it('connects, reads and disconnects without a modal', async () => {
  const kit = createWalletKit(
    { config: sandboxConfig(sandbox()), chains: [eip155] },
    { storage: memoryStorage(), connectors: [testConnector(sandbox()).connector] },
  )
  const seen: (string | undefined)[] = []
  const stop = kit.subscribeShouldUpdateToAddress((address) => void seen.push(address))
  const account = await kit.connect('org.walletkit.test')
  const address = sandbox().accounts[0]?.address
  expect(account).toMatchObject({ address, isConnected: true, status: 'connected' })
  expect(kit.getCaipAddress()).toBe(`eip155:31337:${address}`)
  expect(kit.getIsConnectedState()).toBe(true)
  expect(kit.getProvider('eip155')).toBe(kit.getWalletProvider())
  expect(kit.getWalletProviderType()).toBe('ANNOUNCED')
  await kit.switchNetwork('eip155:31338')
  expect(kit.getChainId()).toBe(31338)
  await kit.disconnect()
  expect(kit.getAccount()).toMatchObject({ isConnected: false, status: 'disconnected' })
  expect(seen).toContain(address)
  stop()
})

it('hands out copies', () => {
  const kit = make()
  const held = kit.getCaipNetwork()
  if (held) held.name = 'Mine'
  expect(kit.getCaipNetwork()?.name).toBe('Network 1')
  expectTypeOf(kit.getCaipNetwork()).toEqualTypeOf<CaipNetwork | undefined>()
})

it('returns what stops it from every subscription', () => {
  const kit = make()
  const subscriptions = Object.entries(kit).filter(([name]) => name.startsWith('subscribe')) as [
    string,
    (listener: () => void) => unknown,
  ][]
  expect(subscriptions).toHaveLength(11)
  for (const [name, subscribe] of subscriptions) expect(typeof subscribe(() => {}), name).toBe('function')
})

it('keeps two kits apart', () => {
  const [one, two] = [make(), make()]
  one.setThemeVariables({ '--wk-accent': 'red' })
  one.updateFeatures({ send: false })
  expect(two.getThemeVariables()).toEqual({})
  expect(kitOf(two).state.options.features).toEqual({})
})

it('has one table of storage keys, unique and prefixed [S3.persist.11]', () => {
  const keys = [...Object.values(STORAGE_KEYS), connectorIdKey('eip155')]
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of keys) expect(key).toMatch(/^@appkit/)
})

it('knows no roles: an account’s type is all that sets visitors apart [S6.roles.01]', () => {
  const names = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      names.add(key)
      collect(inner)
    }
  }
  collect(schema)
  collect(JSON.parse(JSON.stringify(kitOf(make()).state)))
  expect([...names].filter((name) => /role|permission(s|ed)?$/i.test(name))).toEqual([])
})

it('ends with every step, newest first, past one that throws; the page hears of that one', async () => {
  const kit = make()
  const done: string[] = []
  const { teardown } = kitOf(kit)
  teardown.push(
    () => void done.push('older'),
    () => {
      throw new Error('a step')
    },
    () => void done.push('newer'),
  )
  const heard = new Promise((resolve) => {
    const before = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection').once('unhandledRejection', (reason) => {
      for (const listener of before) process.on('unhandledRejection', listener)
      resolve(reason)
    })
  })
  kit.destroy()
  expect(done).toEqual(['newer', 'older'])
  expect(teardown).toEqual([])
  expect(await heard).toMatchObject({ message: 'a step' })
})

it('begins on the stored network, and waits for a stored session only if the last visit ended connected', () => {
  const begin = (status: string) => {
    const storage = memoryStorage()
    storage.set(STORAGE_KEYS.activeCaipNetworkId, 'eip155:137')
    storage.set(STORAGE_KEYS.connectedNamespaces, 'eip155')
    storage.set(STORAGE_KEYS.connectionStatus, status)
    const kit = createWalletKit({ config: { networks: [network(1), network(137)] }, chains: [eip155] }, { storage })
    return [kit.getChainId(), kit.getAccount().status]
  }
  expect(begin('connected')).toEqual([137, 'connecting'])
  expect(begin('disconnected')).toEqual([137, 'disconnected'])
})
