import { expect, it } from 'vitest'
import { subscribe } from 'valtio/vanilla'
import { complete, completeConfig, completeNetworks } from '../../../runtime/actions/complete.ts'
import type { Generated, PluginList } from '../../../runtime/contracts/config.ts'
import { defineChain } from '../../../runtime/contracts/chain.ts'
import { createWalletKit } from '../../../runtime/index.ts'
import { kitOf } from '../../../runtime/kit/walletKit.ts'
import { memoryStorage, network } from '../../support/kit.ts'

const chain = (namespace: 'eip155' | 'solana') =>
  defineChain({ namespace, adapter: async () => ({ default: { namespace } }) })
const explorer = { default: { name: 'Scan', url: 'https://scan.example' } }
const remote = async () => Promise.reject(new Error('not loaded'))

const list: PluginList = Object.assign([], {
  rest: {
    config: {
      projectId: 'late',
      metadata: { name: 'Site' },
      services: { api: 'https://api.example' },
      termsConditionsUrl: 'https://late.example/terms',
      features: { send: {}, swaps: {} },
    },
    networks: {
      'eip155:1': { blockExplorers: explorer, rpcUrls: { chainDefault: { http: ['https://public.example'] } } },
    },
    chains: [chain('eip155'), chain('solana')],
    parts: { remote },
  },
})
const { blockExplorers: _own, ...plain } = network(1)
const small = { ...plain, rpcUrls: { default: { http: ['https://rpc.example'] } } }

async function completed(more: Partial<Generated> = {}, change?: (kit: ReturnType<typeof createWalletKit>) => void) {
  const instance = createWalletKit(
    { config: { networks: [small, network(137)] }, plugins: async () => ({ default: list }), ...more },
    { storage: memoryStorage() },
  )
  change?.(instance)
  const kit = kitOf(instance)
  complete(kit, await kit.loadPlugins())
  return { instance, kit }
}

it('adds the late half of the config, of the networks, the chains and the parts', async () => {
  const { instance, kit } = await completed()
  expect(kit.config).toMatchObject({ projectId: 'late', services: { api: 'https://api.example' } })
  expect(Object.isFrozen(kit.config)).toBe(true)
  expect(kit.state.options).toMatchObject({ projectId: 'late', features: { send: {}, swaps: {} } })
  expect([...kit.chains.keys()]).toEqual(['eip155', 'solana'])
  expect(kit.parts.remote).toBe(remote)
  const whole = {
    ...small,
    blockExplorers: explorer,
    rpcUrls: { default: { http: ['https://rpc.example'] }, chainDefault: { http: ['https://public.example'] } },
  }
  expect(kit.config.networks?.[0]).toEqual(whole)
  // The network is completed in the list and as the active one.
  expect(instance.getCaipNetwork()).toEqual(whole)
  expect(instance.getCaipNetworks()).toEqual([whole, network(137)])
})

it('can leave the networks of the state for later, so that no component of the page renders before the modal', async () => {
  const instance = createWalletKit(
    { config: { networks: [small] }, plugins: async () => ({ default: list }) },
    { storage: memoryStorage() },
  )
  const kit = kitOf(instance)
  let changes = 0
  subscribe(kit.state.networks, () => changes++, true)
  completeConfig(kit, await kit.loadPlugins())
  expect(kit.config.networks?.[0]).toMatchObject({ blockExplorers: explorer })
  expect([changes, instance.getCaipNetwork()]).toEqual([0, small])
  // Any other code that loads meanwhile completes them at once.
  complete(kit, list)
  expect(instance.getCaipNetwork()).toMatchObject({ blockExplorers: explorer })
  const before = changes
  completeNetworks(kit)
  expect(changes).toBe(before)
})

it('keeps what the site passed in code, and what it changed before', async () => {
  const [own, parts] = [chain('eip155'), { remote: () => Promise.reject(new Error('own')) }]
  const config = { networks: [network(1)], projectId: 'own', features: { swaps: false as const } }
  const { kit } = await completed({ config, chains: [own], parts }, (instance) => {
    instance.updateFeatures({ send: false })
    instance.setTermsConditionsUrl('https://own.example/terms')
  })
  expect(kit.config).toMatchObject({ projectId: 'own', features: { send: {}, swaps: false } })
  expect(kit.state.options.features).toMatchObject({ send: false, swaps: false })
  expect(kit.state.options.termsConditionsUrl).toBe('https://own.example/terms')
  expect(kit.chains.get('eip155')).toBe(own)
  expect(kit.chains.has('solana')).toBe(true)
  expect(kit.parts.remote).toBe(parts.remote)
})

it('adds no chain to a kit that only remote sessions use, and runs once', async () => {
  const { kit } = await completed({ config: { basic: true } })
  expect(kit.chains.size).toBe(0)
  const { config } = kit
  complete(kit, list)
  expect(kit.config).toBe(config)
})

it('loads again after a failure', async () => {
  let tries = 0
  const instance = createWalletKit({
    config: {},
    plugins: async () => {
      if (!tries++) throw new Error('offline')
      return { default: list }
    },
  })
  const kit = kitOf(instance)
  await expect(kit.loadPlugins()).rejects.toThrow('offline')
  expect(await kit.loadPlugins()).toBe(list)
})
