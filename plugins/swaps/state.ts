/** The swap form: the fields of the spec (section 3, Swap state), and what the screens need beside them. */
import type { Amount } from 'walletkit/plugin'
import type { Flag } from './check.ts'
import type { SwapToken } from './tokens.ts'

/** A transaction as it would go to the wallet; base units, gas as the service estimated it. */
export type SwapTransaction = {
  data: string
  to: string
  gas: bigint | undefined
  gasPrice: bigint | undefined
  value: bigint
  /** What arrives by the quote that it was built for, decimal text. */
  toAmount: string
}

export type SwapState = {
  sourceToken: SwapToken | undefined
  toToken: SwapToken | undefined
  /** As typed, exact decimal text; `''` when empty. */
  sourceTokenAmount: string
  /** By the quote, exact decimal text; `''` without one. */
  toTokenAmount: string
  sourceTokenPriceInUSD: number
  toTokenPriceInUSD: number
  /** USD for one unit of the native currency; 0 when unknown. */
  networkPrice: number
  /** The native balance in USD, exact decimal text; `''` when unknown. */
  networkBalanceInUSD: string
  /** Wei for one unit of gas, decimal text; `''` when unknown. */
  gasFee: string
  /** For 150,000 units of gas. */
  gasPriceInUSD: number | undefined
  /** Percent. */
  priceImpact: number | undefined
  /** In destination tokens. */
  maxSlippage: number | undefined
  /** In source tokens, exact decimal text. */
  providerFee: string | undefined
  /** Percent. */
  slippage: number
  inputError: string | undefined
  approvalTransaction: SwapTransaction | undefined
  swapTransaction: SwapTransaction | undefined
  tokens: SwapToken[]
  popularTokens: SwapToken[]
  suggestedTokens: SwapToken[]
  /** What the account holds, with quantities and prices. */
  myTokensWithBalance: SwapToken[]
}

export const blankSwap = (slippage: number): SwapState => ({
  sourceToken: undefined,
  toToken: undefined,
  sourceTokenAmount: '',
  toTokenAmount: '',
  sourceTokenPriceInUSD: 0,
  toTokenPriceInUSD: 0,
  networkPrice: 0,
  networkBalanceInUSD: '',
  gasFee: '',
  gasPriceInUSD: undefined,
  priceImpact: undefined,
  maxSlippage: undefined,
  providerFee: undefined,
  slippage,
  inputError: undefined,
  approvalTransaction: undefined,
  swapTransaction: undefined,
  tokens: [],
  popularTokens: [],
  suggestedTokens: [],
  myTokensWithBalance: [],
})

export type StepKey = 'reset' | 'approve' | 'swap' | 'arrive'
export type Step = {
  key: StepKey
  state: 'todo' | 'current' | 'done'
  /** ms since 1970 of its begin, and of its end. */
  since: number | undefined
  until: number | undefined
}
/** What is under way: for whom it waits, and what it is about. */
export type Progress = {
  steps: Step[]
  /** `wallet`: the visitor must act; `chain`: a block is waited for; `service`: quote or transaction. */
  waitsFor: 'wallet' | 'chain' | 'service'
  paid: string
  received: string
  source: SwapToken
  target: SwapToken
}

export type SwapChecks = {
  initialising: boolean
  initialised: boolean
  /** A quote is on its way. */
  quoting: boolean
  /** No quote came, for another reason than the amount. */
  fetchError: boolean
  /** Why there is no quote for this amount, in words. */
  amountError: string | undefined
  /** What arrives by the quote, base units. */
  quoted: bigint | undefined
  /** What the exchange may take already; `undefined` while unknown. */
  allowance: bigint | undefined
  allowanceFailed: boolean
  /** The transaction of the review is being built. */
  preparing: boolean
  /** Why the review is blocked, in words. */
  blocked: string | undefined
  flags: Flag[]
  /** The chain expects the swap to fail. */
  mayFail: boolean
  /** Balances as the chain says, by token address in lower case. */
  exact: Record<string, Amount>
  /** USD by token address in lower case. */
  prices: Record<string, number>
  /** The amount follows the balance. */
  isMax: boolean
  progress: Progress | undefined
}

export const blankChecks = (): SwapChecks => ({
  initialising: false,
  initialised: false,
  quoting: false,
  fetchError: false,
  amountError: undefined,
  quoted: undefined,
  allowance: undefined,
  allowanceFailed: false,
  preparing: false,
  blocked: undefined,
  flags: [],
  mayFail: false,
  exact: {},
  prices: {},
  isMax: false,
  progress: undefined,
})
