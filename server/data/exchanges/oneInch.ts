/** 1inch: the Classic Swap API v6.0 (business.1inch.com/portal/documentation, "Swap API"). */
import { getAddress, type Hex } from 'viem'
import { createCache } from '../cache.ts'
import { createOutbound } from '../outbound.ts'
import { amountOf, decimalsOf, fieldsOf, NATIVE, textOf } from '../shape.ts'
import { SourceError } from '../source.ts'
import { checksummed, checkSwap } from './check.ts'
import type { Exchange, ExchangeService, ExchangeToken, Order } from './exchange.ts'

const NAME = '1inch'

/** `swap(executor, (src, dst, srcReceiver, dstReceiver, amount, minReturn, flags), …)` of the routers 6 and 5. */
const TUPLE_SWAPS: readonly string[] = ['0x07ed2379', '0x12aa3caf']

/**
 * What the call data says about the swap, because the answer itself has neither the receiver nor the minimum. Empty for
 * the router's other calls, which are specific to one kind of pool.
 */
function readCall(data: unknown) {
  if (typeof data !== 'string' || !TUPLE_SWAPS.includes(data.slice(0, 10).toLowerCase())) return {}
  const word = (index: number) => `0x${data.slice(10 + index * 64, 74 + index * 64)}`
  const address = (index: number): Hex => `0x${word(index).slice(26)}`
  return { fromToken: address(1), toToken: address(2), receiver: address(4), fromAmount: word(5), minimum: word(6) }
}

export function oneInch({ url, key = '' }: ExchangeService): Exchange {
  const ask = createOutbound({ name: NAME, url, headers: { authorization: `Bearer ${key}` } })
  const read = async (chainId: number, path: string, query: Record<string, string> = {}) =>
    fieldsOf(await ask({ path: `/swap/v6.0/${chainId}/${path}`, query }))

  /** 1inch answers with 400 if there is no liquidity, or if it does not know a token. */
  const unlessRefused = (error: unknown): undefined => {
    if (error instanceof SourceError && error.status === 400) return undefined
    throw error
  }

  // It is kept because the smallest plan takes one request a second, and building needs it beside the swap.
  const kept = createCache<Hex>({ lifetime: 600_000, most: 100 })
  const spender = (chainId: number) =>
    kept(String(chainId), async () => {
      const found = checksummed((await read(chainId, 'approve/spender'))['address'])
      if (!found) throw new SourceError(NAME, 'names no contract to approve')
      return found
    })

  /** 1inch has one router for a network, which is both what to approve and what to call. */
  async function build(order: Order) {
    const { chainId, from, to, amount, user, slippage } = order
    const query = {
      ...{ src: from, dst: to, amount: String(amount), from: user, origin: user },
      ...{ slippage: String(Number(slippage) / 100), disableEstimate: 'true' },
    }
    const approved = await spender(chainId)
    const fields = await read(chainId, 'swap', query).catch(unlessRefused)
    if (!fields) return undefined
    const { from: sender = null, to: router, data, value, gas, gasPrice } = fieldsOf(fields['tx'])
    return checkSwap(NAME, order, {
      ...{ sender, to: router, data, value, gas, gasPrice, toAmount: fields['dstAmount'], spender: approved },
      ...readCall(data),
    })
  }

  return {
    name: NAME,
    async tokens(chainId) {
      const { tokens } = await read(chainId, 'tokens')
      if (typeof tokens !== 'object' || tokens === null) throw new SourceError(NAME, 'sent no tokens')
      return Object.values(tokens).flatMap((each) => tokenOf(each) ?? [])
    },
    async quote({ chainId, from, to, amount }) {
      const query = { src: from, dst: to, amount: String(amount) }
      const fields = await read(chainId, 'quote', query).catch(unlessRefused)
      if (!fields) return undefined
      const toAmount = amountOf(fields['dstAmount'])
      if (toAmount === undefined) throw new SourceError(NAME, 'sent a quote without an amount')
      return { toAmount, spender: undefined }
    },
    spender: ({ chainId }) => spender(chainId),
    build,
    check: async (chainId) => void (await spender(chainId)),
  }
}

function tokenOf(value: unknown): ExchangeToken | undefined {
  const fields = fieldsOf(value)
  const address = checksummed(fields['address'])
  const [name, symbol, decimals] = [textOf(fields['name']), textOf(fields['symbol']), decimalsOf(fields['decimals'])]
  if (!address || address === getAddress(NATIVE)) return undefined
  if (name === undefined || symbol === undefined || decimals === undefined) return undefined
  return {
    ...{ address, name, symbol, decimals },
    logoUri: '',
    eip2612: fields['eip2612'] === true,
  }
}
