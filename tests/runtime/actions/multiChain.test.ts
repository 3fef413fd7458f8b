/**
 * Several namespaces at once: which one is active, what a wallet with several of them does, and what the storage keeps.
 */
import { describe, expect, it } from 'vitest'
import { connect } from '../../../runtime/actions/connect.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { goBack } from '../../../runtime/actions/goBack.ts'
import { open } from '../../../runtime/actions/open.ts'
import { push } from '../../../runtime/state/navigate.ts'
import { reconnect } from '../../../runtime/actions/reconnect.ts'
import { register } from '../../../runtime/actions/discover.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { defineChain } from '../../../runtime/contracts/chain.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import type { CaipNetwork } from '../../../runtime/contracts/network.ts'
import type { Connector, Driver, Session, SessionEvents } from '../../../runtime/contracts/connector.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import type { CaipNetworkId, Namespace } from '../../../runtime/lib/namespace.ts'
import { STORAGE_KEYS } from '../../../runtime/lib/keyTable.ts'
import { activeAddress } from '../../../runtime/state/active.ts'
import { chooseWallet, possibleConnectors } from '../../../runtime/ui/screens/Connect/choose.ts'
import { walletRows } from '../../../runtime/ui/screens/Connect/rows.ts'
import { makeKit, memoryStorage, network, solana } from '../../support/kit.ts'
import { connectionStatus } from '../../../runtime/state/setConnection.ts'
import { waitFor } from '../../support/waitFor.ts'

const bitcoin: CaipNetwork = {
  ...network(0, 'Bitcoin'),
  id: '000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
}
const devnet: CaipNetwork = {
  ...solana(),
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
}
const NETWORKS = [network(1), network(137), solana(), devnet, bitcoin]
const HOME: Partial<Record<Namespace, CaipNetworkId>> = {
  eip155: 'eip155:1',
  solana: solana().caipNetworkId,
  bip122: bitcoin.caipNetworkId,
}

/** A wallet of one namespace whose session the test sets. `says` emits an event of the wallet. */
function walletOf(
  chain: Namespace,
  { name = 'Trident', delay = 0, ...session }: Partial<Session> & { name?: string; delay?: number } = {},
) {
  const heard: SessionEvents[] = []
  const asked: string[] = []
  const own: Session = {
    accounts: [{ address: `${chain}-1` }],
    caipNetworkId: HOME[chain] ?? 'eip155:1',
    provider: { asked },
    ...session,
  }
  const after = () => new Promise((resolve) => setTimeout(resolve, delay))
  const driver: Driver = {
    connect: async () => own,
    resume: async () => (await after(), own),
    disconnect: async () => undefined,
    watch: (_kit, _connector, on) => {
      heard.push(on)
      return () => undefined
    },
  }
  const connector: Connector = {
    id: `trident.${chain}`,
    name,
    type: 'ANNOUNCED',
    chain,
    chains: [],
    driver: async () => ({ default: driver }),
  }
  return { connector, asked, says: () => heard.at(-1) as SessionEvents }
}

/** A chain whose adapter records the networks that its wallet was asked to switch to. */
const chain = (namespace: Namespace) =>
  defineChain({
    namespace,
    adapter: async () => ({
      default: {
        namespace,
        switchNetwork: async (_kit: Kit, provider: unknown, to: CaipNetwork) =>
          void (provider as { asked: string[] }).asked.push(to.caipNetworkId),
      },
    }),
  })
const CHAINS = [{ ...eip155, adapter: chain('eip155').adapter }, chain('solana'), chain('bip122')]
const kitWith = (storage = memoryStorage()) => makeKit({ networks: NETWORKS }, { chains: CHAINS, storage })

describe('the networks of a namespace', () => {
  it('are all supported when the wallet sets no limit, and limited when a session says so [S3.netstate.02]', async () => {
    const kit = kitWith()
    const { networks } = kit.state
    await connect(kit, walletOf('eip155').connector)
    expect(networks.eip155.supportsAllNetworks).toBe(true)
    const limited = walletOf('solana', { approvedCaipNetworkIds: [solana().caipNetworkId] })
    await connect(kit, limited.connector)
    expect(networks.solana.supportsAllNetworks).toBe(false)
    expect(networks.eip155.supportsAllNetworks).toBe(true)
    await disconnect(kit, 'solana')
    expect(networks.solana).toMatchObject({ supportsAllNetworks: true, approvedCaipNetworkIds: undefined })
  })

  it('are those that the session approved, including later approvals [S3.netstate.05]', async () => {
    const kit = kitWith()
    const wallet = walletOf('eip155', { approvedCaipNetworkIds: ['eip155:1', 'eip155:137'] })
    await connect(kit, wallet.connector)
    expect(kit.state.networks.eip155.approvedCaipNetworkIds).toEqual(['eip155:1', 'eip155:137'])
    wallet.says().approved?.(['eip155:1'])
    expect(kit.state.networks.eip155).toMatchObject({
      approvedCaipNetworkIds: ['eip155:1'],
      supportsAllNetworks: false,
    })
  })
})

