/** Calls the exchange's contracts on one EVM chain. */
import {
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  hexToBigInt,
  isAddressEqual,
  maxUint256,
  numberToHex,
  type Hex,
} from 'viem'
import * as pool from '../contracts/artifacts/ExchangePool.ts'
import * as router from '../contracts/artifacts/ExchangeRouter.ts'
import type { EvmNode } from '../node.ts'
import { Refusal } from '../refusal.ts'
import type { Token } from '../tokens.ts'
import { ETHER, ROUTER } from './addresses.ts'
import { deployExchange } from './deploy.ts'

/**
 * A path through the pools and its output in the last token. When there is no path, the pools cannot take the amount,
 * or the output would be 0, `amountOut` is 0 and `path` is empty.
 */
export type Route = { path: readonly Hex[]; amountOut: bigint }
export type Swap = { path: readonly Hex[]; amountIn: bigint; minimumOut: bigint; to: Hex; deadline: bigint }
/** A pool: its two tokens, and its reserves of each in the token's smallest unit. A pool of ether has wrapped ether. */
export type PoolState = { address: Hex; tokens: readonly [Hex, Hex]; reserves: readonly [bigint, bigint] }

export type ExchangeChain = ReturnType<typeof openExchangeChain>

export const swapData = ({ path, amountIn, minimumOut, to, deadline }: Swap): Hex =>
  encodeFunctionData({ abi: router.abi, functionName: 'swap', args: [path, amountIn, minimumOut, to, deadline] })

/** The wei that a swap of this token must send as the transaction's value: all of the input for ether, else 0. */
export const valueOf = (from: Hex, amountIn: bigint): bigint => (isAddressEqual(from, ETHER) ? amountIn : 0n)

/**
 * Opens the exchange on one EVM chain. Its contracts are deployed on first use.
 * @param tokens the tokens of this chain that can be swapped
 */
export function openExchangeChain(node: EvmNode, tokens: readonly Token[]) {
  let preparing: Promise<void> | undefined

  /**
   * Resolves when the exchange is deployed. It checks each time, because a test may revert the chain to an earlier
   * state.
   */
  const ready = () => (preparing ??= deployExchange(node, tokens).finally(() => (preparing = undefined)))

  const call = async (to: Hex, data: Hex) => (await node.request('eth_call', [{ to, data }, 'latest'])) as Hex

  async function quote(from: Hex, to: Hex, amountIn: bigint): Promise<Route> {
    await ready()
    const data = encodeFunctionData({ abi: router.abi, functionName: 'quote', args: [from, to, amountIn] })
    const answer = await call(ROUTER, data)
    const [path, amountOut] = decodeFunctionResult({ abi: router.abi, functionName: 'quote', data: answer })
    return { path, amountOut }
  }

  /**
   * How much of an owner's token the router may take, in the token's smallest unit; unlimited for ether. Throws a
   * {@link Refusal} when there is no such token.
   */
  async function allowance(token: Hex, owner: Hex): Promise<bigint> {
    await ready()
    if (isAddressEqual(token, ETHER)) return maxUint256
    const read = { abi: erc20Abi, functionName: 'allowance' } as const
    try {
      const data = await call(token, encodeFunctionData({ ...read, args: [owner, ROUTER] }))
      return decodeFunctionResult({ ...read, data })
    } catch {
      throw new Refusal(400, 'tokenAddress', `There is no token at ${token}`)
    }
  }

  const gasPrice = async () => hexToBigInt((await node.request('eth_gasPrice')) as Hex)

  /** The deadline of a swap that is built now, in seconds since 1970: 20 minutes after the chain's own current time. */
  async function deadline(): Promise<bigint> {
    const block = (await node.request('eth_getBlockByNumber', ['pending', false])) as { timestamp: Hex }
    return hexToBigInt(block.timestamp) + 20n * 60n
  }

  /** The gas that a swap would use, plus 20 %. Throws a {@link Refusal} when the swap would revert. */
  async function estimate(from: Hex, data: Hex, value: bigint): Promise<bigint> {
    const transaction = { from, to: ROUTER, data, value: numberToHex(value) }
    const [outcome] = await node.batch([{ method: 'eth_estimateGas', params: [transaction] }])
    if (!outcome || outcome.error)
      throw new Refusal(400, 'from', `The swap would fail: ${outcome?.error?.message ?? 'no answer'}`)
    return (hexToBigInt(outcome.result as Hex) * 6n) / 5n
  }

  async function pools(): Promise<PoolState[]> {
    await ready()
    const data = await call(ROUTER, encodeFunctionData({ abi: router.abi, functionName: 'pools' }))
    const addresses = decodeFunctionResult({ abi: router.abi, functionName: 'pools', data })
    return Promise.all(addresses.map(readPool))
  }

  async function readPool(address: Hex): Promise<PoolState> {
    const { abi } = pool
    const names = ['token0', 'token1', 'reserves'] as const
    const [first, second, held] = await Promise.all(
      names.map((functionName) => call(address, encodeFunctionData({ abi, functionName }))),
    )
    const token = (functionName: 'token0' | 'token1', data: Hex = '0x') =>
      decodeFunctionResult({ abi, functionName, data })
    const reserves = decodeFunctionResult({ abi, functionName: 'reserves', data: held ?? '0x' })
    return { address, tokens: [token('token0', first), token('token1', second)], reserves }
  }

  return { node, tokens, ready, quote, allowance, gasPrice, deadline, estimate, pools }
}
