/** A site for random walks: up to two tabs with one storage, and the visitor's wallets. */
import { abandonConnect, connect } from '../../../runtime/actions/connect.ts'
import { register } from '../../../runtime/actions/discover.ts'
import { reconnect } from '../../../runtime/actions/reconnect.ts'
import { follow } from '../../../runtime/actions/tabs.ts'
import { verify } from '../../../runtime/actions/verify.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import solanaChain from '../../../runtime/chains/solana/index.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { createStorage } from '../../../runtime/lib/storage.ts'
import { makeKit } from '../kit.ts'
import { evmWallet, NETWORKS, remoteWallet } from './wallets.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`

export type Site = ReturnType<typeof makeSite>
export type Tab = { kit: Kit; heed: () => void; isOpen: boolean }

export function makeSite() {
  const held = new Map<string, string>()
  const evm = [
    evmWallet('org.alpha', [address('1'), address('2')]),
    evmWallet('org.beta', [address('3'), address('4')]),
  ]
  const remote = remoteWallet()
  const connectors = [...evm.map(({ connector }) => connector), ...remote.connectors]
  const tabs: Tab[] = []
  const pending: Promise<unknown>[] = []
  const left: Kit[] = []
  /** Starts something that may never settle. */
  const start = (run: () => Promise<unknown> | void) => void pending.push((async () => run())().catch(() => undefined))

  function open(at: number) {
    const tab: Tab = { kit: undefined as never, heed: () => undefined, isOpen: true }
    const tell = () => {
      for (const other of tabs) if (other !== tab && other.isOpen) queueMicrotask(() => other.isOpen && other.heed())
    }
    const storage = createStorage({
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => {
        // The code of a page that was reloaded still runs here, but must not write any more.
        if (!tab.isOpen || held.get(key) === value) return
        held.set(key, value)
        tell()
      },
      removeItem: (key: string) => void (tab.isOpen && held.delete(key) && tell()),
    })
    tab.kit = makeKit({ networks: NETWORKS }, { chains: [eip155, solanaChain], storage })
    tab.heed = () => start(() => follow(tab.kit))
    for (const connector of connectors) register(tab.kit, connector)
    tabs[at] = tab
    start(() => reconnect(tab.kit))
  }

  /**
   * Removes the listeners of reloaded pages, as a browser does. It is called again later, because the code of such a
   * page still runs here, and may add more.
   */
  function silence() {
    for (const { state, teardown } of left) {
      for (const { stop } of Object.values(state.connections).flat()) stop()
      teardown.splice(0).forEach((stop) => stop())
    }
  }

  return {
    held,
    evm,
    remote,
    tabs,
    start,
    open,
    connect: ({ kit }: Tab, at: number) => {
      const connector = connectors[at % connectors.length]
      if (connector) start(() => connect(kit, connector))
    },
    /** Reloads a tab. The old page gets no chance to clean up, as in a browser. */
    reload: (at: number) => {
      const tab = tabs[at]
      if (!tab) return
      tab.isOpen = false
      left.push(tab.kit)
      silence()
      open(at)
    },
    /** Abandons every connect request that has no answer yet. */
    abandon: () => {
      for (const { kit } of tabs)
        for (const connector of connectors)
          if (kit.state.accounts[connector.chain].status === 'connecting') abandonConnect(kit, connector)
    },
    /** Makes every page read the storage and ask its wallets, as after the computer's sleep. */
    wake: () => {
      silence()
      for (const { kit } of tabs) start(() => follow(kit).then(() => verify(kit)))
    },
    settled: () => Promise.all(pending.splice(0)),
  }
}
