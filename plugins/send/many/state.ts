/**
 * The state of a send to several recipients. Token, balance and known addresses are in the state of the form for one
 * recipient (`SendState`).
 */
import type { GasFacts } from '../gas.ts'
import type { Receiver } from '../state.ts'

/** The most recipients of one send: `kit.chain.runCalls` takes at most 20 calls. */
export const MOST_RECEIVERS = 20

export type ManyRow = {
  id: number
  /** The amount as typed, for example `0.5`; may be invalid, and is empty while nothing is typed. */
  amount: string
  receiver: Receiver
  /** The receiver's address, if the visitor accepted it although it looks like another one. */
  accepted?: string
}

/**
 * What became of one payment: waiting (for its turn) -> wallet (asked) -> chain (in no block yet) -> sent. Or it ended
 * early: `declined`, `failed`, `unsent`: not paid. `pending`: sent, but the run ended before a block had it. `unknown`:
 * it may have been sent.
 */
export type Outcome = 'waiting' | 'wallet' | 'chain' | 'sent' | 'declined' | 'failed' | 'unsent' | 'pending' | 'unknown'

export type ManyPaid = {
  id: number
  to: string
  /** The contact's name, else the name that resolved to the address; `undefined` if there is neither. */
  name: string | undefined
  amountText: string
  outcome: Outcome
  /** The transaction's hash; `undefined` until the wallet has returned it. */
  hash: string | undefined
}

export type ManyRun = {
  symbol: string
  iconUrl: string
  caipNetworkId: string
  rows: ManyPaid[]
  isBatch: boolean
  /** The visitor asked to stop after the current payment. */
  isStopping: boolean
  isDone: boolean
  /** When the run began, in ms since 1970. */
  since: number
}

/** `isTogether`: the wallet asks once for all payments. `mayFail`: an estimate failed, so a payment may fail. */
export type ManyCost = { facts: GasFacts; isTogether: boolean; mayFail: boolean }

export type ManyState = {
  rows: ManyRow[]
  /**
   * How many rows were ever added. It is also the id of the newest row, so that no row gets the id of a removed one.
   */
  made: number
  /**
   * Recipients that the visitor agreed to pay more than once, as `<address> <count>`: a higher count needs a new
   * agreement.
   */
  repeats: string[]
  cost: ManyCost | undefined
  costFailed: boolean
  run: ManyRun | undefined
}

export const blankMany = (): ManyState => ({
  rows: [],
  made: 0,
  repeats: [],
  cost: undefined,
  costFailed: false,
  run: undefined,
})
