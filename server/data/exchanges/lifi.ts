/**
 * LI.FI: quotes and tokens of the API v1 (docs.li.fi, "Requesting a quote", "Token approvals"). The answer's action,
 * estimate and transaction are compared with the order. The call data is not read, because LI.FI's contract has many
 * kinds of calls, so the receiver and the minimum are only what the service claims.
 */
import { isAddressEqual, zeroAddress, type Hex } from 'viem'
import { ETHER } from '../../../sandbox/exchange/addresses.ts'
import { createOutbound } from '../outbound.ts'
import { amountOf, decimalsOf, type Fields, fieldsOf, listOf, textOf } from '../shape.ts'
import { SourceError } from '../source.ts'
import { checksummed, checkSwap } from './check.ts'
import type { Exchange, ExchangeService, ExchangeToken, QuoteParams } from './exchange.ts'

const NAME = 'lifi'

/** LI.FI uses the zero address for the native currency. */
const toLifi = (address: Hex) => (isAddressEqual(address, ETHER) ? zeroAddress : address)
const fromLifi = (value: unknown) => {
  const address = checksummed(value)
  return address && isAddressEqual(address, zeroAddress) ? ETHER : (address ?? null)
}

export function lifi({ url, key }: ExchangeService): Exchange {
  const ask = createOutbound({ name: NAME, url, ...(key !== undefined && { headers: { 'x-lifi-api-key': key } }) })

  /**
   * Asks LI.FI for a quote.
   * @returns the step with its transaction, or undefined if there is no route: LI.FI answers with 404 then
   */
  async function read(
    { chainId, from, to, amount, user }: QuoteParams,
    slippage?: bigint,
  ): Promise<Fields | undefined> {
    const query = {
      ...{ fromChain: String(chainId), toChain: String(chainId), fromToken: toLifi(from), toToken: toLifi(to) },
      ...{ fromAmount: String(amount), fromAddress: user },
      // LI.FI takes a fraction: 0.01 is one percent.
      slippage: slippage === undefined ? undefined : String(Number(slippage) / 10_000),
    }
    try {
      return fieldsOf(await ask({ path: '/v1/quote', query }))
    } catch (error) {
      if (error instanceof SourceError && error.status === 404) return undefined
      throw error
    }
  }

  const quote: Exchange['quote'] = async (params) => {
    const fields = await read(params)
    if (!fields) return undefined
    const { toAmount, approvalAddress } = fieldsOf(fields['estimate'])
    const amount = amountOf(toAmount)
    if (amount === undefined || amountOf(fieldsOf(fields['action'])['fromAmount']) !== params.amount)
      throw new SourceError(NAME, 'quoted another amount')
    return { toAmount: amount, spender: checksummed(approvalAddress) }
  }

  return {
    name: NAME,
    async tokens(chainId) {
      const { tokens } = fieldsOf(await ask({ path: '/v1/tokens', query: { chains: String(chainId) } }))
      return listOf(NAME, fieldsOf(tokens)[String(chainId)]).flatMap((each) => tokenOf(each, chainId) ?? [])
    },
    quote,
    spender: async (params) => (await quote(params))?.spender,
    async build(order) {
      const fields = await read(order, order.slippage)
      if (!fields) return undefined
      const { toAmount, toAmountMin: minimum = null, approvalAddress: spender } = fieldsOf(fields['estimate'])
      const action = fieldsOf(fields['action'])
      const { fromToken, toToken, fromAmount = null, toAddress: receiver = null } = action
      const { fromChainId = null, toChainId = null } = action
      const { to, data, value, gasLimit, gasPrice, from, chainId = null } = fieldsOf(fields['transactionRequest'])
      return checkSwap(NAME, order, {
        ...{ to, data, value, toAmount, minimum, spender, chainId, fromAmount, gas: gasLimit, gasPrice },
        ...{ sender: from ?? null, receiver, fromChainId, toChainId },
        ...{ fromToken: fromLifi(fieldsOf(fromToken)['address']), toToken: fromLifi(fieldsOf(toToken)['address']) },
      })
    },
    check: async () => void (await ask({ path: '/v1/chains' })),
  }
}

function tokenOf(value: unknown, chainId: number): ExchangeToken | undefined {
  const fields = fieldsOf(value)
  const address = checksummed(fields['address'])
  const [name, symbol, decimals] = [textOf(fields['name']), textOf(fields['symbol']), decimalsOf(fields['decimals'])]
  if (!address || address === zeroAddress || fields['chainId'] !== chainId) return undefined
  if (name === undefined || symbol === undefined || decimals === undefined) return undefined
  return { ...{ address, name, symbol, decimals }, logoUri: '', eip2612: false }
}
