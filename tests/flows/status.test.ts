/** Sessions in other tabs, after sleep, without a network, and with wallets that answer unexpectedly. */
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { setOffline } from '../support/network.ts'
import { COUNTERS, counted } from '../support/counters.ts'
import { usePhones } from '../support/phone.ts'
import { ask, signs } from '../support/remoteLife.ts'
import { roundTrips } from '../support/roundTrips.ts'

const flow = useFlow()
const startPhone = usePhones(flow.sandbox)
beforeEach(() => flow.sandbox().relay.clear())

const REMOTE = { remote: true, wallets: [] } satisfies Visit
const stored = ({ page }: Visited) => page.evaluate((): Record<string, string> => ({ ...localStorage }))
const status = ({ page }: Visited) => page.evaluate(() => kit.getAccount().status)
const address = ({ page }: Visited) => page.evaluate(() => kit.getAddress())
const network = ({ page }: Visited) => page.evaluate(() => kit.getCaipNetwork()?.caipNetworkId)
/** Makes the page look for wallets, and so listen to other tabs, as it does after two idle seconds. */
const begin = ({ page }: Visited) => page.evaluate(() => void kit.connectors)
const unlocked = (visit: Visited) =>
  expect.poll(() => visit.page.evaluate(() => kit.connectors.length)).toBeGreaterThan(0)
const two = async (visit: Visit = {}) => {
  const first = await flow.visit(visit)
  const second = await flow.visit({ ...visit, beside: first })
  for (const each of [first, second]) {
    await begin(each)
    await unlocked(each)
  }
  return [first, second] as const
}

