/**
 * An EVM wallet with real keys and a real node, whose answers a test decides. It works without a page, as in Vitest.
 */
import { createEmitter, type Emitter } from '../lib/emitter.ts'
import { uuid } from '../lib/uuid.ts'
import { notOnboarded } from './errors.ts'
import { createMethods, type WalletState } from './methods.ts'
import { parseOptions, SWITCHES, type Switches, TEST_WALLET, type TestWalletOptions } from './options.ts'
import { createPrompts } from './prompts.ts'
import { addressOf } from './signer.ts'

export type TestRequest = { method: string; params?: unknown }

/** The EIP-1193 provider for the page. */
export type TestProvider = {
  readonly isWalletkitTest: true
  request: (request: TestRequest) => Promise<unknown>
  on: (event: string, listener: (payload: unknown) => void) => TestProvider
  removeListener: (event: string, listener: (payload: unknown) => void) => TestProvider
}

/** The methods with which a test controls the wallet. They take plain data, so that Playwright can call them. */
export type TestWallet = {
  readonly info: { uuid: string; name: string; rdns: string; icon: string }
  readonly provider: TestProvider
  /** All requests of the page, oldest first. */
  readonly requests: readonly TestRequest[]
  /** Sets switches; the others keep their values. */
  set: (switches: Partial<Switches>) => void
  /** The number of pending prompts. */
  pending: () => number
  /**
   * Answers all prompts that wait for the visitor's answer, oldest first, without changing the switch `answer`.
   * Requests that wait for {@link TestWallet.unlock} keep waiting.
   */
  settle: (answer: 'approve' | 'reject') => void
  addresses: () => string[]
  chainId: () => number
  connected: () => boolean
  /** Switches the chain, as a visitor does in the wallet. A chain without a node simulates an unsupported network. */
  changeChain: (id: number) => void
  /** Removes a chain: a switch to it returns 4902 until the page adds it again. */
  forgetChain: (id: number) => void
  /** Selects the key of this index. */
  changeAccount: (index: number) => void
  /** Hides the accounts; `eth_requestAccounts` waits for {@link TestWallet.unlock}. */
  lock: () => void
  unlock: () => void
  /** Revokes the page's permission and emits the events for it. */
  disconnect: () => void
  /** Emits any event, to simulate a wallet that violates the standard. */
  emit: (event: string, payload: unknown) => void
}

/** Stores what survives a page load: permission, chain and account. */
export type Memory = {
  load: () => Partial<Kept> | undefined
  save: (kept: Kept) => void
  /** Calls `changed` when another page of the origin saved, because a real wallet has one state for all pages. */
  watch?: (changed: () => void) => void
}
type Kept = Pick<WalletState, 'connected' | 'account'> & { chainId?: number }

/**
 * Creates a test wallet. Throws if its options are invalid. It does not announce itself; `installTestWallet` does that.
 *
 * @example
 * ```ts
 * import { createTestWallet } from 'walletkit/test'
 *
 * const wallet = createTestWallet({ chains: [{ id: 31337, rpcUrl: 'http://127.0.0.1:4747/rpc/31337' }] })
 * const accounts = await wallet.provider.request({ method: 'eth_requestAccounts' })
 * ```
 */
