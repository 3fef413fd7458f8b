/**
 * What the test wallets of Solana, Polkadot and Bitcoin share: permission, selected key, lock, prompts, and recorded
 * requests.
 */
import type { Switches } from './options.ts'
import { SWITCHES } from './options.ts'
import { notOnboarded } from './errors.ts'
import { createPrompts } from './prompts.ts'
import type { Memory, TestRequest, TestWallet } from './wallet.ts'

/** The methods with which a test controls a wallet. They take plain data, so that Playwright can call them. */
export type TestControls = Pick<
  TestWallet,
  | 'requests'
  | 'set'
  | 'pending'
  | 'settle'
  | 'addresses'
  | 'connected'
  | 'changeAccount'
  | 'lock'
  | 'unlock'
  | 'disconnect'
>

export type HolderOptions = {
  name: string
  /** One address for each key. */
  addresses: readonly string[]
  switches?: Partial<Switches> | undefined
  memory?: Memory | undefined
  /** Called when the accounts that the page sees may have changed. */
  changed: () => void
}

export type Holder = {
  controls: TestControls
  /** Indexes of the keys that the page may use, the selected one first. */
  visible: () => number[]
  /** Records a request of the page. */
  note: (method: string, params?: unknown) => void
  switches: Readonly<Switches>
  /** Opens a prompt. Rejects if the visitor rejects. */
  ask: () => Promise<void>
  /**
   * Gives the page access to the accounts. Asks the visitor first, unless the page has access already. If `silent`, it
   * never asks.
   */
  connect: (silent?: boolean) => Promise<void>
  disconnect: () => void
}

export function createHolder({ name, addresses, switches: given, memory, changed }: HolderOptions): Holder {
  const switches: Switches = { ...SWITCHES, ...given }
  const prompts = createPrompts(switches)
  const requests: TestRequest[] = []
  const state = { connected: false, account: 0, locked: false, ...memory?.load() }
  const visible = () => {
    if (!state.connected || state.locked || switches.accounts === 'none') return []
    const all = addresses.map((_, index) => index)
    return [...all.slice(state.account), ...all.slice(0, state.account)]
  }
  const change = (next: Partial<typeof state>) => {
    Object.assign(state, next)
    memory?.save({ connected: state.connected, account: state.account })
    changed()
  }
  memory?.watch?.(() => {
    Object.assign(state, memory.load())
    changed()
  })
  const disconnect = () => change({ connected: false })
  return {
    visible,
    switches,
    note: (method, params) =>
      void requests.push(structuredClone({ method, ...(params === undefined ? {} : { params }) })),
    ask: prompts.ask,
    connect: async (silent = false) => {
      if (!switches.onboarded) throw notOnboarded(name)
      if (visible().length || silent || switches.accounts === 'none') return
      await prompts.unlocked(state.locked)
      if (state.connected) return
      await prompts.ask()
      change({ connected: true })
    },
    disconnect,
    controls: {
      requests,
      set: (next) => void Object.assign(switches, next),
      pending: prompts.pending,
      settle: prompts.settle,
      addresses: () => [...addresses],
      connected: () => state.connected,
      changeAccount: (index) => change({ account: index % addresses.length }),
      lock: () => change({ locked: true }),
      unlock: () => {
        change({ locked: false })
        prompts.unlock()
      },
      disconnect,
    },
  }
}

/** The bytes of a key. Throws if it is not `0x` and 64 hex digits. */
export function seedOf(key: string): Uint8Array {
  if (!/^0x[0-9a-f]{64}$/i.test(key)) throw new Error('A key is 0x and 64 hex digits')
  return Uint8Array.from(key.slice(2).match(/../g) ?? [], (pair) => parseInt(pair, 16))
}
