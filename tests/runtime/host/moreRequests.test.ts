/**
 * Requests of plugins besides transactions and text signatures: each needs its permission, and the visitor reviews
 * those of a third party.
 */
import { describe, expect, it } from 'vitest'
import { recoverTypedDataAddress } from 'viem'
import { close } from '../../../runtime/actions/close.ts'
import { open } from '../../../runtime/actions/open.ts'
import type { AnyPlugin, Permissions } from '../../../runtime/contracts/definePlugin.ts'
import { offeredConnectors } from '../../../runtime/ui/screens/Connect/rows.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import type { PluginKit } from '../../../runtime/contracts/pluginKit.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { externalConnector } from '../../../runtime/interop/externalConnector.ts'
import { recentWallets } from '../../../runtime/wallets/recent.ts'
import { makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { METHODS, reviewed, setUpAsker } from '../../support/asker.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const setup = (guest: boolean, wanted?: Parameters<typeof setUpAsker>[2]) => setUpAsker(sandbox(), guest, wanted)

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const TYPED = {
  domain: { name: 'Tips', version: '1', chainId: 31337n, verifyingContract: TOKEN },
  types: {
    Tip: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Tip',
  message: { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: 12_345_678_901_234_567_890n },
} as const

const USES: [string, (kit: PluginKit) => Promise<unknown>][] = [
  ['eth_signTypedData_v4', (kit) => kit.chain.signTypedData(TYPED)],
  ['wallet_watchAsset', (kit) => kit.chain.watchAsset({ address: TOKEN, symbol: 'TIP', decimals: 18 })],
  ['wallet_sendCalls', (kit) => kit.chain.sendCalls([{ to: TOKEN, value: 1n }])],
  ['wallet_getCallsStatus', (kit) => kit.chain.getCallsStatus('0x1')],
  ['wallet_switchEthereumChain', (kit) => kit.chain.switchNetwork('eip155:31338')],
  [
    'eth_requestAccounts',
    (kit) => kit.connect(externalConnector({ id: 'own', provider: { request: async () => [] } })),
  ],
]

it.each(USES)('%s needs its permission, and the wallet is not asked without it', async (method, use) => {
  const { own, asked } = await setup(true, { methods: METHODS.filter((each) => each !== method) })
  const before = asked.length
  await expect(use(own)).rejects.toThrow(`Plugin "tip" did not declare the method ${method} in its permissions`)
  expect(asked.length).toBe(before)
})

it.each(USES.filter(([method]) => method !== 'wallet_getCallsStatus'))(
  '%s of a third party reaches no wallet when the visitor declines',
  async (method, use) => {
    const { kit, own, asked } = await setup(true)
    const using = use(own).catch((error: unknown) => error)
    await reviewed(kit, false)
    expect(await using).toMatchObject({ code: 4001 })
    expect(asked.filter((each) => each.method === method).length).toBe(method === 'eth_requestAccounts' ? 1 : 0)
  },
)

describe('signTypedData', () => {
  it('shows what is signed, and resolves with the account’s signature', async () => {
    const { kit, own } = await setup(true)
    const told: unknown[] = []
    kit.events.on('signature', (event) => void told.push(event))
    const signing = own.chain.signTypedData(TYPED)
    expect(await reviewed(kit, true)).toMatchObject({ plugin: 'tip', typedData: { message: TYPED.message } })
    const signature = (await signing) as `0x${string}`
    expect(await recoverTypedDataAddress({ ...TYPED, signature })).toBe(sandbox().accounts[0]?.address)
    expect(told).toMatchObject([{ by: 'tip', kind: 'typedData', caipNetworkId: 'eip155:31337' }])
  })

  it.each<[string, object, string]>([
    ['another network', { domain: { chainId: 1 } }, 'is for the chain 1, and the account is on 31337'],
    ['a type that is not there', { primaryType: 'Permit' }, 'has no type Permit'],
    [
      'a field that is not signed',
      { message: { ...TYPED.message, note: 'harmless' } },
      'message.note would be shown and not signed',
    ],
    ['a field without a value', { message: { to: TOKEN } }, 'message.amount of the typed data has no value'],
    ['an amount that is a list', { message: { ...TYPED.message, amount: [5] } }, 'The field amount is no uint256'],
    ['a name that is a list', { domain: { name: ['Tips'] } }, 'The field domain.name is no string'],
    ['a domain with more', { domain: { name: 'Tips', note: 'x' } }, 'has a field note'],
  ])('refuses %s before the review', async (_what, change, message) => {
    const { kit, own } = await setup(true)
    await expect(own.chain.signTypedData({ ...TYPED, ...change })).rejects.toThrow(message)
    expect(kit.state.router.view).not.toBe('PluginReview')
  })

  it('signs what was passed, whatever the plugin changes later', async () => {
    const { kit, own, asked } = await setup(true)
    const data = { ...TYPED, message: { ...TYPED.message, amount: 1n } }
    const signing = own.chain.signTypedData(data)
    Object.assign(data.message, { amount: 9n })
    await reviewed(kit, true)
    await signing
    const [, json] = asked.find(({ method }) => method === 'eth_signTypedData_v4')?.params as [string, string]
    expect((JSON.parse(json) as { message: object }).message).toMatchObject({ amount: '1' })
  })
})

describe('watchAsset', () => {
  it('asks as EIP-747 says, and resolves with the wallet’s answer', async () => {
    const { kit, own, asked } = await setup(true, { answers: { wallet_watchAsset: true } })
    const watching = own.chain.watchAsset({ address: TOKEN, symbol: 'TIP', decimals: 6 })
    await reviewed(kit, true)
    expect(await watching).toBe(true)
    expect(asked.at(-1)).toEqual({
      method: 'wallet_watchAsset',
      params: { type: 'ERC20', options: { address: TOKEN, symbol: 'TIP', decimals: 6 } },
    })
  })

  it('refuses what is no token', async () => {
    const { own } = await setup(true)
    await expect(own.chain.watchAsset({ address: '0x1', symbol: 'TIP', decimals: 6 })).rejects.toThrow(
      '0x1 is not an address',
    )
    await expect(own.chain.watchAsset({ address: TOKEN, symbol: 'TIP', decimals: 1.5 })).rejects.toThrow(
      '1.5 is no number of decimals',
    )
  })
})

describe('sendCalls', () => {
  const CALLS = [
    { to: TOKEN, value: 5n },
    { to: TOKEN, data: '0xd0e30db0' },
  ]

  it('asks once as EIP-5792 says, and resolves with the id of either version', async () => {
    for (const answer of [{ id: '0xabc' }, '0xabc']) {
      const { kit, own, asked } = await setup(true, { answers: { wallet_sendCalls: answer } })
      const sending = own.chain.sendCalls(CALLS)
      expect(await reviewed(kit, true)).toMatchObject({ calls: CALLS })
      expect(await sending).toBe('0xabc')
      expect(asked.filter(({ method }) => method === 'wallet_sendCalls')).toEqual([
        {
          method: 'wallet_sendCalls',
          params: [
            {
              version: '2.0.0',
              from: sandbox().accounts[0]?.address,
              chainId: '0x7a69',
              atomicRequired: true,
              calls: [
                { to: TOKEN, value: '0x5' },
                { to: TOKEN, value: '0x0', data: '0xd0e30db0' },
              ],
            },
          ],
        },
      ])
    }
  })

  it('is never retried', async () => {
    const { own, asked } = await setup(false, { answers: { wallet_sendCalls: new Error('lost') } })
    await expect(own.chain.sendCalls(CALLS)).rejects.toThrow()
    expect(asked.filter(({ method }) => method === 'wallet_sendCalls')).toHaveLength(1)
  })

  it('refuses an empty batch, a long one, and a receiver that is no address', async () => {
    const { own } = await setup(true)
    await expect(own.chain.sendCalls([])).rejects.toThrow('1 to 20 calls, and this one 0')
    await expect(own.chain.sendCalls(Array.from({ length: 21 }, () => ({ to: TOKEN })))).rejects.toThrow('this one 21')
    await expect(own.chain.sendCalls([{ to: TOKEN }, { to: '0x1' }])).rejects.toThrow('0x1 is not an address')
  })

  it.each([
    [100, 'pending'],
    [200, 'confirmed'],
    [400, 'failed'],
    [500, 'failed'],
    [600, 'partly'],
    ['CONFIRMED', 'confirmed'],
  ])('reads the status %s as %s', async (status, read) => {
    const hash = `0x${'1'.repeat(64)}`
    const receipts = [{ transactionHash: hash }, { transactionHash: 'x' }, null]
    const { own } = await setup(true, { answers: { wallet_getCallsStatus: { status, receipts } } })
    expect(await own.chain.getCallsStatus('0xabc')).toEqual({ status: read, hashes: [hash] })
  })

  it('refuses an answer that is no status', async () => {
    for (const answer of [null, { status: 'x' }, { status: 300 }, 'yes']) {
      const { own } = await setup(true, { answers: { wallet_getCallsStatus: answer } })
      await expect(own.chain.getCallsStatus('0xabc')).rejects.toThrow('wallet_getCallsStatus')
    }
  })
})

describe('switchNetwork', () => {
  it('switches the page and the wallet after the review', async () => {
    const { kit, own, wallet } = await setup(true)
    const switching = own.chain.switchNetwork('eip155:31338')
    expect(await reviewed(kit, true)).toMatchObject({ switchTo: { caipNetworkId: 'eip155:31338' } })
    await switching
    expect([own.network()?.caipNetworkId, wallet.chainId()]).toEqual(['eip155:31338', 31338])
  })

  it('asks nobody for the network that is active, and refuses one that the site does not list', async () => {
    const { kit, own } = await setup(true)
    await own.chain.switchNetwork('eip155:31337')
    await expect(own.chain.switchNetwork('eip155:1')).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
    expect(kit.state.router.view).not.toBe('PluginReview')
  })
})

describe('connect', () => {
  it('connects the plugin’s own wallet, under an id that is no wallet’s of walletkit', async () => {
    const kit = makeKit(sandboxConfig(sandbox()))
    const { wallet } = testConnector(sandbox())
    const permissions = { methods: ['eth_requestAccounts'] }
    const own = createPluginKit(kit, { id: 'tip', feature: 'tip', engine: '^0.1', guest: true, permissions })
    const connecting = own.connect(
      externalConnector({ id: 'safe', name: 'Tip \u202ewallet', provider: wallet.provider }),
    )
    expect(await reviewed(kit, true)).toMatchObject({ wallet: { name: 'Safe' } })
    expect(await connecting).toBe(sandbox().accounts[0]?.address)
    const [connection] = kit.state.connections.eip155 ?? []
    expect(connection?.connector).toMatchObject({ id: 'plugin.tip.safe', type: 'EXTERNAL' })
    expect(own.account()).toMatchObject({ status: 'connected' })
    // Connect could not connect this wallet, because only the plugin has its connector.
    expect(recentWallets(kit)).toEqual([])
  })

  it('gives the driver of a third party no inner kit and no live network, and takes no other name from it', async () => {
    const { kit, own } = await setup(true)
    const [address = ''] = sandbox().accounts.map((each) => each.address)
    const got: unknown[][] = []
    const real = externalConnector({ id: 'own', name: 'Tip', provider: { request: async () => [] } })
    const driver = {
      connect: async (...given: unknown[]) => {
        got.push(given)
        const wallet = { name: 'MetaMask' }
        return { accounts: [{ address }], caipNetworkId: 'eip155:31337', provider: {}, wallet, account: { user: {} } }
      },
      resume: async () => undefined,
      disconnect: async (...given: unknown[]) => void got.push(given),
      watch: (...given: unknown[]) => (got.push(given), () => undefined),
    }
    const connecting = own.connect({ ...real, driver: async () => ({ default: driver }) } as unknown as typeof real)
    await reviewed(kit, true)
    await connecting
    expect(got.length).toBeGreaterThan(1)
    const live = kit.state.networks.eip155
    for (const [inner, connector, network] of got) {
      expect(Object.keys(inner as object)).toEqual(['state'])
      expect(inner).toEqual({ state: { networks: { eip155: { caipNetwork: live.caipNetwork } } } })
      const { networks } = (inner as Kit).state
      for (const each of [networks.eip155.caipNetwork, network, ...(connector as { chains: unknown[] }).chains])
        expect([live.caipNetwork, ...live.requestedCaipNetworks]).not.toContain(each)
    }
    expect(own.account().connectedWalletInfo?.name).not.toBe('MetaMask')
    expect(kit.state.accounts.eip155.user).toBeUndefined()
  })

  it('refuses what is no connector, and a namespace that the page does not have', async () => {
    const { own } = await setup(true)
    await expect(own.connect({} as never)).rejects.toThrow('kit.connect needs a connector')
    const alien = { ...externalConnector({ id: 'x', provider: {} }), chain: 'cosmos' }
    await expect(own.connect(alien as never)).rejects.toThrow('The connector is for cosmos')
  })
})

describe('a wallet that the plugin brings along', () => {
  const manifest = (permissions: Permissions): AnyPlugin => ({
    id: 'tip',
    feature: 'tip',
    engine: '^0.1',
    permissions,
    views: { TipReview: { title: 'Review', load: async () => ({ default: () => null }) } },
  })
  const MAY = { methods: ['eth_requestAccounts'] }
  const make = (permissions: Permissions = MAY) => {
    const plugin = manifest(permissions)
    const kit = makeKit(sandboxConfig(sandbox()), { plugins: [plugin] })
    return { kit, own: createPluginKit(kit, plugin) }
  }
  const view = 'TipReview' as 'Connect'

  it('is offered without being connected, and needs the permission to connect', async () => {
    const provider = { request: async () => [] }
    const { kit, own } = make()
    own.offer(externalConnector({ id: 'own', provider }))
    await expect.poll(() => kit.state.connectors.offered?.map(({ id }) => id)).toEqual(['plugin.tip.own'])
    expect([kit.state.accounts.eip155.status, offeredConnectors(kit)]).toEqual(['disconnected', []])
    const refused = make({})
    refused.own.offer(externalConnector({ id: 'own', provider }))
    const errors: string[] = []
    refused.kit.events.on('error', ({ code }) => void errors.push(code))
    await expect.poll(() => errors).toHaveLength(1)
    expect(refused.kit.state.connectors.list).toEqual([])
  })

  it('shows its view over what is shown, or opens the modal for it, one at a time', async () => {
    const { kit, own } = make()
    const first = own.present(view)
    expect([kit.state.modal.open, kit.state.router.view]).toEqual([true, view])
    expect(() => own.present(view)).toThrow(expect.objectContaining({ code: -32002 }) as Error)
    first.leave()
    await first.left
    expect(kit.state.modal.open).toBe(false)
    open(kit, { view: 'Connect' })
    const second = own.present(view)
    expect(kit.state.router.history.map((entry) => entry.view)).toEqual(['Connect', view])
    second.leave()
    await second.left
    expect([kit.state.modal.open, kit.state.router.view]).toEqual([true, 'Connect'])
    const third = own.present(view)
    close(kit)
    await third.left
    own.present(view).leave()
  })

  it('of another namespace shows its view too', async () => {
    const { kit, own } = make({ methods: ['solana_connect'] })
    own.present(view).leave()
    expect(kit.state.modal.open).toBe(false)
    expect(() => make({ methods: ['solana_signMessage'] }).own.present(view)).toThrow('eth_requestAccounts')
  })

  it('shows no view of others, and none without the permission', () => {
    expect(() => make().own.present('Connect')).toThrow('may not present')
    expect(() => make({}).own.present(view)).toThrow('eth_requestAccounts')
  })
})
