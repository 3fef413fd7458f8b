/** The chains on which a login service can send. The sandbox's are in this process; a server's are called over HTTP. */
import { createPublicClient, custom, defineChain, type Hex, type PublicClient } from 'viem'
import type { Balance } from '../../balances.ts'
import { nativeCurrency } from '../../chains.ts'
import type { SmartAccounts } from '../../smartAccounts/index.ts'
import type { SolanaChain } from '../../solana/chain.ts'
import { Denied } from '../denied.ts'

/**
 * An EVM chain. `symbol` is the native currency's, ETH by default. `request` makes one call and never repeats it. It
 * rejects with the chain's message; without an answer, with {@link Unanswered} (the sandbox's chains: with a plain
 * Error).
 */
export type EvmChain = {
  node: { id: number; name: string; caipNetworkId: string; symbol?: string }
  request: (method: string, params?: unknown) => Promise<unknown>
}

/**
 * A paymaster service (ERC-7677) that pays fees of smart accounts, as the login service's owner names it. `url` may
 * have `{chainId}`. `sites`: the origins that may name it; without it, every site that may use the login.
 */
export type KnownPaymaster = { url: string; sites?: readonly string[] }

export type Chains = {
  /** The EVM chains. If there are smart accounts (`smart`), each also answers the bundler's methods (ERC-4337). */
  bundlers: readonly EvmChain[]
  /** The smart accounts. Without it, a user has only the accounts of the keys themselves. */
  smart?: SmartAccounts
  /** The paymasters that the service asks. It never asks another one, whatever a page names. */
  paymasters?: readonly KnownPaymaster[]
  solana?: Pick<SolanaChain, 'caipNetworkId' | 'name' | 'forward'>
  /** Reads an account's balances for `wallet_getAssets`. Without it, accounts have no assets. */
  balances?: (chain: EvmChain, address: Hex) => Promise<Balance[]>
}

/** Thrown when a chain gave no answer, or no valid one. What was sent to it may still have arrived. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

/** @throws Denied where the service has no smart accounts */
export function smartOf({ smart }: Chains): SmartAccounts {
  if (!smart) throw new Denied('There are no smart accounts on this network', 400, 4902)
  return smart
}

/** The EVM chain with this id. @throws Denied 4902 for one that the service does not have */
export function evmOf({ bundlers }: Chains, caip: string) {
  const found = bundlers.find(({ node }) => node.caipNetworkId === caip)
  if (!found) throw new Denied(`The login service has no network ${caip}`, 400, 4902)
  return found
}

export const hasSmart = ({ smart, bundlers }: Chains, caip: string) =>
  smart !== undefined && bundlers.some(({ node }) => node.caipNetworkId === caip)

/** A viem client for a chain. It never repeats a request, because a repeated one could send a transaction twice. */
export function clientOf(bundler: ReturnType<typeof evmOf>): PublicClient {
  const { id, name } = bundler.node
  const request = ({ method, params }: { method: string; params?: unknown }) => bundler.request(method, params)
  return createPublicClient({
    chain: defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [] } } }),
    transport: custom({ request }, { retryCount: 0 }),
    pollingInterval: 20,
  })
}

/** One JSON-RPC call to the Solana chain. @throws Denied with the chain's own message, or without such a chain */
export async function askSolana({ solana }: Chains, method: string, params: unknown[]): Promise<unknown> {
  if (!solana) throw new Denied('The login service has no Solana network', 400, 4902)
  const { body } = await solana.forward(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })))
  const answer = JSON.parse(body.toString('utf8')) as { result?: unknown; error?: { code: number; message: string } }
  if (answer.error) throw new Denied(answer.error.message, 400, answer.error.code)
  return answer.result
}
