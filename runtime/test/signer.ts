/** Signs with real keys, and sends signed transactions raw to the node. */
import { type Chain, createWalletClient, defineChain, http, type HttpTransport, isHex, type WalletClient } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { invalid, WalletError } from './errors.ts'
import type { Hex, TestChain } from './options.ts'

export const addressOf = (key: Hex): Hex => privateKeyToAccount(key).address

export const signMessage = (key: Hex, message: unknown): Promise<Hex> => {
  if (typeof message !== 'string') throw invalid('personal_sign takes a text or its hex')
  return privateKeyToAccount(key).signMessage({ message: isHex(message) ? { raw: message } : message })
}

/** Signs EIP-712 data, given as the JSON text or object of `eth_signTypedData_v4`. */
export function signTypedData(key: Hex, typedData: unknown): Promise<Hex> {
  const parsed: unknown = typeof typedData === 'string' ? JSON.parse(typedData) : typedData
  if (typeof parsed !== 'object' || parsed === null || !('types' in parsed)) throw invalid('This is not typed data')
  return privateKeyToAccount(key).signTypedData(
    parsed as Parameters<ReturnType<typeof privateKeyToAccount>['signTypedData']>[0],
  )
}

/** A client (viem) that signs with the key and sends to the chain's node, without retry. */
export const clientOf = (key: Hex, { id, rpcUrl }: TestChain): WalletClient<HttpTransport, Chain, PrivateKeyAccount> =>
  createWalletClient({
    account: privateKeyToAccount(key),
    chain: defineChain({
      id,
      name: `Chain ${id}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: http(rpcUrl, { retryCount: 0 }),
  })

/**
 * Sends a transaction with the receiver, data, value, gas and gas price that are given; fills in the rest, signs, and
 * sends without retry. Resolves with the hash. Throws -32602 for another chain or a field that is not hex.
 */
export async function sendTransaction(key: Hex, chain: TestChain, transaction: Record<string, unknown>): Promise<Hex> {
  const { to, data, value, gas, gasPrice, chainId } = transaction
  if (chainId !== undefined && Number(chainId) !== chain.id)
    throw invalid(`The transaction is for chain ${Number(chainId)}`)
  const hex = (field: unknown, name: string): Hex | undefined => {
    if (field === undefined || isHex(field)) return field
    throw invalid(`${name} is not hex`)
  }
  const [target, payload, amount, limit] = [hex(to, 'to'), hex(data, 'data'), hex(value, 'value'), hex(gas, 'gas')]
  const price = hex(gasPrice, 'gasPrice')
  return clientOf(key, chain).sendTransaction({
    ...(target ? { to: target } : {}),
    ...(payload ? { data: payload } : {}),
    ...(amount ? { value: BigInt(amount) } : {}),
    ...(limit ? { gas: BigInt(limit) } : {}),
    ...(price ? { gasPrice: BigInt(price) } : {}),
  })
}

/**
 * Sends a request to the chain's node; resolves with the result. Throws the node's error as wallets do, with code,
 * message and data.
 */
export async function askNode({ rpcUrl }: TestChain, method: string, params: unknown): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
  }).catch((error: unknown) => {
    throw new WalletError(-32603, `The wallet's node does not answer: ${String(error)}`)
  })
  if (!response.ok) throw new WalletError(-32603, `The wallet's node answered with status ${response.status}`)
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string; data?: unknown }
  }
  if (error) throw new WalletError(error.code, error.message, error.data)
  return result
}
