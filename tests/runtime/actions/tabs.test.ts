/** Tabs of one site with one storage: a tab follows the connections of the others, and nothing else. */
import { describe, expect, it, vi } from 'vitest'
import { connect } from '../../../runtime/actions/connect.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { register } from '../../../runtime/actions/discover.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { follow, parseStored } from '../../../runtime/actions/tabs.ts'
import { verify } from '../../../runtime/actions/verify.ts'
import type { Config } from '../../../runtime/contracts/config.ts'
import type { Connector, Driver } from '../../../runtime/contracts/connector.ts'
import { createStorage } from '../../../runtime/lib/storage.ts'
import { makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useRemote } from '../../support/remote.ts'
import { until } from '../../sandbox/peers.ts'
import { connectionOf } from '../../../runtime/state/connections.ts'
import { allConnections } from '../../../runtime/state/entries.ts'
import { switchAccount, switchConnection } from '../../../runtime/actions/switchConnection.ts'
import { waitFor } from '../../support/waitFor.ts'

const remote = useRemote()
const { sandbox } = remote

/** The local storage of one origin. As in a browser, every change is an event in the other tabs. */
function origin() {
  const held = new Map<string, string>()
  const pages: { heed: () => void }[] = []
  let writes = 0
  const tell = (by: object) => {
    writes++
    for (const page of pages) if (page !== by) queueMicrotask(page.heed)
  }
  const open = () => {
    const own = { heed: () => undefined as void }
    pages.push(own)
    const backing = {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (held.get(key) === value) return
        held.set(key, value)
        tell(own)
      },
      removeItem: (key: string) => void (held.delete(key) && tell(own)),
    }
    return { own, storage: createStorage(backing) }
  }
  return { open, held, writes: () => writes }
}

/** Tabs of one site that share one wallet. */
function tabs(count: number, config: Config = {}) {
  const site = origin()
  const { wallet, connector } = testConnector(sandbox())
  const kits = Array.from({ length: count }, () => {
    const { own, storage } = site.open()
    const kit = makeKit({ ...sandboxConfig(sandbox()), ...config }, { storage })
    register(kit, connector)
    own.heed = () => void follow(kit)
    return kit
  })
  const [first, second] = kits
  if (!first || !second) throw new Error('Two pages at least')
  return { site, wallet, connector, kits, first, second }
}
const asked = (wallet: { requests: readonly { method: string }[] }, method: string) =>
  wallet.requests.filter((each) => each.method === method).length
const status = (kit: ReturnType<typeof makeKit>) => kit.state.accounts.eip155.status

