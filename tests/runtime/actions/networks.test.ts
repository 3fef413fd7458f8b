import { expect, it } from 'vitest'
import { subscribe } from 'valtio/vanilla'
import { register } from '../../../runtime/actions/discover.ts'
import { addNetwork, removeAdapter, removeNetwork } from '../../../runtime/actions/networks.ts'
import { setNetwork } from '../../../runtime/actions/activeNetwork.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { setAccount } from '../../../runtime/state/setAccount.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { adapterOf } from '../../../runtime/contracts/adapter.ts'
import { unknownNetwork } from '../../../runtime/contracts/network.ts'
import { defineChain } from '../../../runtime/contracts/chain.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import { activeAccount, activeNetworkOf, isSupportedNetwork } from '../../../runtime/state/active.ts'
import { createNetworksState } from '../../../runtime/state/networks.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { makeKit, network, sandboxConfig, solana, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { setConnection } from '../../support/connect.ts'

const sandbox = useSandbox()
/** A namespace without one of our adapters, for switches between namespaces. */
const solanaChain = defineChain({ namespace: 'solana', adapter: async () => ({ default: { namespace: 'solana' } }) })
const two = () => makeKit({ networks: [network(1), solana()] }, { chains: [eip155, solanaChain] })

it('keeps each namespace’s network, the configured networks and the approved networks [S3.netstate.01] [S3.netstate.04]', () => {
  const { state } = two()
  expect(state.networks.eip155.caipNetwork?.caipNetworkId).toBe('eip155:1')
  expect(state.networks.eip155.requestedCaipNetworks.map(({ id }) => id)).toEqual([1])
  expect(state.networks.solana.requestedCaipNetworks.map(({ name }) => name)).toEqual(['Solana'])
  expect(state.networks.bip122.requestedCaipNetworks).toEqual([])
  const kit = makeKit({ networks: [network(1), network(137), solana()] }, { chains: [eip155, solanaChain] })
  const { eip155: evm, solana: sol } = kit.state.networks
  setNetwork(kit, 'eip155:137')
  expect([evm.caipNetwork?.name, sol.caipNetwork?.name]).toEqual(['Network 137', 'Solana'])
  // A network that the page does not list has its place too.
  setNetwork(kit, 'eip155:10')
  expect(evm.caipNetwork).toEqual(unknownNetwork('eip155:10'))
})

/** The values of `switchingNamespace` after each change of the networks' state. */
function flagsOf(kit: Kit) {
  const flags: boolean[] = []
  subscribe(kit.state.networks, () => flags.push(kit.state.networks.switchingNamespace), true)
  return flags
}

it('sets flag, chain, address and network when the active namespace changes [S4.net.01] [S4.net.02] [S4.net.03] [S4.net.04]', async () => {
  const kit = two()
  setAccount(kit.state.accounts, 'eip155', { address: '0x1' })
  setAccount(kit.state.accounts, 'solana', { address: 'So1' })
  const flags = flagsOf(kit)
  await switchNetwork(kit, solana().caipNetworkId)
  expect(flags).toContain(true)
  expect(kit.state.networks).toMatchObject({ activeChain: 'solana', switchingNamespace: false })
  expect(activeAccount(kit)?.address).toBe('So1')
  expect(activeNetworkOf(kit)?.name).toBe('Solana')
})

it('sets `switchingNamespace` and no address when the new namespace has no connected account [S4.net.01]', async () => {
  const kit = makeKit(
    { ...sandboxConfig(sandbox()), networks: [network(31337), solana()] },
    { chains: [eip155, solanaChain] },
  )
  const { connector } = testConnector(sandbox())
  await connect(kit, connector)
  const flags = flagsOf(kit)
  await switchNetwork(kit, solana().caipNetworkId)
  expect(flags[0]).toBe(true)
  expect(kit.state.networks).toMatchObject({ activeChain: 'solana', switchingNamespace: false })
  expect(activeAccount(kit)?.status).toBe('disconnected')
  expect(activeAccount(kit)).not.toHaveProperty('address')
  expect(activeNetworkOf(kit)?.name).toBe('Solana')
  expect(kit.state.accounts.eip155.status).toBe('connected')

  // A switch within the namespace does not set it.
  const within = flagsOf(kit)
  await switchNetwork(kit, solana().caipNetworkId)
  expect(within).not.toContain(true)
})

it('falls back to the first remaining network, never to the removed one [S4.net.09]', () => {
  const kit = makeKit()
  void removeNetwork(kit, 'eip155:1')
  expect(activeNetworkOf(kit)?.id).toBe(137)
  expect(kit.state.networks.eip155.requestedCaipNetworks.map(({ id }) => id)).toEqual([137, 10])
})

