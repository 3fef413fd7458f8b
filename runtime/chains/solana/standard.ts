/** Reads Wallet Standard wallets on Solana. Their data is untrusted: any script on the page can register a wallet. */
import type { StandardAccount, StandardWallet } from '../../connectors/walletStandard.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { isAddress, parseBytes } from './encodings.ts'
import { decodeBase58 } from '../../lib/base58.ts'

export type { StandardAccount, StandardWallet }

/** The most accounts to read from one wallet: its data is untrusted, so it may list any number. */
const ACCOUNT_LIMIT = 256

/** The Wallet Standard's names of the public clusters. For any other cluster it only has the name `solana:localnet`. */
const CLUSTERS: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}
export const clusterOf = (caipNetworkId: CaipNetworkId): string => CLUSTERS[caipNetworkId] ?? 'solana:localnet'

/** Checks that a value has an object `features`, as Wallet Standard wallets do. Throws an Error otherwise. */
export function toWallet(value: unknown): StandardWallet {
  if (!isRecord(value) || !isRecord(value['features'])) throw new Error('The wallet does not speak the Wallet Standard')
  return value as unknown as StandardWallet
}

/** A feature's method, bound to the feature; `undefined` if the wallet lacks it. */
export function featureOf(
  wallet: StandardWallet,
  feature: string,
  name = feature.slice(feature.indexOf(':') + 1),
): ((...inputs: unknown[]) => Promise<unknown>) | undefined {
  const held = wallet.features[feature] as Readonly<Record<string, unknown>> | undefined
  const method = held?.[name]
  // `async`, because a method may throw synchronously instead of returning a rejected promise.
  return typeof method === 'function' ? async (...inputs) => Reflect.apply(method, held, inputs) as unknown : undefined
}

/** The transaction versions that a feature accepts; `undefined` if the wallet does not list them. */
export function versionsOf(wallet: StandardWallet, feature: string): readonly unknown[] | undefined {
  const versions = (wallet.features[feature] as { supportedTransactionVersions?: unknown } | undefined)
    ?.supportedTransactionVersions
  return Array.isArray(versions) ? versions : undefined
}

/**
 * The Solana accounts of a list, each once, as the wallet's own objects, because its features must receive those.
 * `undefined` if the value is not a list. Skips accounts whose address and key differ.
 */
export function parseAccounts(value: unknown): StandardAccount[] | undefined {
  if (!Array.isArray(value)) return undefined
  const accounts = new Map<string, StandardAccount>()
  for (const account of value.slice(0, ACCOUNT_LIMIT) as unknown[]) {
    if (isAccount(account) && !accounts.has(account.address)) accounts.set(account.address, account)
  }
  return [...accounts.values()]
}

function isAccount(value: unknown): value is StandardAccount {
  try {
    const { address, publicKey, chains } = value as StandardAccount
    if (!isAddress(address) || !Array.isArray(chains)) return false
    if (!chains.some((chain) => typeof chain === 'string' && chain.startsWith('solana:'))) return false
    const key = parseBytes(publicKey)
    return key?.length === 32 && key.every((byte, at) => byte === decodeBase58(address)?.[at])
  } catch {
    return false
  }
}