describe('two tabs', () => {
  it('agree on connect, account, network and disconnect, without a prompt in the other tab', async () => {
    const [here, there] = await two()
    await here.connect()
    await expect.poll(() => status(there)).toBe('connected')
    expect(await address(there)).toBe(flow.sandbox().accounts[0]?.address)
    expect(await there.asked('eth_requestAccounts')).toEqual([])

    await here.wallet('changeAccount', 1)
    await expect.poll(() => address(there)).toBe(flow.sandbox().accounts[1]?.address)
    await here.wallet('changeChain', 31338)
    await expect.poll(() => network(there)).toBe('eip155:31338')
    await there.page.evaluate(() => kit.switchNetwork('eip155:31337'))
    await expect.poll(() => network(here)).toBe('eip155:31337')
    expect(await here.asked('wallet_switchEthereumChain')).toEqual([])

    await there.page.evaluate(() => kit.disconnect())
    await expect.poll(() => status(here)).toBe('disconnected')
    expect(await here.asked('wallet_revokePermissions')).toEqual([])
    expect(await stored(here)).toMatchObject({ '@appkit/connection_status': 'disconnected' })
  })

  it('end together even if the wallet does not revoke, and Connect closes in one when the other connects', async () => {
    const [here, there] = await two({ wallets: [{ switches: { revoke: 'fail' } }] })
    await there.open()
    await here.connect()
    await expect.poll(() => status(there)).toBe('connected')
    await there.modal.waitFor({ state: 'hidden' })
    await here.page.evaluate(() => kit.disconnect())
    await expect.poll(() => status(there)).toBe('disconnected')
    expect(await there.asked('wallet_revokePermissions')).toEqual([])
    // No tab makes the other one reconnect.
    await here.page.waitForTimeout(300)
    expect([await status(here), await status(there)]).toEqual(['disconnected', 'disconnected'])
  })

  it('agree on the network while no account is connected', async () => {
    const [here, there] = await two()
    await here.page.evaluate(() => kit.switchNetwork('eip155:31338'))
    await expect.poll(() => network(there)).toBe('eip155:31338')
  })

  it('ignore invalid stored values and unlisted networks', async () => {
    const [here, there] = await two()
    await here.connect()
    await expect.poll(() => status(there)).toBe('connected')
    await here.page.evaluate(() => {
      localStorage.setItem('@appkit/active_caip_network_id', 'eip155:1')
      localStorage.setItem('@appkit/active_caip_network_id', 'x'.repeat(10_000))
      localStorage.setItem('@appkit/connected_namespaces', 'eip155,__proto__')
      localStorage.setItem('@appkit/connection_status', '<b>connected</b>')
      localStorage.setItem('@appkit/eip155:connected_connector_id', '../../x')
      localStorage.clear()
    })
    await there.page.waitForTimeout(500)
    expect([await status(there), await network(there)]).toEqual(['connected', 'eip155:31337'])
    // The page shows an account only after the wallet has confirmed it, not because "connected" is stored.
    const stranger = await flow.visit()
    await begin(stranger)
    const liar = await flow.visit({ beside: stranger })
    await liar.page.evaluate(() => {
      localStorage.setItem('@appkit/eip155:connected_connector_id', 'org.walletkit.test')
      localStorage.setItem('@appkit/connected_namespaces', 'eip155')
      localStorage.setItem('@appkit/connection_status', 'connected')
    })
    await stranger.page.waitForTimeout(500)
    expect([await status(stranger), await address(stranger)]).toEqual(['disconnected', undefined])
    expect(await stranger.asked('eth_requestAccounts')).toEqual([])
  })

  it('share a remote session that the second tab’s client did not know', async () => {
    const [here, there] = await two(REMOTE)
    // Each tab has its own relay client before a session exists.
    for (const each of [there, here]) {
      await each.open()
      await each.button(/^WalletConnect/).click()
      await each.modal.getByRole('img', { name: 'QR code to connect a wallet' }).waitFor()
    }
    const phone = await startPhone(here)
    await here.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await here.page.bringToFront()
    await here.button('Copy link').click()
    await phone.pair(await here.page.evaluate(() => navigator.clipboard.readText()))
    await phone.approve('Flows wants to connect')
    await here.status('connected')
    await expect.poll(() => status(there)).toBe('connected')
    await there.modal.waitFor({ state: 'hidden' })
    await signs(there, phone, flow.sandbox(), 'From the second tab')

    await phone.switchTo('eip155:31338')
    await expect.poll(() => network(here)).toBe('eip155:31338')
    await expect.poll(() => network(there)).toBe('eip155:31338')
    // The page switches to another network of the session without a request to the wallet, and the other tab follows.
    await here.page.evaluate(() => kit.switchNetwork('eip155:31337'))
    await expect.poll(() => network(there)).toBe('eip155:31337')
    expect(await ask(there, 'eth_chainId', [])).toBe('0x7a69')

    await here.page.evaluate(() => kit.disconnect())
    await expect.poll(() => status(there)).toBe('disconnected')
    await there.page.reload()
    expect(await there.page.evaluate(() => began)).toBe('disconnected')
  })
})

describe('a page that slept', () => {
  /** Dispatches the event that a browser sends after sleep. */
  const wake = ({ page }: Visited) =>
    page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

  it('asks its wallets again, and disconnects or updates by their answers', async () => {
    const visit = await flow.visit()
    await visit.connect()
    // Nothing tells a frozen page about changes.
    const change = (kept: object) =>
      visit.page.evaluate((next) => {
        const wallet = __walletkitTest?.['org.walletkit.test']
        const { request } = wallet?.provider ?? {}
        const answers = next as Record<string, unknown>
        if (wallet && request)
          wallet.provider.request = (call) =>
            call.method in answers ? Promise.resolve(answers[call.method]) : request(call)
      }, kept)
    await change({ eth_chainId: '0x7a6a', eth_accounts: [flow.sandbox().accounts[2]?.address] })
    await wake(visit)
    await expect.poll(() => network(visit)).toBe('eip155:31338')
    expect(await address(visit)).toBe(flow.sandbox().accounts[2]?.address)
    await change({ eth_accounts: [] })
    await wake(visit)
    await expect.poll(() => status(visit)).toBe('disconnected')
    expect(await visit.asked('eth_requestAccounts')).toHaveLength(1)
  })

  it('has no `unload` handler, and no `beforeunload` handler once loaded, because they would prevent the back/forward cache', async () => {
    const script = `globalThis.held = {}
      for (const [verb, count] of [['addEventListener', 1], ['removeEventListener', -1]]) {
        const own = EventTarget.prototype[verb]
        EventTarget.prototype[verb] = function (name, ...rest) {
          held[name] = (held[name] ?? 0) + count
          return own.call(this, name, ...rest)
        }
      }`
    const visit = await flow.visit({ script })
    await visit.connect()
    const held = () => visit.page.evaluate(() => (globalThis as unknown as { held: Record<string, number> }).held)
    expect((await held())['pageshow']).toBeGreaterThan(0)
    expect(await held()).not.toHaveProperty('unload')
    await expect.poll(async () => (await held())['beforeunload'] ?? 0).toBe(0)
  })
})