describe('several namespaces', () => {
  const all = async (storage = memoryStorage()) => {
    const kit = kitWith(storage)
    const [evm, sol, btc] = [walletOf('eip155'), walletOf('solana'), walletOf('bip122')]
    for (const { connector } of [evm, sol, btc]) {
      register(kit, connector)
      await connect(kit, connector)
    }
    return { kit, storage, evm, sol, btc }
  }

  it('can be connected at the same time, and the newest becomes active', async () => {
    const { kit, storage } = await all()
    expect(activeAddress(kit)).toBe('bip122-1')
    expect(storage.get(STORAGE_KEYS.connectedNamespaces)).toBe('eip155,solana,bip122')
    expect(kit.state.accounts.eip155.address).toBe('eip155-1')
  })

  it('become active without a request to the connected wallet, and the choice is remembered', async () => {
    const { kit, storage, evm, sol } = await all()
    await switchNetwork(kit, 'eip155:1')
    expect(activeAddress(kit)).toBe('eip155-1')
    expect(evm.asked).toEqual([])
    expect(storage.get(STORAGE_KEYS.activeCaipNetworkId)).toBe('eip155:1')
    // A switch within the other namespace asks its wallet.
    await switchNetwork(kit, devnet.caipNetworkId)
    expect(sol.asked).toEqual([devnet.caipNetworkId])
    expect(kit.state.accounts.solana.caipAddress).toBe(`${devnet.caipNetworkId}:solana-1`)
  })

  it('become active when the modal is opened for them on any view, and every subscriber is notified', async () => {
    const { kit, storage } = await all()
    await disconnect(kit, 'bip122')
    await switchNetwork(kit, solana().caipNetworkId)
    const changed: (Namespace | undefined)[] = []
    kit.events.on('changed', ({ namespace }) => void changed.push(namespace))
    open(kit, { namespace: 'eip155', view: 'Networks' })
    expect([kit.state.router.view, kit.state.networks.activeChain]).toEqual(['Networks', 'eip155'])
    expect(changed).toEqual(['eip155'])
    await waitFor(() => expect(storage.get(STORAGE_KEYS.activeNamespace)).toBe('eip155'))
    open(kit, { namespace: 'eip155' })
    expect([kit.state.router.view, changed]).toEqual(['Account', ['eip155']])
    // Without a connection there, its wallets are listed, and the connected namespace stays active.
    open(kit, { namespace: 'bip122' })
    expect([kit.state.router.view, kit.state.networks.activeChain]).toEqual(['Connect', 'eip155'])
    expect(kit.state.modal.namespace).toBe('bip122')
  })

  it('keep the active one when another disconnects; when the active one disconnects, a connected one takes over', async () => {
    const { kit } = await all()
    await switchNetwork(kit, solana().caipNetworkId)
    await disconnect(kit, 'bip122')
    expect(kit.state.networks.activeChain).toBe('solana')
    await disconnect(kit, 'solana')
    expect(kit.state.networks.activeChain).toBe('eip155')
    expect(activeAddress(kit)).toBe('eip155-1')
    expect(kit.storage.get(STORAGE_KEYS.activeCaipNetworkId)).toBe('eip155:1')
  })

  it('all disconnect together, and the active network stays', async () => {
    const { kit } = await all()
    await switchNetwork(kit, devnet.caipNetworkId)
    await disconnect(kit)
    expect(kit.state.networks.activeChain).toBe('solana')
    expect(kit.state.networks.solana.caipNetwork?.name).toBe('Solana Devnet')
    expect(kit.storage.get(STORAGE_KEYS.activeCaipNetworkId)).toBe(devnet.caipNetworkId)
    expect(connectionStatus(kit)).toBe('disconnected')
  })

  it('are restored after a reload with the same active one, whatever order the wallets answer in', async () => {
    const { kit, storage } = await all()
    await switchNetwork(kit, 'eip155:1')
    const next = kitWith(storage)
    expect(next.state.networks.activeChain).toBe('eip155')
    for (const { connector } of [
      walletOf('eip155'),
      walletOf('solana', { delay: 20 }),
      walletOf('bip122', { delay: 40 }),
    ])
      register(next, connector)
    await reconnect(next)
    expect(next.state.networks.activeChain).toBe('eip155')
    expect(['eip155', 'solana', 'bip122'].map((each) => next.state.accounts[each as Namespace].status)).toEqual(
      Array(3).fill('connected'),
    )
    expect(storage.get(STORAGE_KEYS.activeCaipNetworkId)).toBe('eip155:1')
  })

  it('keep the remembered network when an inactive one changes its network', async () => {
    const { kit, storage, evm } = await all()
    evm.says().network('eip155:137')
    expect(kit.state.accounts.eip155.caipAddress).toBe('eip155:137:eip155-1')
    expect(kit.state.networks.activeChain).toBe('bip122')
    expect(storage.get(STORAGE_KEYS.activeCaipNetworkId)).toBe(bitcoin.caipNetworkId)
  })
})

