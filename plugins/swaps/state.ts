/**
 * The state of the swap panel. Most of what else the screens show is calculated from it in `form.ts` and `figures.ts`.
 */
import type { Amount } from 'walletkit/plugin'
import type { Prepared } from './build.ts'
import type { SwapToken } from './tokens.ts'

/**
 * off -> loading -> form -> quoting -> quoted | unquoted -> quoting. From the review: quoted -> building -> ready |
 * blocked -> building. ready -> swapping -> off, or after a failure -> quoting.
 *
 * `off`: tokens and balances are not loaded. `form`: loaded, but a token or the amount is missing. `quoting`: a quote
 * is requested, or will be after the debounce. `building`: the review builds the wallet request; until that is done,
 * the one before stays valid.
 */
export type SwapStatus =
  'off' | 'loading' | 'form' | 'quoting' | 'quoted' | 'unquoted' | 'building' | 'ready' | 'blocked' | 'swapping'

export type StepKey = 'reset' | 'approve' | 'swap' | 'arrive'
export type Step = {
  key: StepKey
  state: 'todo' | 'current' | 'done'
  /** Start and end, in ms since 1970. */
  since: number | undefined
  until: number | undefined
}
/** The pending swap: its steps, what it waits for, and its amounts as exact decimal text. */
export type Progress = {
  steps: Step[]
  /** `wallet`: the visitor must act. `chain`: waits for a block. `service`: waits for a quote or a transaction. */
  waitsFor: 'wallet' | 'chain' | 'service'
  paid: string
  received: string
  source: SwapToken
  target: SwapToken
}

export type SwapState = {
  status: SwapStatus
  sourceToken: SwapToken | undefined
  toToken: SwapToken | undefined
  /** The amount as typed, for example `0.5`; it may be invalid. `''` when empty. */
  sourceTokenAmount: string
  /**
   * The visitor pressed Max: until they change the amount or the token to pay with, the amount is set to the maximum
   * again when the balance or the gas price changes. For the native currency, the maximum leaves enough to pay the gas.
   */
  isMax: boolean
  /** The tokens that the exchange lists. */
  tokens: SwapToken[]
  /** The account's tokens that the exchange lists, with quantities and prices. */
  held: SwapToken[]
  /** By token address in lower case: the balance from the chain, and the price in USD. */
  facts: Record<string, { balance?: Amount; price?: number }>
  /** Wei per unit of gas; `undefined` while it is unknown. */
  gasFee: bigint | undefined
  /** Units of gas of the last swap that was built for these tokens; `undefined` before the first. */
  gasUnits: bigint | undefined
  /**
   * The quote that the form or the review shows, in base units. `allowance`: what the exchange may already spend;
   * `undefined` while it is unknown. Dropped when the form changes.
   */
  quote: { toAmount: bigint; allowance: bigint | undefined } | undefined
  /**
   * What failed last, with the text for the visitor. A failed quote or review goes when the form changes, or when the
   * next quote or review succeeds. A failed read of the allowance stays when the form changes: it goes when such a read
   * or a review succeeds.
   */
  failure: { of: 'quote' | 'allowance' | 'review'; code: string; message: string } | undefined
  /** The checked wallet request. Dropped when the form changes. */
  prepared: Prepared | undefined
  /** Set while the status is `swapping`. */
  progress: Progress | undefined
}

export const blankSwap = (): SwapState => ({
  status: 'off',
  sourceToken: undefined,
  toToken: undefined,
  sourceTokenAmount: '',
  isMax: false,
  tokens: [],
  held: [],
  facts: {},
  gasFee: undefined,
  gasUnits: undefined,
  quote: undefined,
  failure: undefined,
  prepared: undefined,
  progress: undefined,
})

/** The status of a panel in which no request is pending. */
export const restingStatus = ({ tokens, quote }: Pick<SwapState, 'tokens' | 'quote'>): SwapStatus =>
  tokens.length === 0 ? 'off' : quote ? 'quoted' : 'form'

/** Whether a review shows, or is being prepared. */
export const isReviewed = ({ status }: Pick<SwapState, 'status'>): boolean =>
  status === 'building' || status === 'ready' || status === 'blocked'
