import { createPublicClient, defineChain, http, type Hex } from 'viem'
import { createBundlerClient } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Sandbox } from '../../../sandbox/index.ts'

/** viem's own clients for one chain of the sandbox, over HTTP. */
export function viemClients(sandbox: Sandbox, chainId = 31337) {
  const rpcUrl = sandbox.chains.find((chain) => chain.id === chainId)?.rpcUrl ?? ''
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = defineChain({ id: chainId, name: 'Sandbox', nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } })
  const reader = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 20 })
  const bundler = createBundlerClient({ client: reader, chain, transport: http(rpcUrl), pollingInterval: 20 })
  return { chain, reader, bundler, rpcUrl }
}

/** A new account with a random key. */
export const anyone = () => privateKeyToAccount(generatePrivateKey())

export type RpcAnswer = { id: unknown; result?: unknown; error?: { code: number; message: string; data?: Hex } }

/** Sends one JSON-RPC call over HTTP. */
export async function ask(url: string, method: string, params: unknown): Promise<RpcAnswer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
  const response = await fetch(url, { method: 'POST', body })
  return (await response.json()) as RpcAnswer
}
