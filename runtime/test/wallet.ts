/** A wallet with real keys and a node behind it, whose answers a test decides. It needs no page: Vitest can hold it too. */
import { createEmitter } from '../events/emitter.ts'
import { uuid } from '../lib/uuid.ts'
import { createMethods, type WalletState } from './methods.ts'
import { parseOptions, SWITCHES, type Switches, TEST_WALLET, type TestWalletOptions } from './options.ts'
import { createPrompts } from './prompts.ts'
import { addressOf } from './signer.ts'

export type TestRequest = { method: string; params?: unknown }

/** EIP-1193, as the page sees it. */
export type TestProvider = {
  readonly isWalletkitTest: true
  request: (request: TestRequest) => Promise<unknown>
  on: (event: string, listener: (payload: unknown) => void) => TestProvider
  removeListener: (event: string, listener: (payload: unknown) => void) => TestProvider
}

/** The test's side of the wallet. Every method can be called from Playwright, its arguments being plain data. */
export type TestWallet = {
  readonly info: { uuid: string; name: string; rdns: string; icon: string }
  readonly provider: TestProvider
  /** Everything that the page asked for, oldest first. */
  readonly requests: readonly TestRequest[]
  /** Turns switches; the others stay. */
  set: (switches: Partial<Switches>) => void
  /** Prompts that wait for an answer. */
  pending: () => number
  /** Answers the prompts that are held, oldest first, without changing the switch. */
  settle: (answer: 'approve' | 'reject') => void
  addresses: () => string[]
  chainId: () => number
  connected: () => boolean
  /** Moves to another chain, as the visitor does in the wallet. One without a node is a wrong chain to be on. */
  changeChain: (id: number) => void
  /** Unlearns a chain: the next switch to it answers 4902 until it is added again. */
  forgetChain: (id: number) => void
  /** Selects another of the keys. */
  changeAccount: (index: number) => void
  /** Hides the accounts; `eth_requestAccounts` waits for {@link TestWallet.unlock}. */
  lock: () => void
  unlock: () => void
  /** Withdraws the page's permission and says so. */
  disconnect: () => void
  /** Emits anything, as a wallet that does not keep to the standard. */
  emit: (event: string, payload: unknown) => void
}

/** Restores and keeps what outlives a page: permission, chain and account. */
export type Memory = {
  load: () => Partial<Kept> | undefined
  save: (kept: Kept) => void
  /** Calls back when another page of the origin saved: a wallet is one, however many pages it is in. */
  watch?: (changed: () => void) => void
}
type Kept = Pick<WalletState, 'connected' | 'account'> & { chainId?: number }

/** A test wallet; throws when its options make no sense. Nothing is announced: see `installTestWallet`. */
export function createTestWallet(options: TestWalletOptions, memory?: Memory): TestWallet {
  const { keys, first, chains } = parseOptions(options)
  const switches: Switches = { ...SWITCHES, ...options.switches }
  const bus = createEmitter<Record<string, unknown>>()
  const stops = new Map<string, Map<(payload: unknown) => void, () => void>>()
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
    if (!state.connected || state.locked) return []
    return [...keys.slice(state.account), ...keys.slice(0, state.account)].map(addressOf)
  }
  const emit = (event: string, payload: unknown) => {
    memory?.save({ connected: state.connected, chainId: state.chainId, account: state.account })
    bus.emit(event, payload)
    if (switches.twice) bus.emit(event, payload)
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

  const provider: TestProvider = {
    isWalletkitTest: true,
    request: ({ method, params }) => {
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
  const { name = TEST_WALLET.name, rdns = TEST_WALLET.rdns, icon = TEST_WALLET.icon } = options

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

/** A thenable that calls back a second time, with an answer of another content: a page must keep to the first. */
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
