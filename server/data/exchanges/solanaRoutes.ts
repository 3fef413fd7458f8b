/**
 * The convert endpoints for Solana, at the same paths as those for EVM networks: `tokens`, `quotes` and
 * `build-transaction`. The others have no use on Solana: it has no approvals, and the transaction contains its fee.
 */
import type { Hono, MiddlewareHandler } from 'hono'
import { Refusal } from '../../../sandbox/refusal.ts'
import { answering } from '../answering.ts'
import { type DataNetwork, WRAPPED_SOL } from '../network.ts'
import { type Asked, bodyOf, type Env } from '../routes.ts'
import type { Node } from '../rpc.ts'
import { type Fields, fieldsOf } from '../shape.ts'
import type { SourceError } from '../source.ts'
import type { ListedToken } from '../tokens.ts'
import type { SolanaExchange, SolanaOrder, SolanaPair } from './jupiter.ts'
import { simulateSwap } from './solanaSimulation.ts'
import { readSwap } from './solanaTransaction.ts'

export type SolanaExchangeParts = {
  exchange: SolanaExchange
  /** The node of Solana. */
  node: Node
  tokens: readonly ListedToken[]
  report: (error: SourceError) => void
}

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
/** Amounts on Solana have 64 bits. */
const MOST = 2n ** 64n - 1n
const MOST_SLIPPAGE = 5_000
const DEFAULT_SLIPPAGE = 1

function refuse(field: string, expected: string): never {
  throw new Refusal(400, field, `${expected} is expected`)
}

/** The address in a CAIP-10 id on the network. @throws Refusal 400 for anything else */
function addressOn({ caipNetworkId, name }: DataNetwork, value: unknown, field: string): string {
  const address =
    typeof value === 'string' && value.startsWith(`${caipNetworkId}:`) ? value.slice(caipNetworkId.length + 1) : ''
  return ADDRESS.test(address) ? address : refuse(field, `A CAIP-10 address on ${name}`)
}

function parsePair(network: DataNetwork, { from, to, userAddress, amount }: Fields): SolanaPair {
  const pair = { from: addressOn(network, from, 'from'), to: addressOn(network, to, 'to') }
  if (pair.from === pair.to) refuse('to', 'Another token')
  const user =
    typeof userAddress === 'string' && ADDRESS.test(userAddress)
      ? userAddress
      : addressOn(network, userAddress, 'userAddress')
  const units = typeof amount === 'string' && /^\d{1,20}$/.test(amount) ? BigInt(amount) : 0n
  if (units === 0n || units > MOST) refuse('amount', 'A whole number above 0 in the smallest unit, as text,')
  return { ...pair, user, amount: units }
}

/**
 * Parses the order in a request for a transaction. `solana.slippage` is in percent, from 0 to 50 with at most two
 * decimals.
 */
function parseOrder(network: DataNetwork, fields: Fields): SolanaOrder {
  const { slippage = DEFAULT_SLIPPAGE } = fieldsOf(fields['solana'])
  const text = typeof slippage === 'number' || typeof slippage === 'string' ? String(slippage) : ''
  const hundredths = /^\d{1,2}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Infinity
  if (hundredths > MOST_SLIPPAGE) refuse('solana.slippage', 'A percentage from 0 to 50')
  return { ...parsePair(network, fields), slippage: BigInt(hundredths) }
}

/**
 * Adds the endpoints to the app at `/v1`. Requests for other networks go on to the handlers that are added after these.
 */
export const solanaExchangeRoutes = (parts: SolanaExchangeParts) => (app: Hono<Env>) => {
  const { exchange, node, tokens, report } = parts
  const { network } = node
  const { caipNetworkId: id } = network
  const answer = answering(exchange.name, report)
  const isHere = (value: unknown) => typeof value === 'string' && (value === id || value.startsWith(`${id}:`))
  const only =
    (asked: (context: Asked) => unknown, handle: (context: Asked) => Promise<Response>): MiddlewareHandler<Env> =>
    async (context, next) =>
      isHere(await asked(context)) ? handle(context) : next()

  app.get(
    '/convert/tokens',
    only(
      (context) => context.req.query('chainId'),
      answer(() => Promise.resolve({ tokens: tokensOf(network, tokens) })),
    ),
  )
  app.get(
    '/convert/quotes',
    only(
      (context) => context.req.query('from'),
      answer(async (context) => {
        const pair = parsePair(network, context.req.query())
        const toAmount = await exchange.quote(pair)
        if (toAmount === undefined) return { quotes: [] }
        const [fromAccount, toAccount] = [`${id}:${pair.from}`, `${id}:${pair.to}`]
        return { quotes: [{ fromAmount: String(pair.amount), fromAccount, toAmount: String(toAmount), toAccount }] }
      }),
    ),
  )
  app.post(
    '/convert/build-transaction',
    only(
      async (context) => (await bodyOf(context))['from'],
      answer(async (context) => {
        const order = parseOrder(network, await bodyOf(context))
        const built = await exchange.build(order)
        if (!built) throw new Refusal(400, 'to', 'There is no liquidity for this swap')
        await simulateSwap(exchange.name, node, order, { ...built, wire: readSwap(exchange.name, order, built) })
        const { transaction, toAmount, minimum, lastValidBlockHeight } = built
        return {
          tx: {
            ...{ from: `${id}:${order.user}`, transaction, amount: String(toAmount), minimum: String(minimum) },
            ...(lastValidBlockHeight !== undefined && { lastValidBlockHeight }),
          },
        }
      }),
    ),
  )
}

/** The native currency, and the tokens of the operator's list. */
function tokensOf({ caipNetworkId: id, name, symbol, decimals }: DataNetwork, tokens: readonly ListedToken[]) {
  const listed = tokens.filter(({ caipNetworkId, address }) => caipNetworkId === id && address !== WRAPPED_SOL)
  const own = { name, symbol, decimals, address: WRAPPED_SOL, iconUrl: '' }
  return [own, ...listed].map((each) => ({
    ...{ name: each.name, symbol: each.symbol, address: `${id}:${each.address}`, decimals: each.decimals },
    ...{ logoUri: each.iconUrl, eip2612: false },
  }))
}
