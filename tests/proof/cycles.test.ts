/** Starts and ends a thousand sessions: no listener, timer, socket or memory may leak. */
import { describe, expect, it } from 'vitest'
import { addRecentWallet } from '../../runtime/wallets/recent.ts'
import { connect } from '../../runtime/actions/connect.ts'
import { disconnect } from '../../runtime/actions/disconnect.ts'
import { register } from '../../runtime/actions/discover.ts'
import { switchNetwork } from '../../runtime/actions/switchNetwork.ts'
import { updateNativeBalance } from '../../runtime/data/balances.ts'
import { createStorage } from '../../runtime/lib/storage.ts'
import { makeKit, sandboxConfig, testConnector } from '../support/kit.ts'
import { until } from '../sandbox/peers.ts'
import { useFlow } from '../support/flow.ts'
import { useRemote } from '../support/remote.ts'
import { roundTrips } from '../support/roundTrips.ts'
import { useSandbox } from '../support/sandbox.ts'
import { COUNTERS, counted } from '../support/counters.ts'

const CYCLES = 1_000
const sandbox = useSandbox()

describe('in a browser', () => {
  const flow = useFlow()
  it(`${CYCLES} injected sessions leave nothing`, async () => {
    const visit = await flow.visit({ script: COUNTERS })
    const cycle = (times: number) =>
      visit.page.evaluate(async (count) => {
        for (let at = 0; at < count; at++) {
          await kit.connect('org.walletkit.test')
          await kit.disconnect()
        }
      }, times)
    // Warm up first: the engine compiles frequent code once, which takes 1 MB of heap.
    await cycle(CYCLES)
    await visit.page.waitForTimeout(3_000)
    const before = await counted(visit)
    await cycle(CYCLES)
    await visit.page.waitForTimeout(3_000)
    const after = await counted(visit)
    for (const key of ['listeners', 'walletListeners', 'timers', 'sockets'] as const)
      expect(after[key], key).toBeLessThanOrEqual(before[key])
    expect(after.heap - before.heap).toBeLessThan(300_000)
  }, 240_000)
})

describe('in a browser that keeps pages', () => {
  const flow = useFlow({ pageCache: true })
  it('200 round trips through the back/forward cache end connected, each within two seconds', async () => {
    const visit = await flow.visit()
    await visit.connect()
    await roundTrips(visit, flow.sandbox().url, 200)
  }, 240_000)
})

describe('over a relay', () => {
  const remote = useRemote()
  it(`${CYCLES} remote sessions and as many signatures leave nothing, and a small store`, async () => {
    const client = remote.clientStorage()
    const page = await remote.page({ page: remote.pageStorage(), client })
    const wallet = await remote.wallet({ policy: 'approve' })
    const held = () => {
      const open = process.getActiveResourcesInfo()
      const [{ client: own } = { client: undefined }] = page.clients as unknown as [
        { client: { events: { listenerCount: (name: string) => number } } },
      ]
      const events = ['session_update', 'session_delete', 'session_expire', 'session_event', 'session_connect']
      return {
        sockets: open.filter((name) => /TCP|Socket/i.test(name)).length,
        timers: open.filter((name) => name === 'Timeout').length,
        listeners: events.reduce((sum, name) => sum + (own?.events.listenerCount(name) ?? 0), 0),
        clients: page.clients.length,
        teardown: page.kit.teardown.length,
      }
    }
    const cycle = async (times: number) => {
      for (let at = 0; at < times; at++) {
        await remote.connected(page, wallet)
        await disconnect(page.kit)
        await until(() => wallet.sessions().length === 0, 'the wallet’s end')
      }
    }
    await cycle(5)
    const before = held()
    await cycle(CYCLES)
    const after = held()
    for (const key of ['sockets', 'listeners', 'clients', 'teardown'] as const)
      expect(after[key], key).toBeLessThanOrEqual(before[key])
    // Pending requests have timers, so their number varies a little.
    expect(after.timers - before.timers).toBeLessThan(5)

    await remote.connected(page, wallet)
    const [account] = remote.sandbox().accounts
    for (let at = 0; at < CYCLES; at++) {
      const message = `0x${Buffer.from(`Message ${at}`).toString('hex')}`
      await remote.provider(page).request({ method: 'personal_sign', params: [message, account?.address] })
    }
    const size = async () => JSON.stringify(await client.getEntries()).length
    expect(await size()).toBeLessThan(100_000)
  }, 500_000)
})

it('10,000 actions leave at most 256 kB in local storage, and only our own keys', async () => {
  const held = new Map<string, string>()
  const backing = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
  const kit = makeKit(sandboxConfig(sandbox()), { storage: createStorage(backing) })
  const { wallet, connector } = testConnector(sandbox())
  register(kit, connector)
  const actions = [
    () => connect(kit, connector),
    () => switchNetwork(kit, wallet.chainId() === 31337 ? 'eip155:31338' : 'eip155:31337'),
    () => Promise.resolve(wallet.changeAccount(Math.floor(Math.random() * 3))),
    () => updateNativeBalance(kit, { force: true }),
    (at: number) => Promise.resolve(addRecentWallet(kit, { id: `wallet${at}`, name: 'W'.repeat(64) })),
    () => disconnect(kit),
  ]
  let largest = 0
  for (let at = 0; at < 10_000; at++) {
    await actions[at % actions.length]?.(at)
    largest = Math.max(
      largest,
      [...held].reduce((sum, [key, value]) => sum + key.length + value.length, 0),
    )
  }
  expect(largest).toBeGreaterThan(100)
  expect(largest).toBeLessThanOrEqual(256 * 1024)
  expect([...held.keys()].filter((key) => !key.startsWith('@appkit/'))).toEqual([])
}, 240_000)