describe('the browser’s back/forward cache', () => {
  const cached = useFlow({ pageCache: true })

  // The headless shell has no back/forward cache.
  const isMissing = inject('chromium').includes('headless-shell') && !inject('desktop')
  it.skipIf(isMissing)('restores the page with its session, without a prompt', async () => {
    const visit = await cached.visit()
    await visit.connect()
    await roundTrips(visit, cached.sandbox().url, 10)
    expect(await address(visit)).toBe(cached.sandbox().accounts[0]?.address)
    expect(await visit.asked('eth_requestAccounts')).toHaveLength(1)
  })
})

describe('without a network', () => {
  it('an injected and a remote session stay, and work again when it is back', async () => {
    const injected = await flow.visit()
    await injected.connect()
    const remote = await flow.visit(REMOTE)
    const phone = await startPhone(remote)
    await remote.open()
    await remote.button(/^WalletConnect/).click()
    await remote.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await remote.button('Copy link').click()
    await phone.pair(await remote.page.evaluate(() => navigator.clipboard.readText()))
    await phone.approve('Flows wants to connect')
    await remote.status('connected')
    for (const visit of [injected, remote]) {
      await visit.page.evaluate(() => {
        const seen: string[] = []
        Object.assign(globalThis, { seen })
        kit.subscribeAccount(({ status }) => seen.push(status))
      })
      await setOffline(visit, true)
    }
    flow.sandbox().relay.drop()
    await injected.page.waitForTimeout(1500)
    for (const visit of [injected, remote]) {
      expect(await status(visit)).toBe('connected')
      await setOffline(visit, false)
    }
    await signs(remote, phone, flow.sandbox(), 'Back again')
    for (const visit of [injected, remote]) {
      const seen = await visit.page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
      expect(seen.filter((each) => each !== 'connected')).toEqual([])
      await visit.page.reload()
      expect(await visit.page.evaluate(() => began)).toBe('connecting')
      await visit.status('connected')
    }
  })
})

describe('a reload', () => {
  it('does not show Connect while it reconnects', async () => {
    const visit = await flow.visit({
      script: `globalThis.labels = []; const look = () => { const text = document.querySelector('walletkit-button')?.textContent?.trim()
        if (text && labels.at(-1) !== text) labels.push(text); requestAnimationFrame(look) }; look()`,
    })
    await visit.connect()
    await visit.page.reload()
    await visit.status('connected')
    const labels = await visit.page.evaluate(() => (globalThis as unknown as { labels: string[] }).labels)
    expect(labels.at(-1)).toMatch(/^0xf39F/)
    expect(labels.join()).not.toMatch(/Connect Wallet/)
  })

  it('ends disconnected when the wallet never appears, and does not wait for it the next time', async () => {
    const visit = await flow.visit()
    await visit.connect()
    await visit.page.evaluate(() => {
      localStorage.setItem('@appkit/eip155:connected_connector_id', 'org.gone.wallet')
      const list = localStorage.getItem('@appkit/connections') ?? ''
      localStorage.setItem('@appkit/connections', list.replace('org.walletkit.test', 'org.gone.wallet'))
    })
    await visit.page.reload()
    expect(await visit.page.evaluate(() => began)).toBe('connecting')
    await visit.status('disconnected')
    await visit.page.reload()
    await expect.poll(() => status(visit)).toBe('disconnected')
    expect(await stored(visit)).toMatchObject({ '@appkit/connection_status': 'disconnected' })
  })

  it('takes the wallet’s current account', async () => {
    const visit = await flow.visit()
    await visit.connect()
    await visit.page.evaluate(() => {
      const key = 'walletkit.test/org.walletkit.test'
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), account: 2 }))
    })
    await visit.page.reload()
    await visit.status('connected')
    expect(await address(visit)).toBe(flow.sandbox().accounts[2]?.address)
  })
})

