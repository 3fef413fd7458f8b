/** The state of the send form, and the results of its checks. */
import type { Amount, TokenBalance } from 'walletkit/plugin'
import type { GasFacts } from './gas.ts'

/** The public state of the form. */
export type SendState = {
  token: TokenBalance | undefined
  /** As typed, exact decimal text; `undefined` when empty. */
  sendTokenAmount: string | undefined
  /** The address. For a typed name, the name until it is resolved. */
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
  /** A wallet request is pending. */
  loading: boolean
  /** When the balances last failed, ms since 1970; no fetch starts within 30 s. */
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

/** The results of checks, for the screens. */
export type SendChecks = {
  /** The field's text, as typed. */
  receiverText: string
  receiverIsAddress: boolean
  resolving: boolean
  /** Why no receiver was found, as text for the visitor. */
  receiverNote: string | undefined
  /** The known address that the receiver imitates. */
  lookAlike: string | undefined
  /** The receiver is the token's own contract: tokens sent there are lost. */
  isOwnContract: boolean
  /** The service and the chain disagree about the token's decimals. */
  decimalsDiffer: boolean
  /** The token's balance, from its contract. */
  exactBalance: Amount | undefined
  gas: GasFacts | undefined
  gasFailed: boolean
  /** Solana: the receiver's balance in base units; `undefined` while it is unknown. */
  receiverHolds: bigint | undefined
  /** The node's estimate failed, so the transfer may fail. */
  mayFail: boolean
  /** The visitor pressed Max: the amount follows the balance. */
  isMax: boolean
  balancesLoading: boolean
  /** When the wallet request started, ms since 1970. */
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
