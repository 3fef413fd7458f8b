/** Access to the sandbox's own chains, in process rather than over HTTP. */
import { createPublicClient, custom, defineChain, type PublicClient } from 'viem'
import { nativeCurrency } from '../../chains.ts'
import type { EvmNode } from '../../node.ts'
import type { PriceBook } from '../../prices.ts'
import type { Bundler } from '../../smartAccounts/bundler.ts'
import type { SmartAccounts } from '../../smartAccounts/index.ts'
import type { SolanaChain } from '../../solana/chain.ts'
import { Denied } from '../denied.ts'

export type Chains = {
  /** A bundler for each node. It answers the user-operation methods as well as the node's own. */
  bundlers: readonly (Pick<Bundler, 'request'> & { node: EvmNode })[]
  smart: SmartAccounts
  solana: SolanaChain
  prices: PriceBook
}

/** The chain with this id. @throws Denied 4902 for one that the service cannot reach */
export function evmOf({ bundlers }: Chains, caip: string) {
  const found = bundlers.find(({ node }) => node.caipNetworkId === caip)
  if (!found) throw new Denied(`The login service has no network ${caip}`, 400, 4902)
  return found
}

export const hasSmart = ({ bundlers }: Chains, caip: string) => bundlers.some(({ node }) => node.caipNetworkId === caip)

/** A viem client for a chain. It does not retry. */
export function clientOf(bundler: ReturnType<typeof evmOf>): PublicClient {
  const { id, name } = bundler.node
  const request = ({ method, params }: { method: string; params?: unknown }) => bundler.request(method, params)
  return createPublicClient({
    chain: defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [] } } }),
    transport: custom({ request }, { retryCount: 0 }),
    pollingInterval: 20,
  })
}

/** One JSON-RPC call to the Solana chain. @throws Denied with the chain's own message */
export async function askSolana({ solana }: Chains, method: string, params: unknown[]): Promise<unknown> {
  const { body } = await solana.forward(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })))
  const answer = JSON.parse(body.toString('utf8')) as { result?: unknown; error?: { code: number; message: string } }
  if (answer.error) throw new Denied(answer.error.message, 400, answer.error.code)
  return answer.result
}
