/** Discovery of wallets when the code of a namespace cannot be loaded at first. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { discover } from '../../../runtime/actions/discover.ts'
import type { Chain } from '../../../runtime/contracts/chain.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import solana from '../../../runtime/chains/solana/index.ts'
import { ACTIVE_NETWORK, CONNECTION_STATUS } from '../../../runtime/lib/storageKeys.ts'
import { activeNetworkOf } from '../../../runtime/state/active.ts'
import { makeKit, memoryStorage, network } from '../../support/kit.ts'

afterEach(() => vi.unstubAllGlobals())

it('repeats only the discovery that failed; concurrent calls share one run', async () => {
  const asked: string[] = []
  const chain = (of: Chain, failures: number): Chain => ({
    ...of,
    discover: async () => {
      asked.push(of.namespace)
      if (asked.filter((each) => each === of.namespace).length <= failures)
        throw new TypeError('Importing a module script failed.')
      return { default: () => () => undefined }
    },
  })
  const kit = makeKit({}, { chains: [chain(eip155, 0), chain(solana, 1)] })
  await expect(discover(kit)()).rejects.toThrow('module script failed')
  await discover(kit)()
  await discover(kit)()
  expect(asked).toEqual(['eip155', 'solana', 'solana'])
})

describe('the other pages of the site are listened to', () => {
  /** A browser that paints when the test says so, and the events that somebody listens to. */
  function browser() {
    const heard = new Set<string>()
    const frames: (() => void)[] = []
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', { visibilityState: 'visible' })
    vi.stubGlobal('StorageEvent', class {})
    vi.stubGlobal('addEventListener', (name: string) => void heard.add(name))
    vi.stubGlobal('removeEventListener', (name: string) => void heard.delete(name))
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => void frames.push(callback))
    const paint = async () => {
      for (const draw of frames.splice(0)) draw()
      await new Promise((resolve) => setTimeout(resolve))
    }
    return { heard, paint }
  }

  it('after the modal shows, while nothing is connected', async () => {
    const { heard, paint } = browser()
    const kit = makeKit({}, { chains: [] })
    void discover(kit)()
    expect([...heard]).toEqual([])
    await paint()
    await paint()
    expect([...heard]).toEqual(['storage', 'pageshow', 'online', 'visibilitychange'])
    kit.teardown.splice(0).forEach((stop) => stop())
    expect([...heard]).toEqual([])
  })

  it('at once, where a wallet was connected', () => {
    const { heard } = browser()
    const storage = memoryStorage()
    storage.set(CONNECTION_STATUS, 'connected')
    void discover(makeKit({}, { chains: [], storage }))()
    expect(heard.has('storage')).toBe(true)
  })

  it('and a network that one of them chose before that is followed', async () => {
    const { paint } = browser()
    const storage = memoryStorage()
    const [mainnet, sepolia] = [network(1), network(11155111)]
    const chain: Chain = { ...eip155, discover: async () => ({ default: () => () => undefined }) }
    const kit = makeKit({ networks: [mainnet, sepolia] }, { chains: [chain], storage })
    void discover(kit)()
    storage.set(ACTIVE_NETWORK, sepolia.caipNetworkId)
    expect(activeNetworkOf(kit)?.caipNetworkId).toBe(mainnet.caipNetworkId)
    await paint()
    await paint()
    await expect.poll(() => activeNetworkOf(kit)?.caipNetworkId).toBe(sepolia.caipNetworkId)
  })

  it('never, once the kit is destroyed before', async () => {
    const { heard, paint } = browser()
    const kit = makeKit({}, { chains: [] })
    void discover(kit)()
    kit.teardown.splice(0).forEach((stop) => stop())
    await paint()
    await paint()
    expect([...heard]).toEqual([])
  })
})
