/** 0x: the Swap API v2 with the AllowanceHolder contract (0x.org/docs, "Swap API", "AllowanceHolder"). */
import { createOutbound } from '../outbound.ts'
import { amountOf, type Fields, fieldsOf } from '../shape.ts'
import { SourceError } from '../source.ts'
import { checksummed, checkSwap } from './check.ts'
import type { Exchange, ExchangeService, QuoteParams } from './exchange.ts'

const NAME = '0x'

/**
 * The contract that takes the source token. `issues.allowance` is null once it may take enough, and `allowanceTarget`
 * is null for the native currency.
 */
const spenderOf = ({ allowanceTarget, issues }: Fields) =>
  checksummed(allowanceTarget) ?? checksummed(fieldsOf(fieldsOf(issues)['allowance'])['spender'])

export function zeroEx({ url, key = '' }: ExchangeService): Exchange {
  const ask = createOutbound({ name: NAME, url, headers: { '0x-api-key': key, '0x-version': 'v2' } })

  /** @returns the fields of a swap, or undefined if there is no liquidity for it */
  async function read(path: 'price' | 'quote', params: QuoteParams, slippage?: bigint): Promise<Fields | undefined> {
    const { chainId, from, to, amount, user } = params
    const query = {
      ...{ chainId: String(chainId), sellToken: from, buyToken: to, sellAmount: String(amount), taker: user },
      // Without it, wrapping calls the token itself, and no page swaps by calling a token.
      wrapUnwrapMode: 'settler',
      slippageBps: slippage === undefined ? undefined : String(slippage),
    }
    const fields = fieldsOf(await ask({ path: `/swap/allowance-holder/${path}`, query }))
    if (fields['liquidityAvailable'] === false) return undefined
    if (fields['liquidityAvailable'] !== true) throw new SourceError(NAME, 'does not say whether there is liquidity')
    return fields
  }

  const quote: Exchange['quote'] = async (params) => {
    const fields = await read('price', params)
    if (!fields) return undefined
    const toAmount = amountOf(fields['buyAmount'])
    if (toAmount === undefined || amountOf(fields['sellAmount']) !== params.amount)
      throw new SourceError(NAME, 'quoted another amount')
    return { toAmount, spender: spenderOf(fields) }
  }

  return {
    name: NAME,
    quote,
    spender: async (params) => (await quote(params))?.spender,
    async build(order) {
      const fields = await read('quote', order, order.slippage)
      if (!fields) return undefined
      const { to, data, value, gas, gasPrice } = fieldsOf(fields['transaction'])
      const { chainId, sellToken, buyToken, sellAmount = null, buyAmount, minBuyAmount = null } = fields
      return checkSwap(NAME, order, {
        ...{ to, data, value, gas, gasPrice, chainId, fromToken: sellToken, toToken: buyToken },
        ...{ fromAmount: sellAmount, toAmount: buyAmount, minimum: minBuyAmount, spender: spenderOf(fields) },
      })
    },
    check: async () => void (await ask({ path: '/swap/chains' })),
  }
}