export function createTestWallet(options: TestWalletOptions, memory?: Memory): TestWallet {
  const { keys, first, chains } = parseOptions(options)
  const { name = TEST_WALLET.name, rdns = TEST_WALLET.rdns, icon = TEST_WALLET.icon } = options
  const switches: Switches = { ...SWITCHES, ...options.switches }
  const bus = createEmitter<Record<string, unknown>>()
  const requests: TestRequest[] = []
  const state: WalletState = {
    chains: new Map(chains.map((chain) => [chain.id, chain])),
    chainId: options.chainId ?? first.id,
    account: 0,
    connected: false,
    locked: false,
    ...memory?.load(),
  }
  const visible = () => {
    if (!state.connected || state.locked || switches.accounts === 'none') return []
    return [...keys.slice(state.account), ...keys.slice(0, state.account)].map(addressOf)
  }
  const emit = (event: string, payload: unknown) => {
    memory?.save({ connected: state.connected, chainId: state.chainId, account: state.account })
    const send = () => {
      bus.emit(event, payload)
      if (switches.twice) bus.emit(event, payload)
    }
    if (switches.events === 'before') send()
    else setTimeout(send, 10)
  }
  const accountsChanged = () => emit('accountsChanged', visible())
  const changeChain = (id: number) => {
    if (state.chainId === id) return
    state.chainId = id
    emit('chainChanged', `0x${id.toString(16)}`)
  }
  memory?.watch?.(() => {
    const [before, chain] = [visible().join(), state.chainId]
    Object.assign(state, memory.load())
    if (state.chainId !== chain) bus.emit('chainChanged', `0x${state.chainId.toString(16)}`)
    if (visible().join() !== before) bus.emit('accountsChanged', visible())
  })
  const prompts = createPrompts(switches)
  const methods = createMethods({ options, keys, state, switches, prompts, visible, emit, changeChain })

  const provider = createProvider({ name, switches, bus, requests, methods })

  return {
    info: Object.freeze({ uuid: options.uuid ?? uuid(), name, rdns, icon }),
    provider,
    requests,
    set: (next) => void Object.assign(switches, next),
    pending: prompts.pending,
    settle: prompts.settle,
    addresses: () => keys.map(addressOf),
    chainId: () => state.chainId,
    connected: () => state.connected,
    changeChain,
    forgetChain: (id) => void state.chains.delete(id),
    changeAccount: (index) => {
      state.account = index % keys.length
      accountsChanged()
    },
    lock: () => {
      state.locked = true
      accountsChanged()
    },
    unlock: () => {
      state.locked = false
      prompts.unlock()
      accountsChanged()
    },
    disconnect: () => {
      state.connected = false
      accountsChanged()
      emit('disconnect', { code: 4900, message: 'The wallet withdrew its permission.' })
    },
    emit: (event, payload) => bus.emit(event, payload),
  }
}

type Providing = {
  name: string
  switches: Switches
  bus: Pick<Emitter<Record<string, unknown>>, 'on'>
  requests: TestRequest[]
  methods: (method: string, params: unknown) => Promise<unknown>
}

/** The provider for the page. It writes its requests into `requests`. */
function createProvider({ name, switches, bus, requests, methods }: Providing): TestProvider {
  const stops = new Map<string, Map<(payload: unknown) => void, () => void>>()
  const provider: TestProvider = {
    isWalletkitTest: true,
    request: ({ method, params }) => {
      if (!switches.onboarded) throw notOnboarded(name)
      requests.push(structuredClone({ method, ...(params === undefined ? {} : { params }) }))
      const answer = methods(method, params)
      return switches.twice ? twice(answer) : answer
    },
    on: (event, listener) => {
      const held = stops.get(event) ?? new Map<(payload: unknown) => void, () => void>()
      if (!held.has(listener)) held.set(listener, bus.on(event, listener))
      stops.set(event, held)
      return provider
    },
    removeListener: (event, listener) => {
      stops.get(event)?.get(listener)?.()
      stops.get(event)?.delete(listener)
      return provider
    },
  }
  return provider
}

/** A thenable that calls back twice, the second time with different content. The page must use only the first call. */
function twice(answer: Promise<unknown>): Promise<unknown> {
  const again = (value: unknown): unknown => {
    if (Array.isArray(value)) return ['0x000000000000000000000000000000000000dEaD']
    return typeof value === 'string' ? value.replace(/[0-9a-f]/gi, 'f') : value
  }
  const doubled = {
    then: (resolve?: (value: unknown) => unknown, reject?: (error: unknown) => unknown) =>
      answer.then((value) => {
        const first = resolve ? resolve(value) : value
        resolve?.(again(value))
        return first
      }, reject),
    catch: (reject: (error: unknown) => unknown) => answer.catch(reject),
    finally: (end: () => void) => answer.finally(end),
  }
  return doubled as unknown as Promise<unknown>
}
