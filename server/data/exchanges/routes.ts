/** The convert endpoints, in the shape of the sandbox's: see `sandbox/exchange/README.md`. */
import { encodeFunctionData, erc20Abi, isAddressEqual, maxUint256, type Hex } from 'viem'
import type { Hono } from 'hono'
import { ETHER } from '../../../sandbox/exchange/addresses.ts'
import {
  parseAllowance,
  parseApprove,
  parseChainId,
  parseQuote,
  parseSwap,
  type ApproveParams,
  type Pair,
  type QuoteParams,
} from '../../../sandbox/exchange/params.ts'
import {
  approvalReply,
  gasPriceReply,
  quotesReply,
  swapReply,
  type TokenEntry,
  tokensReply,
} from '../../../sandbox/exchange/shape.ts'
import { Refusal } from '../../../sandbox/refusal.ts'
import { answering } from '../answering.ts'
import { createCache } from '../cache.ts'
import type { Asked, Env } from '../routes.ts'
import { callNode, type Node, Reverted } from '../rpc.ts'
import { amountOf, decimalsOf } from '../shape.ts'
import { SourceError } from '../source.ts'
import type { ListedToken } from '../tokens.ts'
import type { Exchange, Order } from './exchange.ts'

export type ExchangeParts = {
  exchange: Exchange
  nodes: readonly Node[]
  /** The operator's token list. */
  tokens: readonly ListedToken[]
  /** Gets each failure of the exchange or a node. */
  report: (error: SourceError) => void
}

/** ms. */
const LIFETIME = { tokens: 600_000, spender: 600_000 }
const MOST_KEPT = 1_000

/** Adds the endpoints to the app at `/v1`. */
export const exchangeRoutes = (parts: ExchangeParts) => (app: Hono<Env>) => {
  const { exchange, report } = parts
  const answers = answersOf(parts)
  const answer = answering(exchange.name, report)
  const queryOf = (context: Asked) => new URL(context.req.url).searchParams
  const chainIdOf = (context: Asked) => parseChainId(context.req.query('chainId'))
  const bodyOf = async (context: Asked) => parseSwap(Buffer.from(await context.req.arrayBuffer()))
  app.get(
    '/convert/tokens',
    answer((context) => answers.tokens(chainIdOf(context))),
  )
  app.get(
    '/convert/quotes',
    answer((context) => answers.quotes(parseQuote(queryOf(context)))),
  )
  app.get(
    '/convert/allowance',
    answer((context) => answers.allowance(parseAllowance(queryOf(context)))),
  )
  app.get(
    '/convert/gas-price',
    answer((context) => answers.gasPrice(chainIdOf(context))),
  )
  app.get(
    '/convert/build-approve',
    answer((context) => answers.buildApprove(parseApprove(queryOf(context)))),
  )
  app.post(
    '/convert/build-transaction',
    answer(async (context) => answers.buildTransaction(await bodyOf(context))),
  )
}

