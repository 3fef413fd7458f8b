/** What the functions of this plugin work on: the state, and what they read and call. */
import { createTurns, type PluginKit, proxy, type Turns } from 'walletkit/plugin'
import { blankMany, type ManyState } from './many/state.ts'
import { readOptions, type SendOptions } from './options.ts'
import { createOutbox } from './outbox.ts'
import { blankSend, type SendState } from './state.ts'

export type SendPanel = {
  kit: PluginKit
  options: SendOptions
  state: SendState
  /** The rows of a send to several recipients, which uses the token of `state`. */
  many: ManyState
  outbox: ReturnType<typeof createOutbox>
  /** Of each kind only the newest answer counts. */
  balances: Turns
  fees: Turns
  contracts: Turns
  histories: Turns
  searches: Turns
  /** An abandoned request to the wallet no longer changes the form. */
  sends: Turns
  /** Of the costs of a send to several recipients only the newest counts. */
  costs: Turns
  /** Of the calls of a page without the form only the newest fills the form in. */
  calls: Turns
  /** Stops a send to several recipients before the next one. */
  stop: AbortController
  /** The pending debounce of the fee. */
  debounce: ReturnType<typeof setTimeout> | undefined
}

/** The values that only read the panel take this, so that tests and screens can pass a part of it. */
export type SendFacts = {
  kit: Pick<PluginKit, 'account' | 'network'>
  state: SendState
  outbox: Pick<SendPanel['outbox'], 'recipients'>
}

export function createPanel(kit: PluginKit, given: unknown): SendPanel {
  const panel: SendPanel = {
    kit,
    options: readOptions(given),
    state: proxy(blankSend()),
    many: proxy(blankMany()),
    outbox: createOutbox(kit),
    balances: createTurns(),
    fees: createTurns(),
    contracts: createTurns(),
    histories: createTurns(),
    searches: createTurns(),
    sends: createTurns(),
    costs: createTurns(),
    calls: createTurns(),
    stop: new AbortController(),
    debounce: undefined,
  }
  kit.signal.addEventListener('abort', () => clearTimeout(panel.debounce))
  return panel
}

/** Starts a request. Its answer counts while it is the newest of its kind and the account is the same. */
export function begin({ kit }: SendPanel, turns: Turns): () => boolean {
  const isNewest = turns.begin()
  const { caipAddress } = kit.account()
  return () => isNewest() && kit.account().caipAddress === caipAddress
}

/** Sets every default, as after a switch of the namespace. Does not cancel a pending wallet request. */
export function resetPanel({ state, sends, searches }: SendPanel): void {
  const { known, contacts } = state
  sends.end()
  searches.end()
  Object.assign(state, blankSend(), { known, contacts })
}

/** Clears what depends on the account and network. Keeps the receiver and a pending request. */
export function forgetToken({ state }: SendPanel): void {
  const { receiver, since, contacts } = state
  Object.assign(state, blankSend(), { receiver, since, contacts })
}