describe('a stored network', () => {
  it('that is no longer listed is a placeholder until its wallet answers', async () => {
    const storage = memoryStorage()
    const before = kitWith(storage)
    const wallet = walletOf('eip155', { caipNetworkId: 'eip155:999999' })
    register(before, wallet.connector)
    await connect(before, wallet.connector)
    const kit = kitWith(storage)
    const late = walletOf('eip155', { caipNetworkId: 'eip155:137', delay: 30 })
    register(kit, late.connector)
    const done = reconnect(kit)
    await expect.poll(() => kit.state.networks.eip155.caipNetwork?.name).toBe('Unknown Network')
    await done
    expect(kit.state.networks.eip155.caipNetwork?.caipNetworkId).toBe('eip155:137')
  })

  it('is ignored for a visitor who is not connected', async () => {
    const storage = memoryStorage()
    storage.set(STORAGE_KEYS.activeCaipNetworkId, 'eip155:999999')
    const kit = kitWith(storage)
    await reconnect(kit)
    expect(kit.state.networks.eip155.caipNetwork?.caipNetworkId).toBe('eip155:1')
  })
})

describe('a wallet of several namespaces', () => {
  const found = async () => {
    const kit = kitWith()
    const [evm, sol] = [walletOf('eip155', { name: 'Trust Wallet' }), walletOf('solana', { name: 'Trust' })]
    for (const { connector } of [evm, sol]) register(kit, connector)
    // A wallet that gives only its name is listed after the table of names is loaded.
    await expect.poll(() => kit.state.connectors.list).toHaveLength(2)
    return { kit, evm, sol }
  }
  const only = (kit: Kit) => {
    const [row] = walletRows(kit).filter(({ connector }) => connector)
    if (!row) throw new Error('There is no row')
    return row
  }

  it('is one tagged row that leads to the choice of a chain', async () => {
    const { kit } = await found()
    const row = only(kit)
    expect(row).toMatchObject({ name: 'Trust Wallet', tag: 'multichain', connector: { type: 'MULTI_CHAIN' } })
    chooseWallet(kit, row)
    expect(kit.state.router.view).toBe('ConnectingMultiChain')
    const { connector } = kit.state.router.params as { connector: Connector }
    expect(possibleConnectors(kit, connector).map((each) => each.chain)).toEqual(['eip155', 'solana'])
  })

  it('skips the choice when the modal shows one namespace', async () => {
    const { kit, sol } = await found()
    open(kit, { namespace: 'solana' })
    const row = only(kit)
    expect(row.tag).toBe('installed')
    chooseWallet(kit, row)
    expect(kit.state.router.view).toBe('ConnectingExternal')
    expect((kit.state.router.params as { connector: Connector }).connector.id).toBe(sol.connector.id)
  })

  it('skips the choice when only one namespace has networks', async () => {
    const kit = makeKit({ networks: [network(1)] }, { chains: CHAINS })
    for (const each of ['eip155', 'solana'] as const) register(kit, walletOf(each).connector)
    await expect.poll(() => kit.state.connectors.list).toHaveLength(2)
    chooseWallet(kit, only(kit))
    expect(kit.state.router).toMatchObject({ view: 'ConnectingExternal', params: { connector: { chain: 'eip155' } } })
  })
})

it('loses its namespace filter when the list closes', () => {
  const kit = kitWith()
  open(kit, { view: 'Account' })
  push(kit.state.router, 'Networks')
  kit.state.modal.namespace = 'solana'
  push(kit.state.router, 'Connect')
  push(kit.state.router, 'GetWallet')
  goBack(kit)
  expect(kit.state.modal.namespace).toBe('solana')
  goBack(kit)
  expect(kit.state.router.view).toBe('Networks')
  expect(kit.state.modal.namespace).toBeUndefined()
  // A namespace that the site opened the modal with is kept.
  open(kit, { namespace: 'solana' })
  push(kit.state.router, 'GetWallet')
  goBack(kit)
  expect(kit.state.modal.namespace).toBe('solana')
})
