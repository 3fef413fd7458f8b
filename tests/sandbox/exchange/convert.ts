/** Requests to a sandbox's convert API, and a key that signs and sends the transactions that it builds. */
import { createPublicClient, createWalletClient, defineChain, erc20Abi, http, isAddressEqual, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Sandbox } from '../../../sandbox/index.ts'

export const ETHER = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

export type Quote = { id: string; fromAmount: string; fromAccount: string; toAmount: string; toAccount: string }
export type Tx = {
  from: string
  to: string
  data: Hex
  amount: string
  value: string
  eip155: { gas: string; gasPrice: string }
}
export type Reply = { status: number; body: unknown }

/** The name of the wrong field in an error response. */
export const fieldOf = ({ body }: Reply) => (body as { reasons?: { name: string }[] }).reasons?.[0]?.name

export const plain = (caip10: string) => (caip10.split(':')[2] ?? '') as Hex

export function addressOf(sandbox: Sandbox, symbol: string, chainId: number): Hex {
  if (symbol === 'ETH') return ETHER
  const all = [...sandbox.tokens, ...sandbox.exchange.tokens]
  const found = all.find((token) => token.symbol === symbol && token.chainId === chainId)
  if (!found) throw new Error(`No ${symbol} on ${chainId}`)
  return found.address
}

/** @param chainId the chain of all calls */
export function convertApi(sandbox: Sandbox, chainId: number) {
  const on = (address: string) => `eip155:${chainId}:${address}`
  const token = (symbol: string) => on(addressOf(sandbox, symbol, chainId))

  async function get(path: string, query: Record<string, string>): Promise<Reply> {
    const response = await fetch(
      `${sandbox.url}/v1/convert/${path}?${new URLSearchParams({ projectId: 'p', ...query })}`,
    )
    return { status: response.status, body: await response.json() }
  }

  async function post(path: string, body: unknown): Promise<Reply> {
    const response = await fetch(`${sandbox.url}/v1/convert/${path}`, { method: 'POST', body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }

  async function good<Body>(reply: Promise<Reply>): Promise<Body> {
    const { status, body } = await reply
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
    return body as Body
  }

  const pair = (user: string, from: string, to: string) => ({ userAddress: user, from: token(from), to: token(to) })

  async function quote(user: string, from: string, to: string, amount: bigint): Promise<Quote[]> {
    const query = { ...pair(user, from, to), amount: String(amount), gasPrice: '1' }
    return (await good<{ quotes: Quote[] }>(get('quotes', query))).quotes
  }

  async function allowance(user: string, symbol: string): Promise<bigint> {
    const query = { tokenAddress: token(symbol), userAddress: on(user) }
    return BigInt((await good<{ allowance: string }>(get('allowance', query))).allowance)
  }

  async function approval(user: string, from: string, to: string, amount?: bigint): Promise<Tx> {
    const query = { ...pair(on(user), from, to), ...(amount !== undefined && { amount: String(amount) }) }
    return (await good<{ tx: Tx }>(get('build-approve', query))).tx
  }

  async function swap(user: string, from: string, to: string, amount: bigint, more: object = {}): Promise<Tx> {
    const own = { projectId: 'p', amount: String(amount), eip155: { slippage: 1 }, disableEstimate: true }
    const body = { ...own, ...pair(on(user), from, to), ...more }
    return (await good<{ tx: Tx }>(post('build-transaction', body))).tx
  }

  return { on, token, get, post, quote, allowance, approval, swap }
}

/** Signs and sends on a chain with a key. Resolves with the receipt, also of a reverted transaction. */
export function trader(sandbox: Sandbox, chainId: number, key: Hex) {
  const rpcUrl = sandbox.chains.find(({ id }) => id === chainId)?.rpcUrl ?? ''
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = defineChain({ id: chainId, name: 'Sandbox', nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } })
  const account = privateKeyToAccount(key)
  const wallet = createWalletClient({ account, chain, transport: http(rpcUrl) })
  const reader = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 10, cacheTime: 0 })

  async function send(to: Hex, { data, eip155 }: Pick<Tx, 'data' | 'eip155'>, value = 0n) {
    const gas = BigInt(eip155.gas)
    const hash = await wallet.sendTransaction({ to, data, value, gas, gasPrice: BigInt(eip155.gasPrice) * 2n })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    return { ...receipt, cost: receipt.gasUsed * receipt.effectiveGasPrice }
  }

  const balanceOf = (address: Hex, owner: Hex): Promise<bigint> =>
    isAddressEqual(address, ETHER)
      ? reader.getBalance({ address: owner })
      : reader.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

  return { address: account.address, wallet, reader, send, balanceOf }
}