it('changes no other namespace', () => {
  const kit = makeKit({ networks: [network(1), network(137), solana()] }, { chains: [eip155, solanaChain] })
  void removeNetwork(kit, 'eip155:1')
  expect(kit.state.networks.solana.requestedCaipNetworks).toHaveLength(1)
})

it('keeps the last network of a namespace [S4.net.10]', () => {
  const kit = two()
  expect(() => removeNetwork(kit, solana().caipNetworkId)).toThrow('The last network of a namespace cannot be removed')
  expect(kit.state.networks.solana.requestedCaipNetworks).toHaveLength(1)
})

it('adds a network, and replaces one with the same id', () => {
  const kit = makeKit()
  addNetwork(kit, network(10, 'Renamed'))
  addNetwork(kit, network(8453))
  expect(kit.state.networks.eip155.requestedCaipNetworks.map(({ name }) => name)).toEqual([
    'Network 1',
    'Network 137',
    'Renamed',
    'Network 8453',
  ])
  expect(() => addNetwork(kit, solana())).toThrow('Chain adapter not found')
})

it('keeps an adapter while its wallet is connected [S4.net.11]', async () => {
  const kit = makeKit(sandboxConfig(sandbox()))
  const { connector } = testConnector(sandbox())
  register(kit, connector)
  await connect(kit, connector)
  expect(() => removeAdapter(kit, 'eip155')).toThrow('An adapter cannot be removed while connected')
  expect(kit.chains.has('eip155')).toBe(true)
})

it('supports every network when none are requested, otherwise only the requested ones [S5.net.01] [S5.net.02]', () => {
  expect(isSupportedNetwork(createNetworksState([], ['eip155']), 'eip155:999')).toBe(true)
  const some = createNetworksState([network(1), network(137)], ['eip155'])
  expect(isSupportedNetwork(some, 'eip155:137')).toBe(true)
  expect(isSupportedNetwork(some, 'eip155:10')).toBe(false)
})

it('has a placeholder with a fixed name and an empty currency [S3.network.10] [S3.network.11]', () => {
  expect(unknownNetwork('eip155:999999')).toMatchObject({
    id: 999999,
    name: 'Unknown Network',
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
  })
})

it('throws for a namespace without an adapter [S8.throw.02]', async () => {
  await expect(adapterOf(makeKit(), 'solana')).rejects.toThrow('Chain adapter not found')
})

it('throws for an adapter that cannot switch [S8.throw.04]', async () => {
  const kit = two()
  setConnection(kit, 'solana', { provider: {} })
  await expect(switchNetwork(kit, solana().caipNetworkId)).rejects.toThrow('NetworkController client not set')
})

it('asks the wallet to switch, and keeps the network when the wallet refuses', async () => {
  const kit = makeKit(sandboxConfig(sandbox()))
  const { connector, wallet } = testConnector(sandbox())
  register(kit, connector)
  await connect(kit, connector)
  await switchNetwork(kit, 'eip155:31338')
  expect(wallet.chainId()).toBe(31338)
  wallet.set({ answer: 'reject' })
  await expect(switchNetwork(kit, 'eip155:31337')).rejects.toMatchObject({ code: 4001 })
  expect(activeNetworkOf(kit)?.id).toBe(31338)
})

it('throws for a network that is not configured', async () => {
  await expect(switchNetwork(makeKit(), 'eip155:424242')).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
})

it('switches a connected wallet before its network is removed, and keeps the network when the wallet refuses', async () => {
  const kit = makeKit(sandboxConfig(sandbox()))
  const { connector, wallet } = testConnector(sandbox())
  register(kit, connector)
  await connect(kit, connector)
  const listed = () => kit.state.networks.eip155.requestedCaipNetworks.map(({ id }) => id)
  wallet.set({ answer: 'reject' })
  await expect(removeNetwork(kit, 'eip155:31337')).rejects.toMatchObject({ code: 4001 })
  expect([activeNetworkOf(kit)?.id, listed(), wallet.chainId()]).toEqual([31337, [31337, 31338], 31337])
  expect(kit.state.toast).toMatchObject({ open: true, variant: 'error', message: 'Failed to switch network' })
  wallet.set({ answer: 'approve' })
  await removeNetwork(kit, 'eip155:31337')
  expect([activeNetworkOf(kit)?.id, listed(), wallet.chainId()]).toEqual([31338, [31338], 31338])
  expect(kit.state.networks.unsupported).toBe(false)
})
