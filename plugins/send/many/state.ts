/** The state of a send to several recipients. The token, its balance and the known addresses are those of the form. */
import type { GasFacts } from '../gas.ts'
import type { Receiver } from '../state.ts'

/** The most recipients of one send: as many calls as a visitor can be asked to review at once. */
export const MOST_RECEIVERS = 20

export type ManyRow = {
  id: number
  /** As typed, exact decimal text; empty without one. */
  amount: string
  receiver: Receiver
  /** The address that the visitor accepts although it looks like another one. */
  accepted?: string
}

/**
 * waiting -> wallet -> chain -> sent. `declined`, `failed`, `unsent`: nothing left the account. `pending`: the network has it and
 * nobody waits for it any more. `unknown`: only the network can tell, now or later.
 */
export type Outcome = 'waiting' | 'wallet' | 'chain' | 'sent' | 'declined' | 'failed' | 'unsent' | 'pending' | 'unknown'

export type ManyPaid = {
  id: number
  to: string
  /** The contact's name, the resolved name, or nothing. */
  name: string | undefined
  amountText: string
  outcome: Outcome
  /** Set as soon as the wallet has returned it. */
  hash: string | undefined
}

export type ManyRun = {
  symbol: string
  iconUrl: string
  caipNetworkId: string
  rows: ManyPaid[]
  isBatch: boolean
  /** The visitor asked to stop after the current one. */
  isStopping: boolean
  isDone: boolean
  /** ms since 1970. */
  since: number
}

/** What the review says about the cost, and about how often the wallet asks. */
export type ManyCost = { facts: GasFacts; isTogether: boolean; mayFail: boolean }

export type ManyState = {
  rows: ManyRow[]
  /** How many rows were made: each has an id of its own, also after others are removed. */
  made: number
  /** Recipients that may be paid more than once: each with how often, so that one more asks again. */
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
