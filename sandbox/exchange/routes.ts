/** The convert endpoints, which quote and build swaps. README.md in this folder describes every field. */
import { keccak256, maxUint256, stringToHex, type Hex } from 'viem'
import type { Answer } from '../answer.ts'
import { nativeAddress, nativeCurrency } from '../chains.ts'
import { dataUri, tokenImage } from '../images.ts'
import { requireProject } from '../project.ts'
import { Refusal } from '../refusal.ts'
import type { Asked, Endpoint, Services } from '../routes.ts'
import { ETHER, ROUTER } from './addresses.ts'
import { approveData, swapData, valueOf, type ExchangeChain } from './chain.ts'
import { parseAllowance, parseApprove, parseChainId, parseQuote, parseSwap } from './params.ts'

const json = (value: unknown): Answer => ({ json: value })

const caip10 = (chainId: number, address: Hex) => `eip155:${chainId}:${address === ETHER ? nativeAddress : address}`

/** An upper limit for the gas of a swap along this path, for a request that disables the estimate. */
const gasOf = (path: readonly Hex[]) => String(150_000 * path.length)
const APPROVE_GAS = '80000'

function chainOf({ exchange }: Services, chainId: number, field: string): ExchangeChain {
  const chain = exchange.chains.find(({ node }) => node.id === chainId)
  if (!chain) throw new Refusal(400, field, `The sandbox has no network eip155:${chainId}`)
  return chain
}

function tokens(asked: Asked, services: Services): Answer {
  requireProject(asked)
  const chainId = parseChainId(asked.query.get('chainId'))
  const listed = [{ ...nativeCurrency, address: ETHER }, ...chainOf(services, chainId, 'chainId').tokens]
  return json({
    tokens: listed.map(({ name, symbol, decimals, address }) => ({
      name,
      symbol,
      address: caip10(chainId, address),
      decimals,
      logoUri: dataUri(tokenImage(symbol)),
      eip2612: false,
    })),
  })
}

async function quotes(asked: Asked, services: Services): Promise<Answer> {
  requireProject(asked)
  const params = parseQuote(asked.query)
  const { chainId, from, to, amount } = params
  const { amountOut } = await chainOf(services, chainId, 'from').quote(from, to, amount)
  if (!amountOut) return json({ quotes: [] })
  services.exchange.quoted.set(params, amount)
  const [fromAccount, toAccount] = [caip10(chainId, from), caip10(chainId, to)]
  const told = { fromAmount: String(amount), fromAccount, toAmount: String(amountOut), toAccount }
  return json({ quotes: [{ id: keccak256(stringToHex(JSON.stringify(told))), ...told }] })
}

async function allowance(asked: Asked, services: Services): Promise<Answer> {
  requireProject(asked)
  const { token, owner } = parseAllowance(asked.query)
  const chain = chainOf(services, token.chainId, 'tokenAddress')
  return json({ allowance: String(await chain.allowance(token.address, owner)) })
}

async function gasPrice(asked: Asked, services: Services): Promise<Answer> {
  requireProject(asked)
  const price = await chainOf(services, parseChainId(asked.query.get('chainId')), 'chainId').gasPrice()
  const times = (tenths: bigint) => String((price * tenths) / 10n)
  return json({ standard: times(10n), fast: times(12n), instant: times(15n) })
}

async function buildApprove(asked: Asked, services: Services): Promise<Answer> {
  requireProject(asked)
  const { amount, ...pair } = parseApprove(asked.query)
  if (pair.from === ETHER) throw new Refusal(400, 'from', 'Ether needs no approval')
  const chain = chainOf(services, pair.chainId, 'from')
  await chain.ready()
  const token = caip10(pair.chainId, pair.from)
  const data = approveData(amount ?? services.exchange.quoted.get(pair) ?? maxUint256)
  const eip155 = { gas: APPROVE_GAS, gasPrice: String(await chain.gasPrice()) }
  return json({ tx: { from: token, to: token, data, value: '0', eip155 } })
}

async function buildTransaction(asked: Asked, services: Services): Promise<Answer> {
  const { chainId, from, to, user, amount, slippage, estimate, projectId } = parseSwap(asked.body)
  requireProject(asked, projectId)
  const chain = chainOf(services, chainId, 'from')
  const { path, amountOut } = await chain.quote(from, to, amount)
  if (!amountOut) throw new Refusal(400, 'to', 'There is no liquidity for this swap')
  const minimumOut = (amountOut * (10_000n - slippage)) / 10_000n
  const data = swapData({ path, amountIn: amount, minimumOut, to: user, deadline: await chain.deadline() })
  const gas = estimate ? String(await chain.estimate(user, data, valueOf(from, amount))) : gasOf(path)
  const eip155 = { gas, gasPrice: String(await chain.gasPrice()) }
  return json({
    tx: { from: caip10(chainId, user), to: caip10(chainId, ROUTER), data, amount: String(amountOut), eip155 },
  })
}

export const exchangeRoutes: Record<string, Endpoint> = {
  'GET /v1/convert/tokens': tokens,
  'GET /v1/convert/quotes': quotes,
  'GET /v1/convert/allowance': allowance,
  'GET /v1/convert/gas-price': gasPrice,
  'GET /v1/convert/build-approve': buildApprove,
  'POST /v1/convert/build-transaction': buildTransaction,
}