describe('another tab', () => {
  it('connects, switches and disconnects: this tab follows without a wallet prompt', async () => {
    const { wallet, connector, first, second } = tabs(2)
    await connect(first, connector)
    await waitFor(() => expect(status(second)).toBe('connected'))
    expect(second.state.accounts.eip155.address).toBe(first.state.accounts.eip155.address)
    await switchNetwork(first, 'eip155:31338')
    await waitFor(() => expect(second.state.networks.eip155.caipNetwork?.id).toBe(31338))
    expect(asked(wallet, 'wallet_switchEthereumChain')).toBe(1)
    wallet.set({ revoke: 'fail' })
    await disconnect(second)
    await waitFor(() => expect(status(first)).toBe('disconnected'))
    expect(asked(wallet, 'eth_requestAccounts')).toBe(1)
    expect(asked(wallet, 'wallet_revokePermissions')).toBe(1)
  })

  it('is not followed into a session when the site disables reconnecting', async () => {
    const { connector, first, second } = tabs(2, { enableReconnect: false })
    await connect(first, connector)
    await follow(second)
    expect(status(second)).toBe('disconnected')
  })

  it('never interrupts what the visitor is doing in this tab', async () => {
    const { wallet, connector, first, second } = tabs(2)
    await connect(first, connector)
    await disconnect(first)
    wallet.set({ answer: 'hold' })
    const here = connect(second, connector)
    await until(() => wallet.pending() === 1, 'the prompt')
    // The first tab connects another wallet meanwhile.
    const other = testConnector(sandbox(), { rdns: 'com.other.wallet', name: 'Other wallet' })
    for (const kit of [first, second]) register(kit, other.connector)
    await connect(first, other.connector)
    await follow(second)
    expect(status(second)).toBe('connecting')
    wallet.settle('reject')
    await expect(here).rejects.toThrow()
    // The request was refused, so now this tab follows the other one.
    await waitFor(() => expect(connectionOf(second, 'eip155')?.connector.id).toBe('com.other.wallet'))
  })

  it('connects a second wallet, switches between them and ends one: this tab has the same ones, in the same order', async () => {
    const { wallet, connector, first, second, site } = tabs(2)
    const keys = sandbox()
      .accounts.slice(3, 5)
      .map(({ privateKey }) => privateKey)
    const other = testConnector(sandbox(), { rdns: 'com.other.wallet', name: 'Other wallet', keys })
    for (const kit of [first, second]) register(kit, other.connector)
    const same = (...ids: string[]) =>
      waitFor(() => {
        for (const kit of [first, second]) expect(allConnections(kit).map((each) => each.connector.id)).toEqual(ids)
        expect(second.state.accounts.eip155.caipAddress).toBe(first.state.accounts.eip155.caipAddress)
      })
    await connect(first, connector)
    await same(connector.id)
    await connect(first, other.connector)
    await same(other.connector.id, connector.id)
    await switchConnection(second, { connection: { id: `eip155:${connector.id}` } })
    await same(connector.id, other.connector.id)
    const [, account = { address: '' }] = first.state.accounts.eip155.allAccounts
    await switchAccount(first, account)
    await same(connector.id, other.connector.id)
    expect(second.state.accounts.eip155.address).toBe(account.address)
    const before = site.writes()
    await follow(second)
    await follow(first)
    expect(site.writes()).toBe(before)
    await disconnect(second, { connection: { id: `eip155:${connector.id}` } })
    await same(other.connector.id)
    await disconnect(first)
    await same()
    for (const each of [wallet, other.wallet]) expect(asked(each, 'eth_requestAccounts')).toBe(1)
  })

  it('causes no storage write while this tab follows it, so two tabs cannot loop', async () => {
    const { site, connector, first, second } = tabs(2)
    await connect(first, connector)
    const before = site.writes()
    await waitFor(() => expect(status(second)).toBe('connected'))
    await follow(second)
    await follow(first)
    expect(site.writes()).toBe(before)
  })

  it('among two to five tabs with random actions ends in the same state as the others', async () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
    for (let round = 0; round < 40; round++) {
      const { site, wallet, connector, kits } = tabs(2 + random(4))
      const underway: Promise<unknown>[] = []
      for (let step = 0; step < 6; step++) {
        const kit = kits[random(kits.length)]
        if (!kit) continue
        const doing = random(5)
        const open = [() => connect(kit, connector), () => disconnect(kit)][doing]
        const change = [
          () => switchNetwork(kit, random(2) ? 'eip155:31337' : 'eip155:31338'),
          () => Promise.resolve(wallet.changeAccount(random(3))),
          () => Promise.resolve(wallet.disconnect()),
        ][doing - 2]
        // No wallet answers and contradicts itself within the same task, so wait between them.
        if (change) {
          await Promise.all(underway)
          await new Promise((resolve) => setTimeout(resolve, 10))
          await change()
        }
        if (open) underway.push(open().catch(() => undefined))
        if (random(2)) await Promise.all(underway)
      }
      await Promise.all(underway)
      const told = () =>
        kits.map(({ state: { accounts, networks } }) => {
          const { status: is, address } = accounts.eip155
          // Without a wallet, each page has its own network, so leave it out.
          return JSON.stringify([is, address, address && networks.eip155.caipNetwork?.id])
        })
      await waitFor(() => {
        expect(new Set(told()).size, told().join(' ')).toBe(1)
        const stored = site.held.get('@appkit/connection_status') ?? 'disconnected'
        expect(told()[0]).toContain(stored)
      })
    }
  }, 60_000)

  it('can share a remote session with this one, even if it was made or ended after this client started', async () => {
    const site = origin()
    const client = remote.clientStorage()
    const open = async () => {
      const { own, storage } = site.open()
      const opened = await remote.page({ page: storage, client })
      own.heed = () => void follow(opened.kit)
      return opened
    }
    const [here, there] = [await open(), await open()]
    await remote.show(there.kit)
    const wallet = await remote.wallet({ policy: 'approve' })
    await remote.connected(here, wallet)
    await until(() => there.account().status === 'connected', 'the other page')
    expect(there.account().address).toBe(here.account().address)
    expect(there.kit.state.connection.wcUri).toBeUndefined()
    await switchNetwork(here.kit, 'eip155:31338')
    await until(() => there.kit.state.networks.eip155.caipNetwork?.id === 31338, 'the network')
    await disconnect(here.kit)
    await until(() => there.account().status === 'disconnected', 'the end')
    expect(connectionOf(there.kit, 'eip155')?.connector).toBeUndefined()
  })
})

