/** The panel object that most functions of this plugin take: its state, the kit, and the requests that run. */
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
  /** One `Turns` for each kind of request, so that only the newest answer of a kind counts. */
  balances: Turns
  fees: Turns
  contracts: Turns
  histories: Turns
  searches: Turns
  /**
   * Turns for sends of the form. Abandoning a wallet request ends its turn, so that its late answer does not change the
   * form.
   */
  sends: Turns
  /** Turns for the cost of a send to several recipients. */
  costs: Turns
  /** Turns for sends of a page without the form: a newer one makes an older one stop. */
  calls: Turns
  /** Aborting it stops a send to several recipients before the next payment. */
  stop: AbortController
  /** The timer that will estimate the fee. */
  debounce: ReturnType<typeof setTimeout> | undefined
}

/** Functions that only read the panel take this part of it, so that tests and screens need not build a whole panel. */
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

/**
 * Starts a request. Returns a function that says whether the request's answer still counts: no newer request has begun,
 * and the account and network are the same.
 */
export function begin({ kit }: SendPanel, turns: Turns): () => boolean {
  const isNewest = turns.begin()
  const { caipAddress } = kit.account()
  return () => isNewest() && kit.account().caipAddress === caipAddress
}

/**
 * Clears the form except for known addresses and contacts. A pending wallet request continues, but no longer changes
 * the form.
 */
export function resetPanel({ state, sends, searches }: SendPanel): void {
  const { known, contacts } = state
  sends.end()
  searches.end()
  Object.assign(state, blankSend(), { known, contacts })
}

/**
 * Clears what depends on account and network. Keeps the receiver, the contacts and the mark of a pending wallet
 * request.
 */
export function forgetToken({ state }: SendPanel): void {
  const { receiver, since, contacts } = state
  Object.assign(state, blankSend(), { receiver, since, contacts })
}
