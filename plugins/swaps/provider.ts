/**
 * Where tokens, prices, quotes and transactions come from: one small interface, so that another exchange can stand in. What
 * it answers is a proposal (check.ts): it is trusted with words and figures, never with what a wallet is asked for.
 * Tokens and, where not said otherwise, accounts are CAIP-10; amounts are base units.
 */
import type { SwapToken } from './tokens.ts'

export type SwapQuote = {
  /** What would arrive, after fees. */
  toAmount: bigint
  /** What the quote is for, as the service understood it. */
  fromAmount: bigint
  from: string
  to: string
}

/** A transaction as a service proposes it. Fields that it did not tell are absent. */
export type BuiltTransaction = {
  /** For an approval the token, for a swap the account. */
  from: string
  to: string
  data: string
  value?: bigint
  /** Of a swap: what is expected to arrive. */
  toAmount?: bigint
  gas?: bigint
  gasPrice?: bigint
}

/** On a network that it does not serve nothing has a price, and whatever else it is asked for throws. */
export type SwapProvider = {
  /** Every token that can be swapped on a network (CAIP-2). Throws 'Network not supported for Swaps' where it serves none. */
  tokens: (chainId: string) => Promise<readonly SwapToken[]>
  /** Wei for one unit of gas. Throws 'Network not supported for Gas Price' where it serves none. */
  gasPrice: (chainId: string) => Promise<bigint>
  /** USD for one token each; what has no price is absent. Symbols are matched without regard to case. */
  prices: (tokens: readonly string[]) => Promise<readonly { symbol: string; price: number }[]>
  /** `userAddress` is the plain address. `undefined` where there is no way, or nothing would arrive. */
  quote: (ask: {
    amount: bigint
    userAddress: string
    from: string
    to: string
    gasPrice: bigint
  }) => Promise<SwapQuote | undefined>
  /** What the exchange may take of a token already. */
  allowance: (ask: {
    tokenAddress: string
    userAddress: string
    /** As typed, decimal text. */
    sourceTokenAmount: string
    sourceTokenDecimals: number
  }) => Promise<bigint>
  /** An ERC-20 `approve` for exactly `amount` of `from`; 0 takes an approval back. */
  buildApproval: (ask: { userAddress: string; from: string; to: string; amount: bigint }) => Promise<BuiltTransaction>
  /** `slippage` in percent. */
  buildSwap: (ask: {
    amount: bigint
    from: string
    to: string
    userAddress: string
    slippage: number
  }) => Promise<BuiltTransaction>
}
