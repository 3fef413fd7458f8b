/** The swap provider that uses the blockchain API. It parses every response. */
import { type BlockchainApi, type HttpRequest, parsePrices } from 'walletkit/plugin'
import { swapError, type SwapErrorCode } from './errors.ts'
import type { BuiltTransaction, SwapProvider, SwapQuote } from './provider.ts'
import { listedToken } from './tokens.ts'

/**
 * Creates a function that makes the provider. `projectId` is called for each request that sends the id, because the
 * site may change it.
 */
export default function createApiProvider(api: BlockchainApi) {
  return (projectId: () => string | undefined): SwapProvider => {
    const read = async (path: string, query: HttpRequest['query'], chainId: string, unasked?: SwapErrorCode) =>
      answered(await api.read({ path: `v1/convert/${path}`, ...(query && { query }) }, chainId), unasked)
    return {
      tokens: async (chainId) => parseTokens(await read('tokens', { chainId }, chainId), chainId),
      gasPrice: async (chainId) =>
        parseUint(field(await read('gas-price', { chainId }, chainId, 'SWAP_GAS_NETWORK'), 'standard')),
      prices: async (addresses) => {
        const reply = await api.ask({
          path: 'v1/fungible/price',
          body: { currency: 'usd', addresses, projectId: projectId() },
        })
        return reply === undefined ? [] : readPrices(reply, addresses)
      },
      quote: async ({ amount, userAddress, from, to, gasPrice }) => {
        const query = { amount: String(amount), userAddress, from, to, gasPrice: String(gasPrice) }
        return parseQuote(await read('quotes', query, networkOf(from)))
      },
      allowance: async ({ tokenAddress, userAddress, sourceTokenAmount, sourceTokenDecimals }) => {
        const query = { tokenAddress, userAddress, sourceTokenAmount, sourceTokenDecimals }
        return parseUint(field(await read('allowance', query, networkOf(tokenAddress)), 'allowance'))
      },
      buildApproval: async ({ userAddress, from, to, amount }) => {
        const query = { userAddress, from, to, amount: String(amount) }
        return parseTransaction(await read('build-approve', query, networkOf(from)))
      },
      buildSwap: async ({ amount, from, to, userAddress, slippage }) => {
        const body = {
          amount: String(amount),
          eip155: { slippage },
          projectId: projectId(),
          from,
          to,
          userAddress,
          disableEstimate: true,
        }
        const reply = await api.ask({ path: 'v1/convert/build-transaction', body }, networkOf(from))
        return parseTransaction(answered(reply))
      },
    }
  }
}

/**
 * The reply, if a request was sent. The API client returns `undefined` without a request when the service does not
 * support the network: throws then, because an empty result would look like an answer.
 */
function answered(reply: unknown, unasked: SwapErrorCode = 'SWAP_NETWORK'): unknown {
  if (reply === undefined) throw swapError(unasked)
  return reply
}

const networkOf = (caipAddress: string) => caipAddress.split(':').slice(0, 2).join(':')
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** Parses decimal text as an integer of at most 256 bits. Throws for anything else. */
function parseUint(value: unknown): bigint {
  const number = typeof value === 'string' && /^\d{1,78}$/.test(value) ? BigInt(value) : -1n
  if (number < 0n || number >= 2n ** 256n) throw new Error(`This is not an amount: ${String(value).slice(0, 80)}`)
  return number
}
const optional = (value: unknown) => (value === undefined || value === null ? undefined : parseUint(value))

function parseText(value: unknown, pattern: RegExp): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw new Error('The service answered with no such text')
  return value
}
const CAIP10 = /^eip155:\d{1,20}:0x[0-9a-f]{40}$/i
const CALL_DATA = /^0x([0-9a-f]{2}){4,100000}$/i

/** Parses `{ tokens: [...] }`. Drops invalid entries and duplicate addresses. Throws for another shape. */
export function parseTokens(reply: unknown, chainId: string) {
  const list = field(reply, 'tokens')
  if (!Array.isArray(list)) throw new Error('The service answered with no token list')
  const tokens = list.flatMap((entry) => listedToken(entry, chainId) ?? [])
  return [...new Map(tokens.map((token) => [token.address.toLowerCase(), token])).values()]
}

/** Parses `{ fungibles: [...] }` with `parsePrices`. Throws for another shape. */
export function readPrices(reply: unknown, addresses: readonly string[]) {
  if (!Array.isArray(field(reply, 'fungibles'))) throw new Error('The service answered with no prices')
  return parsePrices(reply, addresses)
}

/** Parses `quotes[0]`; `undefined` if there is none, or the visitor would receive nothing. Throws for another shape. */
export function parseQuote(reply: unknown): SwapQuote | undefined {
  const list = field(reply, 'quotes')
  if (!Array.isArray(list)) throw new Error('The service answered with no quotes')
  const first: unknown = list[0]
  const toAmount = field(first, 'toAmount')
  if (toAmount === undefined || toAmount === null || toAmount === '') return undefined
  const arriving = parseUint(toAmount)
  if (arriving === 0n) return undefined
  return {
    toAmount: arriving,
    fromAmount: parseUint(field(first, 'fromAmount')),
    from: parseText(field(first, 'fromAccount'), CAIP10),
    to: parseText(field(first, 'toAccount'), CAIP10),
  }
}

/**
 * Parses the transaction of an approval or a swap, `{ tx: { from, to, data, value?, amount?, eip155? } }`: `value` is
 * the native amount that it sends, `amount` the tokens that the visitor receives, `eip155` its gas settings. Throws if
 * an address, a number or the call data is invalid.
 */
export function parseTransaction(reply: unknown): BuiltTransaction {
  const tx = field(reply, 'tx')
  const [value, toAmount] = [optional(field(tx, 'value')), optional(field(tx, 'amount'))]
  const fees = field(tx, 'eip155')
  const [gas, gasPrice] = [optional(field(fees, 'gas')), optional(field(fees, 'gasPrice'))]
  return {
    from: parseText(field(tx, 'from'), CAIP10),
    to: parseText(field(tx, 'to'), CAIP10),
    data: parseText(field(tx, 'data'), CALL_DATA).toLowerCase(),
    ...(value !== undefined && { value }),
    ...(toAmount !== undefined && { toAmount }),
    ...(gas !== undefined && { gas }),
    ...(gasPrice !== undefined && { gasPrice }),
  }
}
