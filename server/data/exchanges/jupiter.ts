/**
 * Jupiter: the Swap API v1 for Solana (dev.jup.ag/docs/swap-api, "Get quote", "Build swap transaction"). Its Ultra API
 * is not used: its transactions may need the signature of a market maker, and are sent by Jupiter and not by the
 * wallet.
 */
import { createOutbound } from '../outbound.ts'
import { amountOf, countOf, type Fields, fieldsOf, objectOf } from '../shape.ts'
import { SourceError } from '../source.ts'
import type { ExchangeService } from './exchange.ts'

const NAME = 'jupiter'

/**
 * `from` and `to` are mints, `amount` is in base units, and `user` is the visitor's account. The mint of wrapped SOL
 * stands for SOL, which Jupiter wraps and unwraps.
 */
export type SolanaPair = { from: string; to: string; amount: bigint; user: string }
/** `slippage` is in hundredths of a percent. */
export type SolanaOrder = SolanaPair & { slippage: bigint }

/**
 * Amounts are in the target token's smallest unit; `minimum` is the least that arrives. `transaction` is base64 and not
 * signed.
 */
export type SolanaBuilt = {
  transaction: string
  toAmount: bigint
  minimum: bigint
  /** The block height after which the transaction is no longer valid, if Jupiter tells it. */
  lastValidBlockHeight: number | undefined
}

export type SolanaExchange = ReturnType<typeof jupiter>

/**
 * The slippage to ask with, in hundredths of a percent. The API requires one for a quote, but the quoted amount does
 * not depend on it.
 */
const ANY_SLIPPAGE = 50n

export function jupiter({ url, key }: ExchangeService) {
  const headers = key === undefined ? {} : { 'x-api-key': key }
  const ask = createOutbound({ name: NAME, url, headers, onlyReads: true })

  /**
   * Asks Jupiter for a quote.
   * @returns the quote as Jupiter sent it; undefined for the status 400, which means that there is no route
   */
  async function read({ from, to, amount, slippage }: Omit<SolanaOrder, 'user'>): Promise<Fields | undefined> {
    const query = {
      ...{ inputMint: from, outputMint: to, amount: String(amount), slippageBps: String(slippage) },
      ...{ swapMode: 'ExactIn', restrictIntermediateTokens: 'true' },
    }
    try {
      return objectOf(NAME, await ask({ path: '/swap/v1/quote', query }))
    } catch (error) {
      if (error instanceof SourceError && error.status === 400) return undefined
      throw error
    }
  }

  /** Compares a quote with the order. @throws SourceError if they differ */
  function checked(order: Omit<SolanaOrder, 'user'>, quote: Fields): { toAmount: bigint; minimum: bigint } {
    const fail = (problem: string): never => {
      throw new SourceError(NAME, `quoted ${problem}`)
    }
    const { inputMint, outputMint, inAmount, outAmount, otherAmountThreshold, swapMode, platformFee } = quote
    if (inputMint !== order.from || outputMint !== order.to || swapMode !== 'ExactIn') fail('another swap')
    if (amountOf(inAmount) !== order.amount) fail('another amount')
    if (amountOf(quote['slippageBps']) !== order.slippage) fail('another slippage')
    if (platformFee !== null && platformFee !== undefined && amountOf(fieldsOf(platformFee)['amount']) !== 0n)
      fail('a fee of a platform')
    const toAmount = amountOf(outAmount) ?? fail('no amount')
    const minimum = amountOf(otherAmountThreshold) ?? fail('no minimum')
    if (toAmount === 0n || minimum > toAmount) fail('an amount that cannot be')
    // Both numbers may be rounded: tolerate one base unit.
    if (minimum + 1n < (toAmount * (10_000n - order.slippage)) / 10_000n)
      fail('a minimum below what the slippage allows')
    return { toAmount, minimum }
  }

  return {
    name: NAME,
    /** What a swap would pay now; undefined without a route. */
    async quote(pair: SolanaPair): Promise<bigint | undefined> {
      const order = { ...pair, slippage: ANY_SLIPPAGE }
      const found = await read(order)
      return found && checked(order, found).toAmount
    },
    /**
     * A transaction from a quote that matches the order; undefined without a route. The transaction itself is not
     * checked here.
     */
    async build(order: SolanaOrder): Promise<SolanaBuilt | undefined> {
      const found = await read(order)
      if (!found) return undefined
      const amounts = checked(order, found)
      const body = {
        ...{ quoteResponse: found, userPublicKey: order.user, wrapAndUnwrapSol: true },
        dynamicComputeUnitLimit: true,
      }
      const { swapTransaction, lastValidBlockHeight } = fieldsOf(await ask({ path: '/swap/v1/swap', body }))
      if (typeof swapTransaction !== 'string') throw new SourceError(NAME, 'built no transaction')
      return { transaction: swapTransaction, ...amounts, lastValidBlockHeight: countOf(lastValidBlockHeight) }
    },
    /** Sends a request that costs nothing, to see whether Jupiter accepts the API key. */
    check: async (): Promise<void> => void (await ask({ path: '/swap/v1/program-id-to-label' })),
  }
}
