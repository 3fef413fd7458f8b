/** The convert endpoints, which quote and build swaps. README.md in this folder describes every field. */
import { maxUint256, type Hex } from 'viem'
import type { Answer } from '../answer.ts'
import { nativeCurrency } from '../chains.ts'
import { dataUri, tokenImage } from '../images.ts'
import { requireProject } from '../project.ts'
import { Refusal } from '../refusal.ts'
import type { Asked, Endpoint, Services } from '../routes.ts'
import { ETHER, ROUTER } from './addresses.ts'
import { swapData, valueOf, type ExchangeChain } from './chain.ts'
import { parseAllowance, parseApprove, parseChainId, parseQuote, parseSwap } from './params.ts'
import { approvalReply, gasPriceReply, quotesReply, swapReply, tokensReply } from './shape.ts'

const json = (value: unknown): Answer => ({ json: value })

/** An upper limit for the gas of a swap along this path, for a request that disables the estimate. */
const gasOf = (path: readonly Hex[]) => 150_000n * BigInt(path.length)

function chainOf({ exchange }: Services, chainId: number, field: string): ExchangeChain {
  const chain = exchange.chains.find(({ node }) => node.id === chainId)
  if (!chain) throw new Refusal(400, field, `The sandbox has no network eip155:${chainId}`)
  return chain
}

function tokens(asked: Asked, services: Services): Answer {
  requireProject(asked)
  const chainId = parseChainId(asked.query.get('chainId'))
  const listed = [{ ...nativeCurrency, address: ETHER }, ...chainOf(services, chainId, 'chainId').tokens]
  return json(
    tokensReply(
      chainId,
      listed.map((token) => ({ ...token, logoUri: dataUri(tokenImage(token.symbol)) })),
    ),
  )
}

async function quotes(asked: Asked, services: Services): Promise<Answer> {
  requireProject(asked)
  const params = parseQuote(asked.query)
  const { chainId, from, to, amount } = params
  const { amountOut } = await chainOf(services, chainId, 'from').quote(from, to, amount)
  if (amountOut) services.exchange.quoted.set(params, amount)
  return json(quotesReply(params, amountOut))
}

async function allowance(asked: Asked, services: Services): Promise<Answer> {
  requireProject(asked)
  const { token, owner } = parseAllowance(asked.query)
  const chain = chainOf(services, token.chainId, 'tokenAddress')
  return json({ allowance: String(await chain.allowance(token.address, owner)) })
}

async function gasPrice(asked: Asked, services: Services): Promise<Answer> {
  requireProject(asked)
  return json(gasPriceReply(await chainOf(services, parseChainId(asked.query.get('chainId')), 'chainId').gasPrice()))
}

async function buildApprove(asked: Asked, services: Services): Promise<Answer> {
  requireProject(asked)
  const { amount, ...pair } = parseApprove(asked.query)
  if (pair.from === ETHER) throw new Refusal(400, 'from', 'Ether needs no approval')
  const chain = chainOf(services, pair.chainId, 'from')
  await chain.ready()
  const approved = amount ?? services.exchange.quoted.get(pair) ?? maxUint256
  const { chainId, from: token } = pair
  return json(approvalReply({ chainId, token, spender: ROUTER, amount: approved, gasPrice: await chain.gasPrice() }))
}

async function buildTransaction(asked: Asked, services: Services): Promise<Answer> {
  const { chainId, from, to, user, amount, slippage, estimate, projectId } = parseSwap(asked.body)
  requireProject(asked, projectId)
  const chain = chainOf(services, chainId, 'from')
  const { path, amountOut } = await chain.quote(from, to, amount)
  if (!amountOut) throw new Refusal(400, 'to', 'There is no liquidity for this swap')
  const minimumOut = (amountOut * (10_000n - slippage)) / 10_000n
  const data = swapData({ path, amountIn: amount, minimumOut, to: user, deadline: await chain.deadline() })
  const gas = estimate ? await chain.estimate(user, data, valueOf(from, amount)) : gasOf(path)
  const gasPrice = await chain.gasPrice()
  return json(swapReply({ chainId, user, to: ROUTER, data, toAmount: amountOut, gas, gasPrice }))
}

export const exchangeRoutes: Record<string, Endpoint> = {
  'GET /v1/convert/tokens': tokens,
  'GET /v1/convert/quotes': quotes,
  'GET /v1/convert/allowance': allowance,
  'GET /v1/convert/gas-price': gasPrice,
  'GET /v1/convert/build-approve': buildApprove,
  'POST /v1/convert/build-transaction': buildTransaction,
}