describe('stored state', () => {
  const read = (values: Record<string, string>) => parseStored({ get: (key) => values[key] })
  const whole = {
    '@appkit/connection_status': 'connected',
    '@appkit/connected_namespaces': 'eip155,solana',
    '@appkit/eip155:connected_connector_id': 'io.wallet',
    '@appkit/solana:connected_connector_id': 'walletConnect',
    '@appkit/active_caip_network_id': 'eip155:10',
  }

  it('is read as a whole or not at all', () => {
    expect(read(whole)).toEqual({
      sessions: new Map([
        ['eip155', [{ namespace: 'eip155', id: 'io.wallet' }]],
        ['solana', [{ namespace: 'solana', id: 'walletConnect' }]],
      ]),
      network: 'eip155:10',
    })
    // Names of Wallet Standard wallets may have spaces, and are used as ids.
    expect(read({ ...whole, '@appkit/solana:connected_connector_id': 'Magic Eden' }).sessions?.get('solana')).toEqual([
      { namespace: 'solana', id: 'Magic Eden' },
    ])
    expect(read({ '@appkit/connection_status': 'disconnected', '@appkit/connected_namespaces': '' })).toEqual({
      sessions: new Map(),
    })
    // Nothing, or only a part, was written.
    expect(read({})).toEqual({})
    expect(read({ ...whole, '@appkit/connection_status': 'disconnected' }).sessions).toBeUndefined()
    expect(read({ ...whole, '@appkit/connected_namespaces': '' }).sessions).toBeUndefined()
    expect(read({ ...whole, '@appkit/solana:connected_connector_id': '' }).sessions).toBeUndefined()
    expect(read({ ...whole, '@appkit/active_caip_network_id': 'eip155' }).network).toBeUndefined()
  })

  it('lists every wallet of a namespace, and the key of the namespace decides which one is active', () => {
    const [one, two] = ['io.wallet', 'org.other'].map((id) => ({ namespace: 'eip155', id, since: 7 }))
    const stored = { ...whole, '@appkit/connected_namespaces': 'eip155' }
    const list = (...entries: unknown[]) => read({ ...stored, '@appkit/connections': JSON.stringify(entries) }).sessions
    expect(list(one, two)?.get('eip155')).toEqual([one, two])
    // The list was read between two writes, or an earlier version wrote the rest.
    expect(list(two, one)?.get('eip155')).toEqual([one, two])
    expect(list(two)?.get('eip155')).toEqual([{ namespace: 'eip155', id: 'io.wallet' }, two])
    expect(list({ ...two, namespace: 'solana' })?.get('eip155')).toEqual([{ namespace: 'eip155', id: 'io.wallet' }])
  })

  it('changes nothing when it was tampered with', async () => {
    const { site, connector, first, second } = tabs(2)
    await connect(first, connector)
    await waitFor(() => expect(status(second)).toBe('connected'))
    const keys = [...site.held.keys()]
    const before = JSON.stringify(second.state.accounts)
    let seed = 3
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
    const rubbish = () => {
      const text = [
        '',
        'connected',
        'eip155',
        'solana,eip155',
        '__proto__',
        '{}',
        'null',
        'eip155:',
        '\u0000',
        '😀',
        '9'.repeat(9000),
      ]
      return Array.from({ length: 1 + random(3) }, () => text[random(text.length)]).join([',', ':', ' ', ''][random(4)])
    }
    for (let turn = 0; turn < 3000; turn++) {
      const key = keys[random(keys.length)] ?? ''
      const original = site.held.get(key) ?? ''
      // A page that disconnects writes "disconnected" with an empty list, so that is not rubbish.
      site.held.set(key, rubbish())
      await follow(second)
      site.held.set(key, original)
    }
    expect(JSON.stringify(second.state.accounts)).toBe(before)
    expect(second.state.networks.eip155.caipNetwork?.id).toBe(31337)
  }, 60_000)
})

describe('a tab that was asleep or offline', () => {
  const setup = async (resume: Driver['resume']) => {
    const { connector, first } = tabs(2)
    const asking: Connector = {
      ...connector,
      driver: async () => ({ default: { ...(await connector.driver()).default, resume } }),
    }
    await connect(first, asking)
    return first
  }

  it('ends the sessions that the wallet no longer has', async () => {
    const kit = await setup(() => Promise.resolve(undefined))
    await verify(kit)
    expect(status(kit)).toBe('disconnected')
    expect(kit.storage.get('@appkit/connection_status')).toBe('disconnected')
  })

  it('keeps sessions when the wallet fails or never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      for (const resume of [() => Promise.reject(new Error('asleep')), () => new Promise<never>(() => undefined)]) {
        const kit = await setup(resume)
        const verified = verify(kit)
        await vi.advanceTimersByTimeAsync(5_000)
        await verified
        expect(status(kit)).toBe('connected')
      }
    } finally {
      vi.useRealTimers()
    }
  })

  it("updates to the wallet's account and network", async () => {
    const second = sandbox().accounts[1]?.address ?? ''
    const kit = await setup(() =>
      Promise.resolve({ accounts: [{ address: second }], caipNetworkId: 'eip155:31338', provider: {} }),
    )
    await verify(kit)
    expect(kit.state.accounts.eip155).toMatchObject({ status: 'connected', caipAddress: `eip155:31338:${second}` })
  })
})
