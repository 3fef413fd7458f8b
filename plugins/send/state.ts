/** The state of the send panel. What else the form shows is calculated from this state, mostly in `form.ts`. */
import type { Amount, Contact, TokenBalance } from 'walletkit/plugin'
import type { GasFacts } from './gas.ts'

/** none -> searching -> found | unknown. `unknown`: no account is known for the text. */
export type Receiver = {
  status: 'none' | 'searching' | 'found' | 'unknown'
  /** The field's text, as typed. */
  text: string
  /** Set when found; `name` and `avatar` if the text is a name. */
  address?: string
  name?: string
  avatar?: string
  /** The name under which the visitor saved the address as a contact. */
  contact?: string
  /** The third-party plugin that found the address of the name. */
  by?: string
  /** Why no receiver was found, as text for the visitor. */
  note?: string
}

export type SendState = {
  token: TokenBalance | undefined
  /** The amount as typed, for example `0.5`; it may be invalid. `undefined` when empty. */
  sendTokenAmount: string | undefined
  /** The visitor pressed Max: when the balance or the fee changes, the amount is set to the maximum again. */
  isMax: boolean
  receiver: Receiver
  tokenBalances: TokenBalance[]
  balancesLoading: boolean
  /** When the balances last failed to load, in ms since 1970; they are not requested again for 30 s. */
  lastRetry: number | undefined
  /** The token's balance and decimals, read from its contract; `undefined` until then and for the native currency. */
  exactBalance: Amount | undefined
  gas: GasFacts | undefined
  gasFailed: boolean
  /** Addresses that the account has dealt with, by its history and the sends from this browser. */
  known: readonly string[]
  /** The visitor's contacts on the active namespace. */
  contacts: readonly Contact[]
  /** The receiver that the visitor accepted although it looks like a known one, and when (ms of `performance.now`). */
  accepted: { address: string; at: number } | undefined
  /** Solana: the receiver's balance in base units; `undefined` while it is unknown. */
  receiverHolds: bigint | undefined
  /** The node's estimate failed, so the transfer may fail. */
  mayFail: boolean
  /** When the pending wallet request started, ms since 1970; `undefined` without one. */
  since: number | undefined
}

export const blankSend = (): SendState => ({
  token: undefined,
  sendTokenAmount: undefined,
  isMax: false,
  receiver: { status: 'none', text: '' },
  tokenBalances: [],
  balancesLoading: false,
  lastRetry: undefined,
  exactBalance: undefined,
  gas: undefined,
  gasFailed: false,
  known: [],
  contacts: [],
  accepted: undefined,
  receiverHolds: undefined,
  mayFail: false,
  since: undefined,
})
