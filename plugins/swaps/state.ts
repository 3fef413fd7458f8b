/** The state of the swap form, and the results of its checks. */
import type { Amount } from 'walletkit/plugin'
import type { Flag } from './check.ts'
import type { SwapToken } from './tokens.ts'

/** The transaction for the wallet; amounts in base units, gas as estimated by the service. */
export type SwapTransaction = {
  data: string
  to: string
  gas: bigint | undefined
  gasPrice: bigint | undefined
  value: bigint
  /** The received amount of the quote that it was built for, as decimal text. */
  toAmount: string
}

export type SwapState = {
  sourceToken: SwapToken | undefined
  toToken: SwapToken | undefined
  /** As typed, exact decimal text; `''` when empty. */
  sourceTokenAmount: string
  /** From the quote, as exact decimal text; `''` without a quote. */
  toTokenAmount: string
  sourceTokenPriceInUSD: number
  toTokenPriceInUSD: number
  /** USD per unit of the native currency; 0 if unknown. */
  networkPrice: number
  /** The native balance in USD, as exact decimal text; `''` if unknown. */
  networkBalanceInUSD: string
  /** Wei per unit of gas, as decimal text; `''` if unknown. */
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
  /** The account's tokens, with quantities and prices. */
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
  /** Start and end, in ms since 1970. */
  since: number | undefined
  until: number | undefined
}
/** The pending swap: its steps, what it waits for, and its amounts. */
export type Progress = {
  steps: Step[]
  /** `wallet`: the visitor must act. `chain`: waits for a block. `service`: waits for a quote or a transaction. */
  waitsFor: 'wallet' | 'chain' | 'service'
  paid: string
  received: string
  source: SwapToken
  target: SwapToken
}

export type SwapChecks = {
  initialising: boolean
  initialised: boolean
  /** A quote request is pending. */
  quoting: boolean
  /** The quote failed for another reason than the amount. */
  fetchError: boolean
  /** Why there is no quote for this amount, as text for the visitor. */
  amountError: string | undefined
  /** The received amount of the quote, in base units. */
  quoted: bigint | undefined
  /** The amount that the exchange may already spend; `undefined` while unknown. */
  allowance: bigint | undefined
  allowanceFailed: boolean
  /** The review's transaction is being built. */
  preparing: boolean
  /** Why the review is blocked, as text for the visitor. */
  blocked: string | undefined
  flags: Flag[]
  /** The node's estimate failed, so the swap may fail. */
  mayFail: boolean
  /** Balances from the chain, by token address in lower case. */
  exact: Record<string, Amount>
  /** USD by token address in lower case. */
  prices: Record<string, number>
  /** The visitor pressed Max: the amount follows the balance. */
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
