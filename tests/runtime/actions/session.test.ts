import { snapshot } from 'valtio/vanilla'
import { describe, expect, it, vi } from 'vitest'
import { abandonConnect, Abandoned, connect } from '../../../runtime/actions/connect.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { reconnect } from '../../../runtime/actions/reconnect.ts'
import { register } from '../../../runtime/actions/discover.ts'
import { selectTab, setAccount, setAddressLabel } from '../../../runtime/state/setAccount.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import solana from '../../../runtime/chains/solana/index.ts'
import { recentWallets, addRecentWallet } from '../../../runtime/wallets/recent.ts'
import { NAMESPACES } from '../../../runtime/lib/namespace.ts'
import type { CaipNetwork } from '../../../runtime/contracts/network.ts'
import type { Config } from '../../../runtime/contracts/config.ts'
import type { Connector, Driver } from '../../../runtime/contracts/connector.ts'
import { makeKit, memoryStorage, network, sandboxConfig, testConnector } from '../../support/kit.ts'
import { connectorOf, mainnet } from '../chains/solana/kit.ts'
import { createStandardWallet, FIRST, KEYS, SECOND } from '../chains/solana/wallet.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { connectionStatus } from '../../../runtime/state/setConnection.ts'
import { setConnection } from '../../support/connect.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
const setup = (options: Parameters<typeof testConnector>[1] = {}, storage = memoryStorage()) => {
  const kit = makeKit(sandboxConfig(sandbox()), { storage })
  const { wallet, connector } = testConnector(sandbox(), options)
  register(kit, connector)
  return { kit, wallet, connector, storage }
}

