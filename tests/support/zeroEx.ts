/** A local service in the shape of the 0x Swap API v2. Its swaps run on the sandbox's own exchange contracts. */
import type { ServerResponse } from 'node:http'
import { createPublicClient, http, type Hex } from 'viem'
import * as router from '../../sandbox/contracts/artifacts/ExchangeRouter.ts'
import { swapData, valueOf } from '../../sandbox/exchange/chain.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import type { Asked } from './server.ts'

export const KEY = 'key-of-0x-4f1d'

/**
 * @param change changes each answer before it is sent
 * @returns a function for `useServer().answer`
 */
export function zeroExOf(sandbox: Sandbox, change: (reply: Record<string, unknown>) => unknown = (reply) => reply) {
  async function reply({ path, query, headers }: Asked): Promise<Record<string, unknown> | number> {
    if (headers['0x-api-key'] !== KEY || headers['0x-version'] !== 'v2') return 401
    const { chainId, sellToken = '', buyToken = '', sellAmount = '', taker = '', slippageBps = '100' } = query
    const chain = sandbox.chains.find(({ id }) => String(id) === chainId)
    if (!chain || !/^\/swap\/allowance-holder\/(price|quote)$/.test(path)) return 404
    await sandbox.exchange.ready(chain.id)
    const client = createPublicClient({ transport: http(chain.rpcUrl), cacheTime: 0 })
    const { router: address } = sandbox.exchange
    const [from, to, amountIn] = [sellToken as Hex, buyToken as Hex, BigInt(sellAmount)]
    const read = { address, abi: router.abi, functionName: 'quote' } as const
    const [found, out] = await client.readContract({ ...read, args: [from, to, amountIn] })
    if (out === 0n) return { liquidityAvailable: false }
    const minimumOut = (out * (10_000n - BigInt(slippageBps))) / 10_000n
    const deadline = (await client.getBlock()).timestamp + 1_200n
    const swap = { path: found, amountIn, minimumOut, to: taker as Hex, deadline }
    const value = String(valueOf(from, amountIn))
    const isNative = value !== '0'
    const transaction = {
      to: address,
      data: swapData(swap),
      gas: '400000',
      gasPrice: String(await client.getGasPrice()),
    }
    return {
      ...{ liquidityAvailable: true, blockNumber: '1', sellToken, buyToken, sellAmount, buyAmount: String(out) },
      ...{ minBuyAmount: String(minimumOut), allowanceTarget: isNative ? null : address },
      issues: { allowance: isNative ? null : { actual: '0', spender: address }, balance: null },
      ...(path.endsWith('quote') && { transaction: { ...transaction, value } }),
    }
  }
  return (asked: Asked, response: ServerResponse): undefined => {
    const send = (answer: Record<string, unknown> | number) =>
      typeof answer === 'number'
        ? response.writeHead(answer).end()
        : response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(change(answer)))
    reply(asked).then(send, () => response.writeHead(500).end())
  }
}
