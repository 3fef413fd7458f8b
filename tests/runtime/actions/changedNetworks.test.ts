/** Networks that are added and removed while wallets are connected. */
import { expect, it } from 'vitest'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { register } from '../../../runtime/actions/discover.ts'
import { addNetwork, removeNetwork } from '../../../runtime/actions/networks.ts'
import { onNetwork } from '../../../runtime/actions/session.ts'
import { reconnect } from '../../../runtime/actions/reconnect.ts'
import { follow } from '../../../runtime/actions/tabs.ts'
import { defineChain } from '../../../runtime/contracts/chain.ts'
import { activeNetworkOf, isUnsupported } from '../../../runtime/state/active.ts'
import { makeKit, memoryStorage, network, solana } from '../../support/kit.ts'
import { evmWallet } from '../../support/walk/wallets.ts'

const A = `0x${'1'.repeat(40)}`
const solanaChain = defineChain({ namespace: 'solana', adapter: async () => ({ default: { namespace: 'solana' } }) })

it('the network that is added takes the place of the placeholder if the wallet is on it', async () => {
  const kit = makeKit()
  const evm = evmWallet('org.alpha', [A])
  evm.chain = 8453
  register(kit, evm.connector)
  await connect(kit, evm.connector)
  expect(isUnsupported(kit)).toBe(true)
  expect([kit.state.modal.open, kit.state.router.view]).toEqual([true, 'UnsupportedChain'])
  const changed: unknown[] = []
  kit.events.on('changed', (event) => void changed.push(event))
  addNetwork(kit, network(8453))
  expect(activeNetworkOf(kit)?.name).toBe('Network 8453')
  expect(kit.state.accounts.eip155.addressExplorerUrl).toBe(`https://explorer.example/address/${A}`)
  expect([kit.state.modal.open, changed.length]).toEqual([false, 1])
})

it('a new version of the active network takes effect at once', () => {
  const kit = makeKit()
  addNetwork(kit, { ...network(1, 'Renamed'), rpcUrls: { default: { http: ['https://other.example'] } } })
  expect(activeNetworkOf(kit)?.name).toBe('Renamed')
})

it('a network of another namespace that is removed moves neither the next page nor other tabs', async () => {
  const storage = memoryStorage()
  const networks = [network(1), { ...solana(), id: 'dev', caipNetworkId: 'solana:dev' as const }, solana()]
  const make = () => makeKit({ networks }, { chains: [eip155, solanaChain], storage })
  const kit = make()
  const evm = evmWallet('org.alpha', [A])
  register(kit, evm.connector)
  await connect(kit, evm.connector)
  const other = make()
  register(other, evm.connector)
  await follow(other)
  await reconnect(other)
  expect(other.state.networks.activeChain).toBe('eip155')
  expect(other.state.accounts.eip155.status).toBe('connected')
  const before = storage.get('@appkit/active_caip_network_id')
  void removeNetwork(kit, 'solana:dev')
  expect(kit.state.networks.activeChain).toBe('eip155')
  await follow(other)
  expect([storage.get('@appkit/active_caip_network_id'), other.state.networks.activeChain]).toEqual([before, 'eip155'])
})

it('two removals at once leave the wallet on a listed network', async () => {
  const kit = makeKit()
  const evm = evmWallet('org.alpha', [A])
  register(kit, evm.connector)
  await connect(kit, evm.connector)
  const first = removeNetwork(kit, 'eip155:1')
  const second = removeNetwork(kit, 'eip155:137')
  await Promise.allSettled([first, second])
  expect(kit.state.networks.eip155.requestedCaipNetworks.map(({ id }) => id)).toEqual([10])
  expect([activeNetworkOf(kit)?.name, evm.chain]).toEqual(['Network 10', 10])
})

it('two removals at once leave one network', async () => {
  const kit = makeKit({ networks: [network(1), network(137)] })
  const evm = evmWallet('org.alpha', [A])
  register(kit, evm.connector)
  await connect(kit, evm.connector)
  await Promise.allSettled([removeNetwork(kit, 'eip155:1'), (async () => removeNetwork(kit, 'eip155:137'))()])
  expect(kit.state.networks.eip155.requestedCaipNetworks).toHaveLength(1)
})

it('MODAL_OPEN is tracked too when the modal opens by itself, for a network that the page does not list', async () => {
  const kit = makeKit()
  const evm = evmWallet('org.alpha', [A])
  register(kit, evm.connector)
  await connect(kit, evm.connector)
  const events: unknown[] = []
  kit.events.on('track', ({ event, properties }) => events.push([event, properties]))
  onNetwork(kit, 'eip155:424242')
  onNetwork(kit, 'eip155:424243')
  onNetwork(kit, 'eip155:137')
  expect(events).toEqual([
    ['MODAL_OPEN', { connected: true }],
    ['MODAL_CLOSE', { connected: true }],
  ])
})