describe('connect', () => {
  it('is undone when the wallet disconnects right after its answer, even while the driver is still loading', async () => {
    const { kit, wallet, connector } = setup()
    let loads = 0
    const slow: Connector = {
      ...connector,
      driver: async () => {
        if (loads++) await new Promise((resolve) => setTimeout(resolve, 50))
        return connector.driver()
      },
    }
    const connecting = connect(kit, slow)
    await vi.waitUntil(() => kit.state.accounts.eip155.status === 'connected', { interval: 0 })
    wallet.disconnect()
    await connecting
    expect(kit.state.accounts.eip155.status).toBe('disconnected')
  })

  it('syncs the account before the status becomes connected [S3.account.08] [S3.account.09] [S3.account.10] [S3.conn.07]', async () => {
    const { kit, connector } = setup()
    const statuses: string[] = []
    const account = kit.state.accounts.eip155
    const connecting = connect(kit, connector)
    statuses.push(account.status, connectionStatus(kit))
    kit.events.on('connected', () => statuses.push(account.status))
    await connecting
    const first = sandbox().accounts[0]?.address
    expect(statuses).toEqual(['connecting', 'connecting', 'connected'])
    expect(account).toMatchObject({ status: 'connected', address: first, caipAddress: `eip155:31337:${first}` })
    expect(connectionStatus(kit)).toBe('connected')
  })

  it('writes the wallet, the accounts and their types [S3.account.06] [S3.account.16]', async () => {
    const { kit, connector } = setup()
    await connect(kit, connector)
    const { allAccounts, connectedWalletInfo } = kit.state.accounts.eip155
    expect(allAccounts.length).toBeGreaterThan(1)
    expect(allAccounts[0]).toEqual({ address: sandbox().accounts[0]?.address, type: 'eoa' })
    expect(connectedWalletInfo).toMatchObject({
      name: 'Test wallet',
      identifier: 'org.walletkit.test',
      icon: expect.stringMatching(/^data:image/) as string,
    })
    // The rdns identifies a wallet whatever id its connector has; without one, the id does.
    const info = () => kit.state.accounts.eip155.connectedWalletInfo
    await connect(kit, { ...connector, id: 'own' })
    expect(info()?.identifier).toBe('org.walletkit.test')
    const { info: _rdns, imageUrl: _icon, ...plain } = connector
    await connect(kit, { ...plain, id: 'plain' })
    expect(info()).toEqual({ name: 'Test wallet', identifier: 'plain' })
  })

  it('prefers the account type that the site sets for the namespace [S1.opt.04]', async () => {
    const preferred = async (defaultAccountTypes: Config['defaultAccountTypes']) => {
      const kit = makeKit({ ...sandboxConfig(sandbox()), ...(defaultAccountTypes && { defaultAccountTypes }) })
      const { connector } = testConnector(sandbox())
      // A wallet that does not give its accounts a type.
      const driver = async () => {
        const { default: own } = await connector.driver()
        const untyped: typeof own.connect = async (...asked) => {
          const session = await own.connect(...asked)
          return { ...session, accounts: session.accounts.map(({ address }) => ({ address })) }
        }
        return { default: { ...own, connect: untyped } }
      }
      await connect(kit, { ...connector, driver })
      return kit.state.accounts.eip155.preferredAccountType
    }
    expect(await preferred({ eip155: 'eoa' })).toBe('eoa')
    expect(await preferred(undefined)).toBe('smartAccount')
    // It also replaces the type that the wallet gives.
    const kit = makeKit({ ...sandboxConfig(sandbox()), defaultAccountTypes: { eip155: 'smartAccount' } })
    await connect(kit, testConnector(sandbox()).connector)
    expect(kit.state.accounts.eip155).toMatchObject({
      allAccounts: expect.arrayContaining([expect.objectContaining({ type: 'eoa' })]) as unknown,
      preferredAccountType: 'smartAccount',
    })
  })

  it('treats bitcoin accounts as payment accounts [S3.accttype.02]', async () => {
    const bitcoin: CaipNetwork = {
      ...network(0, 'Bitcoin'),
      id: '000000000019d6689c085ae165831e93',
      chainNamespace: 'bip122',
      caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
    }
    const kit = makeKit({ networks: [bitcoin] })
    const driver: Driver = {
      connect: () =>
        Promise.resolve({
          accounts: [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
          caipNetworkId: bitcoin.caipNetworkId,
          provider: {},
        }),
      resume: () => Promise.resolve(undefined),
      disconnect: () => Promise.resolve(),
      watch: () => () => undefined,
    }
    const connector: Connector = {
      id: 'btc',
      name: 'Bitcoin wallet',
      type: 'EXTERNAL',
      chain: 'bip122',
      chains: [bitcoin],
      driver: () => Promise.resolve({ default: driver }),
    }
    await connect(kit, connector)
    expect(kit.state.accounts.bip122.allAccounts).toEqual([
      { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', type: 'payment' },
    ])
  })

  it('shows the first tab at first, then the tab chosen in each namespace [S3.account.02]', async () => {
    const { kit, connector } = setup()
    await connect(kit, connector)
    const { eip155, solana } = kit.state.accounts
    expect(eip155.currentTab).toBe(0)
    selectTab(kit, 1)
    expect(eip155.currentTab).toBe(1)
    expect(solana.currentTab).toBe(0)
    await disconnect(kit)
    expect(kit.state.accounts.eip155.currentTab).toBe(0)
  })

  it('keeps each namespace apart: a wallet of an inactive namespace updates its own account only [S3.account.01]', async () => {
    const config = sandboxConfig(sandbox())
    const kit = makeKit({ ...config, networks: [...(config.networks ?? []), mainnet()] }, { chains: [eip155, solana] })
    const { wallet, connector } = testConnector(sandbox())
    const other = createStandardWallet()
    await connect(kit, connector)
    await connect(kit, connectorOf(other.wallet))
    const { accounts, networks } = kit.state
    const [first, second] = sandbox().accounts.map(({ address }) => address)
    expect([networks.activeChain, accounts.eip155.address, accounts.solana.address]).toEqual(['solana', first, FIRST])

    const front = snapshot(accounts.solana)
    wallet.changeAccount(1)
    await expect.poll(() => accounts.eip155.caipAddress).toBe(`eip155:31337:${second}`)
    expect(snapshot(accounts.solana)).toEqual(front)

    await switchNetwork(kit, 'eip155:31337')
    const evm = snapshot(accounts.eip155)
    other.change({ keys: KEYS.slice(1, 2) })
    expect(accounts.solana).toMatchObject({ address: SECOND, allAccounts: [{ address: SECOND, type: 'eoa' }] })
    expect(networks.activeChain).toBe('eip155')
    expect(snapshot(accounts.eip155)).toEqual(evm)
  })

  it('returns to disconnected when the wallet refuses', async () => {
    const { kit, connector } = setup({ switches: { answer: 'reject' } })
    await expect(connect(kit, connector)).rejects.toMatchObject({ code: 4001 })
    expect(kit.state.accounts.eip155).toMatchObject({ status: 'disconnected' })
    expect(kit.state.accounts.eip155.address).toBeUndefined()
    expect(connectionStatus(kit)).toBe('disconnected')
  })

  it('ignores an answer that arrives after the attempt was cancelled', async () => {
    const { kit, wallet, connector } = setup({ switches: { answer: 'hold' } })
    const connecting = connect(kit, connector)
    await waitFor(() => expect(wallet.pending()).toBe(1))
    abandonConnect(kit, connector)
    expect(kit.state.accounts.eip155.status).toBe('disconnected')
    wallet.settle('approve')
    await expect(connecting).rejects.toBeInstanceOf(Abandoned)
    expect(kit.state.accounts.eip155.address).toBeUndefined()
  })

  it('remembers at most two recent wallets, the newest first [S3.conn.04] [S4.recent.01]', () => {
    const { kit } = setup()
    for (const id of ['a', 'b', 'c']) addRecentWallet(kit, { id, name: id.toUpperCase() })
    expect(recentWallets(kit).map(({ id }) => id)).toEqual(['c', 'b'])
    expect(kit.state.connection.recentWallet?.id).toBe('c')
  })

  it('moves a recent wallet to the front instead of listing it twice', () => {
    const { kit } = setup()
    for (const id of ['a', 'b', 'a']) addRecentWallet(kit, { id, name: id })
    expect(recentWallets(kit).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('reads invalid storage as no recent wallets', () => {
    const { kit } = setup()
    for (const text of ['', '{', '{}', '[1,null,{"id":3}]']) {
      kit.storage.set('@appkit/recent_wallets', text)
      expect(recentWallets(kit)).toEqual([])
    }
  })
})

describe('a connected wallet', () => {
  it('changes the account and drops the data of the previous one', async () => {
    const { kit, wallet, connector } = setup()
    await connect(kit, connector)
    kit.state.accounts.eip155.profileName = 'noah'
    wallet.changeAccount(1)
    await waitFor(() => expect(kit.state.accounts.eip155.address).toBe(sandbox().accounts[1]?.address))
    expect(kit.state.accounts.eip155.profileName).toBeUndefined()
  })

  it('changes to another listed network, and to a placeholder for an unlisted one', async () => {
    const { kit, wallet, connector } = setup()
    await connect(kit, connector)
    wallet.changeChain(31338)
    expect(kit.state.networks.eip155.caipNetwork?.name).toBe('Sandbox Two')
    expect(kit.state.accounts.eip155.caipAddress).toMatch(/^eip155:31338:/)
    wallet.changeChain(424242)
    expect(kit.state.networks.eip155.caipNetwork?.name).toBe('Unknown Network')
    expect(kit.state).toMatchObject({ modal: { open: true }, router: { view: 'UnsupportedChain' } })
    wallet.changeChain(31337)
    expect(kit.state.modal.open).toBe(false)
  })

  it('disconnects when the wallet withdraws its permission', async () => {
    const { kit, wallet, connector } = setup()
    await connect(kit, connector)
    wallet.disconnect()
    await waitFor(() => expect(kit.state.accounts.eip155.status).toBe('disconnected'))
  })

  it('names addresses [S3.account.05]', async () => {
    const { kit, connector } = setup()
    await connect(kit, connector)
    const account = kit.state.accounts.eip155
    setAddressLabel(account, '0xabc', 'Savings')
    expect(account.addressLabels.get('0xabc')).toBe('Savings')
    setAddressLabel(account, '0xabc', undefined)
    expect(account.addressLabels.has('0xabc')).toBe(false)
  })

  it('links to the explorer [S3.account.15]', async () => {
    const { kit, connector } = setup()
    await connect(kit, connector)
    const first = sandbox().accounts[0]?.address
    expect(kit.state.accounts.eip155.addressExplorerUrl).toBe(`https://explorer.example/address/${first}`)
  })
})

describe('disconnect', () => {
  it('resets account, network session and storage [S4.disc.03] [S4.disc.04]', async () => {
    const { kit, connector, storage } = setup()
    await connect(kit, connector)
    Object.assign(kit.state.networks.eip155, {
      approvedCaipNetworkIds: ['eip155:1'],
      supportsAllNetworks: false,
      smartAccountEnabledNetworks: [1],
    })
    Object.assign(kit.state.connection, {
      wcUri: 'wc:a',
      wcPairingExpiry: 1,
      wcLinking: { href: 'a', name: 'b' },
      wcError: true,
    })
    await disconnect(kit)
    expect(kit.state.accounts.eip155).toEqual(makeKit().state.accounts.eip155)
    for (const namespace of ['eip155', 'solana'] as const) {
      expect(kit.state.networks[namespace]).toMatchObject({
        approvedCaipNetworkIds: undefined,
        supportsAllNetworks: true,
        smartAccountEnabledNetworks: [],
      })
    }
    expect(kit.state.connection).toMatchObject({
      wcUri: undefined,
      wcPairingExpiry: undefined,
      wcLinking: undefined,
      wcError: false,
    })
    expect(kit.state.connections).toEqual({})
    expect(storage.get('@appkit/eip155:connected_connector_id')).toBeUndefined()
    expect(storage.get('@appkit/connection_status')).toBe('disconnected')
  })

  it('tries every namespace, joins the failures into one error, and ends disconnected', async () => {
    const { kit, connector } = setup()
    await connect(kit, connector)
    const { driver } = kit.state.connections.eip155?.[0] ?? {}
    if (!driver) throw new Error('The wallet is connected')
    setConnection(kit, 'eip155', { driver: { ...driver, disconnect: () => Promise.reject(new Error('no')) } })
    await expect(disconnect(kit)).rejects.toMatchObject({ code: 'DISCONNECT_FAILED', message: 'Failed to disconnect' })
    expect(kit.state.accounts.eip155.status).toBe('disconnected')
  })
})

describe('reconnect', () => {
  it('starts as connecting with a stored session and ends connected without a prompt', async () => {
    const { kit, connector, storage, wallet } = setup()
    await connect(kit, connector)
    const again = makeKit(sandboxConfig(sandbox()), { storage })
    expect(again.state.accounts.eip155.status).toBe('connecting')
    register(again, connector)
    const asked = wallet.requests.length
    await reconnect(again)
    expect(again.state.accounts.eip155).toMatchObject({ status: 'connected', address: sandbox().accounts[0]?.address })
    expect(wallet.requests.slice(asked).map(({ method }) => method)).not.toContain('eth_requestAccounts')
  })

  it('ends disconnected when the wallet no longer authorises us', async () => {
    const { kit, connector, storage, wallet } = setup()
    await connect(kit, connector)
    const again = makeKit(sandboxConfig(sandbox()), { storage })
    register(again, connector)
    wallet.disconnect()
    await reconnect(again)
    expect(again.state.accounts.eip155.status).toBe('disconnected')
    expect(storage.get('@appkit/connection_status')).toBe('disconnected')
  })

  it('waits for a wallet that announces itself late', async () => {
    const { kit, connector, storage } = setup()
    await connect(kit, connector)
    const again = makeKit(sandboxConfig(sandbox()), { storage })
    const resuming = reconnect(again)
    setTimeout(() => register(again, connector), 50)
    await resuming
    expect(again.state.accounts.eip155.status).toBe('connected')
  })

  it('stays disconnected when reconnecting is switched off', async () => {
    const { kit, connector, storage } = setup()
    await connect(kit, connector)
    const again = makeKit({ ...sandboxConfig(sandbox()), enableReconnect: false }, { storage })
    expect(again.state.accounts.eip155.status).toBe('disconnected')
  })
})

it('goes through three statuses, one namespace at a time [S4.status.01]', async () => {
  const { kit, connector } = setup()
  const all = () => Object.fromEntries(NAMESPACES.map((namespace) => [namespace, kit.state.accounts[namespace].status]))
  const quiet = { solana: 'disconnected', polkadot: 'disconnected', bip122: 'disconnected' }
  expect(all()).toEqual({ eip155: 'disconnected', ...quiet })
  const connecting = connect(kit, connector)
  expect(all()).toEqual({ eip155: 'connecting', ...quiet })
  await connecting
  expect(all()).toEqual({ eip155: 'connected', ...quiet })
  await disconnect(kit)
  expect(all()).toEqual({ eip155: 'disconnected', ...quiet })
})

it('rejects account data without a chain [S8.throw.01]', () => {
  const { kit } = setup()
  expect(() => setAccount(kit.state.accounts, undefined, { address: '0x' })).toThrow(
    'Chain is required to update chain account data',
  )
})
