/** The send form: the fields of the spec, and what the screens need beside them. */
import type { Amount, TokenBalance } from 'walletkit/plugin'
import type { GasFacts } from './gas.ts'

/** Spec section 3, Send state. */
export type SendState = {
  token: TokenBalance | undefined
  /** As typed, exact decimal text; `undefined` when empty. */
  sendTokenAmount: string | undefined
  /** The address, resolved where a name was typed; until then what was typed. */
  receiverAddress: string | undefined
  receiverProfileImageUrl: string | undefined
  receiverProfileName: string | undefined
  /** Base units of the native currency for one unit of gas. */
  gasPrice: bigint | undefined
  /** The whole fee in USD. */
  gasPriceInUSD: number | undefined
  /** The native balance in USD, exact. */
  networkBalanceInUSD: string | undefined
  tokenBalances: TokenBalance[]
  /** A request is with the wallet. */
  loading: boolean
  /** When the balances failed last, ms since 1970; no new fetch for 30 s. */
  lastRetry: number | undefined
}

export const blankSend = (): SendState => ({
  token: undefined,
  sendTokenAmount: undefined,
  receiverAddress: undefined,
  receiverProfileImageUrl: undefined,
  receiverProfileName: undefined,
  gasPrice: undefined,
  gasPriceInUSD: undefined,
  networkBalanceInUSD: undefined,
  tokenBalances: [],
  loading: false,
  lastRetry: undefined,
})

/** What the screens show of the checks that run beside the form. */
export type SendChecks = {
  /** The field's text, which stays as typed. */
  receiverText: string
  receiverIsAddress: boolean
  resolving: boolean
  /** Why no receiver was found, in words. */
  receiverNote: string | undefined
  /** A known address that the receiver only looks like. */
  lookAlike: string | undefined
  /** The receiver is the contract of the token itself: what goes there is lost. */
  isOwnContract: boolean
  /** The service and the chain disagree about the token's decimals. */
  decimalsDiffer: boolean
  /** The token's balance as its contract says. */
  exactBalance: Amount | undefined
  gas: GasFacts | undefined
  gasFailed: boolean
  /** Solana: what the receiver holds in base units; `undefined` while it is unknown. */
  receiverHolds: bigint | undefined
  /** The chain expects the transfer to fail. */
  mayFail: boolean
  /** The amount follows the balance. */
  isMax: boolean
  balancesLoading: boolean
  /** When the request went to the wallet, ms since 1970. */
  since: number | undefined
}

export const blankChecks = (): SendChecks => ({
  receiverText: '',
  receiverIsAddress: false,
  resolving: false,
  receiverNote: undefined,
  lookAlike: undefined,
  isOwnContract: false,
  decimalsDiffer: false,
  exactBalance: undefined,
  gas: undefined,
  gasFailed: false,
  receiverHolds: undefined,
  mayFail: false,
  isMax: false,
  balancesLoading: false,
  since: undefined,
})