function answersOf(parts: ExchangeParts) {
  const { exchange, nodes } = parts
  const keptTokens = createCache<TokenEntry[]>({ lifetime: LIFETIME.tokens, most: MOST_KEPT })
  // The key has only the network and the source token. A request also names an account and a target token, for which
  // the exchange may fail, so a failure is not shared with other requests.
  const keptSpender = createCache<Hex>({ lifetime: LIFETIME.spender, most: MOST_KEPT, isWhole: false })

  const nodeOf = (chainId: number, field: string): Node => {
    const found = nodes.find(({ network }) => network.id === chainId)
    if (!found) throw new Refusal(400, field, `eip155:${chainId} is not in the config of this server`)
    return found
  }
  /**
   * The contract to approve for `pair.from`: the one of the newest quote, if the cache has it, else the one that the
   * exchange names for this amount (without an amount, or for 0: for one whole token).
   */
  const spenderOf = (node: Node, { amount, ...pair }: Pair & { amount?: bigint }) =>
    keptSpender(keyOf(pair), async () => {
      const asked = amount || 10n ** BigInt(await readDecimals(node, pair.from))
      const found = await exchange.spender({ ...pair, amount: asked })
      if (!found) throw new SourceError(exchange.name, 'names no contract to approve for this token')
      return found
    })

  return {
    async tokens(chainId: number) {
      const { network } = nodeOf(chainId, 'chainId')
      // The config does not name the native currency: use its symbol.
      const native = { ...network, address: ETHER, name: network.symbol, logoUri: '' }
      const others = await keptTokens(String(chainId), () => tokensOf(parts, chainId))
      return tokensReply(chainId, [native, ...others])
    },
    async quotes(params: QuoteParams) {
      nodeOf(params.chainId, 'from')
      const offer = await exchange.quote(params)
      const { spender } = offer ?? {}
      if (spender) await keptSpender(keyOf(params), () => Promise.resolve(spender), true)
      return quotesReply(params, offer?.toAmount)
    },
    async allowance({ token: { chainId, address }, owner }: ReturnType<typeof parseAllowance>) {
      const node = nodeOf(chainId, 'tokenAddress')
      if (isAddressEqual(address, ETHER)) return { allowance: String(maxUint256) }
      const spender = await spenderOf(node, { chainId, from: address, to: ETHER, user: owner })
      return { allowance: String(await readAllowance(node, address, owner, spender)) }
    },
    gasPrice: async (chainId: number) => gasPriceReply(await readGasPrice(nodeOf(chainId, 'chainId'))),
    async buildApprove({ amount, ...pair }: ApproveParams) {
      const node = nodeOf(pair.chainId, 'from')
      if (isAddressEqual(pair.from, ETHER)) throw new Refusal(400, 'from', 'The native currency needs no approval')
      // Without an amount, the approval would be unlimited, and a compromised exchange could use it at any later time.
      if (amount === undefined) throw new Refusal(400, 'amount', 'An amount is expected; 0 revokes the approval')
      const [spender, price] = await Promise.all([spenderOf(node, { ...pair, amount }), readGasPrice(node)])
      return approvalReply({ chainId: pair.chainId, token: pair.from, spender, amount, gasPrice: price })
    },
    async buildTransaction(order: Order) {
      nodeOf(order.chainId, 'from')
      const swap = await exchange.build(order)
      if (!swap) throw new Refusal(400, 'to', 'There is no liquidity for this swap')
      return swapReply({ chainId: order.chainId, user: order.user, ...swap })
    },
  }
}

const keyOf = ({ chainId, from }: Pick<Pair, 'chainId' | 'from'>) => `${chainId} ${from}`

/**
 * The tokens to offer besides the native currency: those of the operator's list; if it has none on this network, those
 * of the exchange.
 */
async function tokensOf({ exchange, tokens }: ExchangeParts, chainId: number): Promise<TokenEntry[]> {
  const listed = tokens.filter(({ caipNetworkId }) => caipNetworkId === `eip155:${chainId}`)
  return listed.length ? listed.map(entryOf) : ((await exchange.tokens?.(chainId)) ?? [])
}

const entryOf = ({ address, iconUrl, ...token }: ListedToken): TokenEntry => ({
  ...token,
  address: address as Hex,
  logoUri: iconUrl,
})

async function readGasPrice(node: Node): Promise<bigint> {
  const price = amountOf(await callNode(node, 'eth_gasPrice', []))
  if (price === undefined) throw new SourceError(`the node of ${node.network.name}`, 'sent no gas price')
  return price
}

/** Calls a view function that returns one word. @throws Refusal 400 if there is no such token */
async function readWord(node: Node, token: Hex, data: Hex): Promise<bigint> {
  // The visitor chooses the contract: limit its gas, and use `pass`, so that its failure does not pause the node for
  // others.
  const word = await callNode(node, 'eth_call', [{ to: token, data, gas: '0x7a120' }, 'latest'], 'pass').catch(
    (error: unknown) => {
      if (error instanceof Reverted) return undefined
      throw error
    },
  )
  if (typeof word === 'string' && /^0x[0-9a-fA-F]{64}$/.test(word)) return BigInt(word)
  throw new Refusal(400, 'tokenAddress', `There is no token at ${token}`)
}

const readAllowance = (node: Node, token: Hex, owner: Hex, spender: Hex) =>
  readWord(node, token, encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }))

async function readDecimals(node: Node, token: Hex): Promise<number> {
  const word = await readWord(node, token, encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }))
  return decimalsOf(String(word)) ?? 18
}
