/** Restoring a stored session at the next load, also with wallets that do not answer as they should. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { abandonConnect, connect } from '../../../runtime/actions/connect.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { discover, register } from '../../../runtime/actions/discover.ts'
import { reconnect } from '../../../runtime/actions/reconnect.ts'
import { verify } from '../../../runtime/actions/verify.ts'
import type { Connector, Driver } from '../../../runtime/contracts/connector.ts'
import { CONNECTIONS } from '../../../runtime/lib/keyTable.ts'
import { makeKit, memoryStorage, sandboxConfig, slowly, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { waitFor } from '../../support/waitFor.ts'
import { connectionStatus } from '../../../runtime/state/setConnection.ts'

const sandbox = useSandbox()
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const KEY = '@appkit/eip155:connected_connector_id'
const STATUS = '@appkit/connection_status'

/** The page after a reload, with a connector that resumes as `resume` says. */
async function reloaded(resume?: Driver['resume']) {
  const storage = memoryStorage()
  const { wallet, connector } = testConnector(sandbox())
  await connect(makeKit(sandboxConfig(sandbox()), { storage }), connector)
  const kit = makeKit(sandboxConfig(sandbox()), { storage })
  const asking: Connector = {
    ...connector,
    driver: async () => {
      const { default: driver } = await connector.driver()
      return { default: { ...driver, resume: resume ?? driver.resume } }
    },
  }
  return { kit, storage, wallet, connector: asking, account: kit.state.accounts.eip155 }
}

describe('a stored session', () => {
  it('whose wallet never appears is dropped after five seconds, and the next load does not wait for it', async () => {
    const { kit, storage, account } = await reloaded()
    await discover(kit)()
    const done = reconnect(kit)
    await vi.advanceTimersByTimeAsync(4_900)
    expect(account.status).toBe('connecting')
    await vi.advanceTimersByTimeAsync(200)
    await done
    expect([account.status, connectionStatus(kit)]).toEqual(['disconnected', 'disconnected'])
    expect(storage.get(KEY)).toBeUndefined()
    const next = makeKit(sandboxConfig(sandbox()), { storage })
    await reconnect(next)
    expect([next.state.accounts.eip155.status, storage.get(STATUS)]).toEqual(['disconnected', 'disconnected'])
  })

  it('whose wallet never answers is dropped after five seconds, and the next load tries again', async () => {
    const { kit, storage, account, connector } = await reloaded(() => new Promise(() => undefined))
    register(kit, connector)
    const done = reconnect(kit)
    await vi.advanceTimersByTimeAsync(5_100)
    await done
    expect(account.status).toBe('disconnected')
    expect([storage.get(KEY), storage.get(STATUS)]).toEqual([connector.id, 'connected'])
  })

  it('stays stored if its wallet answers while the visitor begins to connect another one, and gives that up', async () => {
    const pending: (() => void)[] = []
    const { kit, storage, account, connector } = await reloaded(
      (...asked) => new Promise((resolve) => pending.push(() => void resume(...asked).then(resolve))),
    )
    const { resume } = (await testConnector(sandbox()).connector.driver()).default
    register(kit, connector)
    const done = reconnect(kit)
    await vi.advanceTimersByTimeAsync(5_100)
    await done
    const verified = verify(kit)
    await waitFor(() => expect(pending).toHaveLength(2))
    const { wallet, connector: found } = testConnector(sandbox(), { rdns: 'org.other' })
    const other = { ...found, provider: slowly(wallet.provider, 'eth_requestAccounts', undefined) }
    void connect(kit, other)
    expect(account.status).toBe('connecting')
    pending[1]?.()
    await verified
    abandonConnect(kit, other)
    expect(storage.get(CONNECTIONS)).toContain(connector.id)
  })

  it('whose wallet is locked ends as disconnected', async () => {
    const { kit, storage, account, connector, wallet } = await reloaded()
    register(kit, connector)
    wallet.lock()
    await reconnect(kit)
    expect([account.status, storage.get(STATUS)]).toEqual(['disconnected', 'disconnected'])
  })

  it("continues with the wallet's current account and network", async () => {
    const { kit, account, connector, wallet } = await reloaded()
    register(kit, connector)
    wallet.changeAccount(1)
    wallet.changeChain(31338)
    await reconnect(kit)
    expect(account.caipAddress).toBe(`eip155:31338:${sandbox().accounts[1]?.address}`)
  })

  it('on a network that is no longer listed shows it as unsupported', async () => {
    const { storage, connector } = await reloaded()
    const { networks = [], ...config } = sandboxConfig(sandbox())
    const kit = makeKit({ ...config, networks: networks.slice(1) }, { storage })
    register(kit, connector)
    expect(kit.state.networks.eip155.caipNetwork?.id).toBe(31338)
    await reconnect(kit)
    expect(kit.state.accounts.eip155.status).toBe('connected')
    expect(kit.state).toMatchObject({ networks: { unsupported: true }, router: { view: 'UnsupportedChain' } })
  })

  it('that another page ended in the meantime stays ended', async () => {
    let answer = (_: undefined) => undefined as void
    const { kit, storage, account, connector } = await reloaded(
      () => new Promise((resolve) => void (answer = resolve as typeof answer)),
    )
    register(kit, connector)
    const done = reconnect(kit)
    await vi.advanceTimersByTimeAsync(100)
    storage.remove(KEY)
    answer({ accounts: [{ address: '0x0' }], caipNetworkId: 'eip155:31337', provider: {} } as unknown as undefined)
    await done
    expect([account.status, account.address]).toEqual(['disconnected', undefined])
  })

  it('whose wallet did not answer is over after a disconnect: the next load does not connect it', async () => {
    const { kit, storage, connector } = await reloaded(() => new Promise(() => undefined))
    register(kit, connector)
    const done = reconnect(kit)
    await vi.advanceTimersByTimeAsync(5_100)
    await done
    await disconnect(kit)
    expect([storage.get(KEY), storage.get(STATUS)]).toEqual([undefined, 'disconnected'])
    const next = makeKit(sandboxConfig(sandbox()), { storage })
    expect(next.state.accounts.eip155.status).toBe('disconnected')
  })

  it('that the visitor disconnects during the restore stays disconnected', async () => {
    const { kit, storage, account, connector } = await reloaded(() => new Promise(() => undefined))
    register(kit, connector)
    const done = reconnect(kit)
    await vi.advanceTimersByTimeAsync(100)
    await disconnect(kit)
    expect([account.status, storage.get(KEY), storage.get(STATUS)]).toEqual(['disconnected', undefined, 'disconnected'])
    await vi.advanceTimersByTimeAsync(5_000)
    await done
    expect(account.status).toBe('disconnected')
  })
})
