/** The chains on which a login service can send. The sandbox's are in this process; a server's are called over HTTP. */
import { createPublicClient, custom, defineChain, type Hex, type PublicClient } from 'viem'
import type { Balance } from '../../balances.ts'
import { nativeCurrency } from '../../chains.ts'
import type { SmartAccounts } from '../../smartAccounts/index.ts'
import { Denied } from '../denied.ts'
import { isEvm, referenceOf } from './chainId.ts'

/**
 * An EVM chain. `symbol` is that of the native currency, ETH by default. `request` makes one call and never retries it.
 * It rejects with the error message of the chain's node; without a response, with {@link Unanswered} (the sandbox's
 * chains: with a plain Error).
 */
export type EvmChain = {
  node: { id: number; name: string; caipNetworkId: string; symbol?: string }
  request: (method: string, params?: unknown) => Promise<unknown>
}

/** A Solana chain. `request` works as that of {@link EvmChain}. */
export type SolanaChain = {
  caipNetworkId: string
  name: string
  request: (method: string, params: readonly unknown[]) => Promise<unknown>
}

/**
 * A paymaster service (ERC-7677) that pays fees of smart accounts, from the login service's config. `url` may contain
 * `{chainId}`. `sites`: the origins that may name it; if absent, every site that may use the login.
 */
export type KnownPaymaster = { url: string; sites?: readonly string[] }

export type Chains = {
  /** The EVM chains. One that has smart accounts also answers the bundler's methods (ERC-4337). */
  bundlers: readonly EvmChain[]
  /**
   * The smart accounts, on some or all of the EVM chains. On other chains a user has only the account of the EVM key.
   */
  smart?: SmartAccounts
  /** The paymasters that the service may ask. It never asks another one, whatever a page names. */
  paymasters?: readonly KnownPaymaster[]
  solana?: SolanaChain
  /** Reads an account's balances for `wallet_getAssets`. Without it, accounts have no assets. */
  balances?: (chain: EvmChain, address: Hex) => Promise<Balance[]>
}

/** Thrown when a chain gave no answer, or no valid one. What was sent to it may still have arrived. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

export const hasSmart = ({ smart }: Chains, caip: string): boolean =>
  isEvm(caip) && smart?.has(referenceOf(caip)) === true

/** The smart accounts of a chain. @throws Denied where the service has none */
export function smartOf(chains: Chains, caip: string): SmartAccounts {
  if (!chains.smart || !hasSmart(chains, caip))
    throw new Denied('There are no smart accounts on this network', 400, 4902)
  return chains.smart
}

/** The EVM chain with this id. @throws Denied 4902 for one that the service does not have */
export function evmOf({ bundlers }: Chains, caip: string) {
  const found = bundlers.find(({ node }) => node.caipNetworkId === caip)
  if (!found) throw new Denied(`The login service has no network ${caip}`, 400, 4902)
  return found
}

/** A viem client for a chain. It never retries a request, because a retry could send a transaction twice. */
export function clientOf(bundler: ReturnType<typeof evmOf>): PublicClient {
  const { id, name } = bundler.node
  const request = ({ method, params }: { method: string; params?: unknown }) => bundler.request(method, params)
  return createPublicClient({
    chain: defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [] } } }),
    transport: custom({ request }, { retryCount: 0 }),
    pollingInterval: 20,
  })
}

/** The Solana chain with this id. @throws Denied 4902 for one that the service does not have */
export function solanaOf({ solana }: Chains, caip: string): SolanaChain {
  if (solana?.caipNetworkId !== caip) throw new Denied(`The login service has no network ${caip}`, 400, 4902)
  return solana
}
