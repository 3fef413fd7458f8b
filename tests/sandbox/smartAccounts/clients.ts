import { createPublicClient, defineChain, http, type Hex } from 'viem'
import { createBundlerClient } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Sandbox } from '../../../sandbox/index.ts'

/** viem's own clients on one sandbox chain, over HTTP. */
export function viemClients(sandbox: Sandbox, chainId = 31337) {
  const rpcUrl = sandbox.chains.find((chain) => chain.id === chainId)?.rpcUrl ?? ''
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = defineChain({ id: chainId, name: 'Sandbox', nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } })
  const reader = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 20 })
  const bundler = createBundlerClient({ client: reader, chain, transport: http(rpcUrl), pollingInterval: 20 })
  return { chain, reader, bundler, rpcUrl }
}

/** An account that nobody has used. */
export const anyone = () => privateKeyToAccount(generatePrivateKey())

export type RpcAnswer = { id: unknown; result?: unknown; error?: { code: number; message: string; data?: Hex } }

/** One JSON-RPC call over HTTP. */
export async function ask(url: string, method: string, params: unknown): Promise<RpcAnswer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
  const response = await fetch(url, { method: 'POST', body })
  return (await response.json()) as RpcAnswer
}