it('connects and disconnects fifty times, and leaves no listener, timer or socket', async () => {
  const visit = await flow.visit({ script: COUNTERS })
  const cycle = (times: number) =>
    visit.page.evaluate(async (count) => {
      for (let at = 0; at < count; at++) {
        await kit.connect('org.walletkit.test')
        await kit.disconnect()
      }
    }, times)
  await cycle(5)
  await visit.page.waitForTimeout(3000)
  const before = await counted(visit)
  await cycle(50)
  await visit.page.waitForTimeout(3000)
  const after = await counted(visit)
  expect(before.walletListeners).toBe(0)
  for (const key of ['listeners', 'walletListeners', 'timers', 'sockets'] as const)
    expect(after[key], key).toBeLessThanOrEqual(before[key])
})

it('one disconnect ends every namespace of a session, each through its own connector [S4.disc.01]', async () => {
  const solana = {
    id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const,
    chainNamespace: 'solana' as const,
    name: 'Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [flow.sandbox().url] } },
  }
  const visit = await flow.visit({ ...REMOTE, context: { permissions: ['clipboard-read', 'clipboard-write'] } })
  await visit.page.evaluate(async (network) => {
    const { generated, defineChain, createWalletKit } = walletkit
    const told: string[] = []
    const list = typeof generated.plugins === 'function' ? (await generated.plugins()).default : generated.plugins
    const parts = list?.rest?.parts ?? generated.parts
    Object.assign(globalThis, { told })
    kit.destroy()
    globalThis.kit = createWalletKit({
      ...generated,
      config: { ...generated.config, networks: [...(generated.config.networks ?? []), network] },
      chains: [
        ...(generated.chains ?? []),
        defineChain({ namespace: 'solana', adapter: async () => ({ default: { namespace: 'solana' } }) }),
      ],
      parts: {
        remote: async () => {
          const own = (await parts?.remote?.())?.default
          if (!own) throw new Error('There is no part for remote sessions')
          const disconnect: typeof own.disconnect = (kit, connector) => {
            told.push(connector.chain)
            return own.disconnect(kit, connector)
          }
          return { default: { ...own, disconnect } }
        },
      },
    })
  }, solana)
  await visit.open()
  await visit.button(/^WalletConnect/).click()
  await visit.button('Copy link').click()
  const phone = await startPhone(visit)
  await phone.pair(await visit.page.evaluate(() => navigator.clipboard.readText()))
  await phone.approve('Flows wants to connect')
  await visit.status('connected')
  const statuses = () =>
    visit.page.evaluate(() => (['eip155', 'solana'] as const).map((each) => kit.getAccount(each).status))
  await expect.poll(statuses).toEqual(['connected', 'connected'])
  await visit.page.evaluate(() => kit.disconnect())
  expect(await statuses()).toEqual(['disconnected', 'disconnected'])
  expect(await visit.page.evaluate(() => (globalThis as unknown as { told: string[] }).told)).toEqual([
    'eip155',
    'solana',
  ])
  await phone.page.getByRole('button', { name: /^Disconnect/ }).waitFor({ state: 'hidden' })
})
