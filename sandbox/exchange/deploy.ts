/**
 * Deploys the exchange with a fixed list of transactions from one address, which makes every contract address
 * predictable.
 */
import {
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  numberToHex,
  parseEther,
  parseUnits,
  type Hex,
} from 'viem'
import * as routerArtifact from '../contracts/artifacts/ExchangeRouter.ts'
import * as standard from '../contracts/artifacts/StandardToken.ts'
import type { EvmNode } from '../node.ts'
import { priceOf } from '../prices.ts'
import { receipt } from '../receipt.ts'
import type { Token } from '../tokens.ts'
import { ETHER, FEE_ADDRESS, MAKER, ROUTER, UNI, WBTC } from './addresses.ts'

type Step = { to?: Hex; data: Hex; value?: bigint }

/**
 * How much ether is in each token's pool with ether, in whole units. UNI's pool is small, so that a small swap moves
 * UNI's price.
 */
const ether: Readonly<Record<string, string>> = { DAI: '10000', USDC: '10000', USDT: '10000', WBTC: '10000', UNI: '20' }

/** The amount of each token in the pool of DAI and USDC, in whole units. */
const stable = '5000000'

/** The amount of a token (smallest unit, rounded down) that is worth `amount` of ether at the price book's prices. */
function worth(amount: bigint, { symbol, decimals }: Token): bigint {
  const price = (of: string) => parseUnits(priceOf(of), 6)
  return (amount * price('ETH') * 10n ** BigInt(decimals)) / (price(symbol) * 10n ** 18n)
}

function issue({ name, symbol, decimals }: Token, supply: string): Step {
  const { abi, bytecode } = standard
  const args = [name, symbol, decimals, [MAKER], [parseUnits(supply, decimals)]] as const
  return { data: encodeDeployData({ abi, bytecode, args: [...args] }) }
}

function createPool(a: Hex, b: Hex, amountA: bigint, amountB: bigint): Step {
  const args = [a, b, amountA, amountB] as const
  const data = encodeFunctionData({ abi: routerArtifact.abi, functionName: 'createPool', args })
  return { to: ROUTER, data, value: a === ETHER ? amountA : 0n }
}

/**
 * The transactions that deploy the exchange, by nonce. `addresses.ts` computes contract addresses from the first three,
 * so their order must not change. `tokens` are those of one chain.
 */
function stepsOf(tokens: readonly Token[]): Step[] {
  const find = (matches: (token: Token) => boolean) => {
    const token = tokens.find(matches)
    if (!token) throw new Error('The exchange lacks a token')
    return token
  }
  const bySymbol = (wanted: string) => find(({ symbol }) => symbol === wanted)
  const { abi, bytecode } = routerArtifact
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [ROUTER, maxUint256] })
  const [dai, usdc] = [bySymbol('DAI'), bySymbol('USDC')]
  return [
    { data: encodeDeployData({ abi, bytecode, args: [FEE_ADDRESS] }) },
    issue(
      find(({ address }) => address === UNI),
      '1000000',
    ),
    issue(
      find(({ address }) => address === WBTC),
      '21000',
    ),
    ...Object.keys(ether).map((symbol) => ({ to: bySymbol(symbol).address, data: approval })),
    ...Object.entries(ether).map(([symbol, whole]) => {
      const token = bySymbol(symbol)
      return createPool(ETHER, token.address, parseEther(whole), worth(parseEther(whole), token))
    }),
    createPool(dai.address, usdc.address, parseUnits(stable, dai.decimals), parseUnits(stable, usdc.decimals)),
  ]
}

const quantity = (value: bigint | number) => numberToHex(value)

/** A transaction from the exchange's own account, for `eth_sendTransaction`. */
export const transaction = ({ to, data, value = 0n }: Step, gas = 8_000_000) => ({
  from: MAKER,
  ...(to && { to }),
  data,
  value: quantity(value),
  gas: quantity(gas),
  maxFeePerGas: quantity(200_000_000_000),
  maxPriorityFeePerGas: quantity(1_000_000_000),
})

/**
 * Deploys the exchange: sends those of its transactions that the chain does not have yet, so none if it is deployed
 * already. Throws when a transaction fails.
 */
export async function deployExchange(node: EvmNode, tokens: readonly Token[]): Promise<void> {
  const steps = stepsOf(tokens)
  const done = Number(await node.request('eth_getTransactionCount', [MAKER, 'latest']))
  if (done >= steps.length) return
  await node.request('anvil_setBalance', [MAKER, quantity(parseEther('100000000'))])
  await node.request('anvil_impersonateAccount', [MAKER])
  const outcomes = await node.batch(
    steps.slice(done).map((step, index) => ({
      method: 'eth_sendTransaction',
      params: [{ ...transaction(step), nonce: quantity(done + index) }],
    })),
  )
  for (const { result, error } of outcomes) {
    const mined = error ? undefined : await receipt(node, result)
    if (mined?.status !== '0x1')
      throw new Error(`The exchange could not be deployed on ${node.name}: ${error?.message ?? String(result)}`)
  }
}
