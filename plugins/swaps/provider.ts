/**
 * The source of tokens, prices, quotes and transactions, as a small interface so that another exchange can replace it.
 * Its transactions are only proposals, which `check.ts` verifies before a wallet request. Tokens and, unless stated
 * otherwise, accounts are CAIP-10; amounts are base units.
 */
import type { SwapToken } from './tokens.ts'

export type SwapQuote = {
  /** The expected amount, after fees. */
  toAmount: bigint
  /** The amount and tokens that the service quoted, to compare with the order. */
  fromAmount: bigint
  from: string
  to: string
}

/** A transaction that the service proposes. Fields that it left out are absent. */
export type BuiltTransaction = {
  /** The token for an approval, the account for a swap. */
  from: string
  to: string
  data: string
  value?: bigint
  /** The expected amount of a swap. */
  toAmount?: bigint
  gas?: bigint
  gasPrice?: bigint
}

/** On an unsupported network, `prices` returns none and every other function throws. */
export type SwapProvider = {
  /**
   * All tokens that can be swapped on a network (CAIP-2). Throws 'Network not supported for Swaps' on another
   * network.
   */
  tokens: (chainId: string) => Promise<readonly SwapToken[]>
  /** Wei per unit of gas. Throws 'Network not supported for Gas Price' on an unsupported network. */
  gasPrice: (chainId: string) => Promise<bigint>
  /** USD per token, by the token's CAIP-10 address; tokens without a price are absent. */
  prices: (tokens: readonly string[]) => Promise<readonly { address: string; price: number }[]>
  /** Requests a quote. `userAddress` is the plain address. `undefined` if there is no route or nothing would arrive. */
  quote: (ask: {
    amount: bigint
    userAddress: string
    from: string
    to: string
    gasPrice: bigint
  }) => Promise<SwapQuote | undefined>
  /** The amount of a token that the exchange may already spend. */
  allowance: (ask: {
    tokenAddress: string
    userAddress: string
    /** In whole tokens, as exact decimal text. */
    sourceTokenAmount: string
    sourceTokenDecimals: number
  }) => Promise<bigint>
  /** An ERC-20 `approve` for exactly `amount` of `from`; 0 resets an approval. */
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
