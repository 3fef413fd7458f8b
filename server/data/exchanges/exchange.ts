/**
 * The interface of a service that quotes and builds swaps on an EVM network; `zeroEx.ts`, `oneInch.ts` and `lifi.ts`
 * implement it. Tokens are EVM addresses; the native currency is at `ETHER`, `0xEeee…EEeE`, whatever address the
 * service has for it.
 */
import type { Hex } from 'viem'
import type { QuoteParams } from '../../../sandbox/exchange/params.ts'
import type { TokenEntry } from '../../../sandbox/exchange/shape.ts'
import type { ServiceConfig } from '../../config/sources.ts'

export type { QuoteParams } from '../../../sandbox/exchange/params.ts'

/** What an exchange needs from the config. */
export type ExchangeService = Pick<ServiceConfig, 'url' | 'key'>

/**
 * `toAmount`: what a swap would pay now, in the target token's smallest unit. `spender`: the contract that would take
 * the source token; undefined if the quote does not name it.
 */
export type Offer = { toAmount: bigint; spender: Hex | undefined }

/** `slippage` is in hundredths of a percent. */
export type Order = QuoteParams & { slippage: bigint }

/** A swap that `checkSwap` has compared with its order. Its sender is the order's user. `gasPrice` is in wei. */
export type Swap = {
  to: Hex
  data: Hex
  toAmount: bigint
  gas: bigint | undefined
  gasPrice: bigint | undefined
}

export type ExchangeToken = TokenEntry & { eip2612: boolean }

/**
 * A service that quotes and builds swaps. Each function throws a `SourceError` if the exchange does not answer as
 * documented.
 */
export type Exchange = {
  name: string
  /** All tokens of a network that the exchange swaps, without the native currency. Absent if it has no list. */
  tokens?: (chainId: number) => Promise<ExchangeToken[]>
  /** Resolves with `undefined` if there is no liquidity for the swap. */
  quote: (params: QuoteParams) => Promise<Offer | undefined>
  /** The contract to approve for the source token; undefined if the exchange names none. */
  spender: (params: QuoteParams) => Promise<Hex | undefined>
  /** Resolves with `undefined` if there is no liquidity for the swap. */
  build: (order: Order) => Promise<Swap | undefined>
  /** Sends a request that costs nothing, to see whether the exchange accepts the API key. */
  check: (chainId: number) => Promise<void>
}
