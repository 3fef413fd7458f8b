/** 1inch: the Classic Swap API v6.0 (business.1inch.com/portal/documentation, "Swap API"). */
import { getAddress, type Hex } from 'viem'
import { ETHER } from '../../../sandbox/exchange/addresses.ts'
import { createCache } from '../cache.ts'
import { createOutbound } from '../outbound.ts'
import { amountOf, decimalsOf, fieldsOf, NATIVE, textOf } from '../shape.ts'
import { SourceError } from '../source.ts'
import { addressOf, selectorOf, wordOf } from './call.ts'
import { checksummed, checkSwap, type Told } from './check.ts'
import type { Exchange, ExchangeService, ExchangeToken, Order } from './exchange.ts'

const NAME = '1inch'

/**
 * The indexes of a call's words. In a call without `receiver`, the router pays its caller; without `from`, it takes the
 * native currency.
 */
type Places = { receiver?: number; from?: number; to?: number; amount?: number; minimum: number; flags?: number }

const SWAP: Places = { from: 1, to: 2, receiver: 4, amount: 5, minimum: 6, flags: 7 }
const UNOSWAP: Places = { from: 0, amount: 1, minimum: 2 }
const UNOSWAP_TO: Places = { receiver: 0, from: 1, amount: 2, minimum: 3 }
const ETHER_UNOSWAP: Places = { minimum: 0 }
const ETHER_UNOSWAP_TO: Places = { receiver: 0, minimum: 1 }

/**
 * Where a call has its receiver, tokens and amounts, by its selector: calls of router 6, from its public interface, and
 * `swap` of router 5. All except `swap` have three selectors: for one, two and three pools. The pools are the last
 * arguments, so the others keep their places.
 */
const CALLS: Readonly<Record<string, Places>> = {
  // `swap(executor, (src, dst, srcReceiver, dstReceiver, amount, minReturn, flags), …)` of the routers 6 and 5
  ...{ '0x07ed2379': SWAP, '0x12aa3caf': SWAP },
  // `unoswap(token, amount, minReturn, dex, …)`
  ...{ '0x83800a8e': UNOSWAP, '0x8770ba91': UNOSWAP, '0x19367472': UNOSWAP },
  // `unoswapTo(to, token, amount, minReturn, dex, …)`
  ...{ '0xe2c95c82': UNOSWAP_TO, '0xea76dddf': UNOSWAP_TO, '0xf7a70056': UNOSWAP_TO },
  // `ethUnoswap(minReturn, dex, …)`
  ...{ '0xa76dfc3b': ETHER_UNOSWAP, '0x89af926a': ETHER_UNOSWAP, '0x188ac35d': ETHER_UNOSWAP },
  // `ethUnoswapTo(to, minReturn, dex, …)`
  ...{ '0x175accdc': ETHER_UNOSWAP_TO, '0x0f449d71': ETHER_UNOSWAP_TO, '0x493189f0': ETHER_UNOSWAP_TO },
}

/**
 * What the call data says about the swap, because the answer itself has neither the receiver nor the minimum. The pools
 * and the code that swaps are not read. Only `swap` names the target token: the other calls pay what their last pool
 * gives, which is not known here.
 *
 * @throws SourceError for any other call of the router (such as `clipperSwap` or limit orders), which cannot be read
 * here, and for a swap that may take only a part of the amount
 */
function readCall(data: unknown): Told {
  const call = typeof data === 'string' ? data : ''
  const places = CALLS[selectorOf(call)]
  if (!places) throw new SourceError(NAME, 'built a swap whose call data cannot be read')
  const { receiver, from, to, amount, minimum, flags } = places
  // With the lowest bit of `flags`, the router may take a part of the amount, and pay the same part of the minimum.
  const isPartial = flags !== undefined && (amountOf(wordOf(call, flags)) ?? 1n) % 2n === 1n
  if (isPartial) throw new SourceError(NAME, 'built a swap of a part of the amount')
  return {
    fromToken: from === undefined ? ETHER : addressOf(call, from),
    minimum: wordOf(call, minimum),
    ...(to !== undefined && { toToken: addressOf(call, to) }),
    ...(receiver !== undefined && { receiver: addressOf(call, receiver) }),
    ...(amount !== undefined && { fromAmount: wordOf(call, amount) }),
  }
}

export function oneInch({ url, key = '' }: ExchangeService): Exchange {
  const ask = createOutbound({ name: NAME, url, headers: { authorization: `Bearer ${key}` } })
  const read = async (chainId: number, path: string, query: Record<string, string> = {}) =>
    fieldsOf(await ask({ path: `/swap/v6.0/${chainId}/${path}`, query }))

  /**
   * For `catch`: returns undefined for the status 400, because there is no liquidity or 1inch does not know a token.
   * Throws any other error again.
   */
  const unlessRefused = (error: unknown): undefined => {
    if (error instanceof SourceError && error.status === 400) return undefined
    throw error
  }

  // Cached, because the smallest plan allows one request per second, and building a swap takes another one.
  const kept = createCache<Hex>({ lifetime: 600_000, most: 100 })
  const spender = (chainId: number) =>
    kept(String(chainId), async () => {
      const found = checksummed((await read(chainId, 'approve/spender'))['address'])
      if (!found) throw new SourceError(NAME, 'names no contract to approve')
      return found
    })

  /** Builds a swap. 1inch has one router on each network, which is both the contract to approve and the one to call. */
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
      call: readCall(data),
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
