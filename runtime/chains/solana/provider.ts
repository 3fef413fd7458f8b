/**
 * The type of the provider that `kit.getProvider('solana')` returns, for wallets in this browser and remote ones alike.
 */
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { SendOptions } from './commitment.ts'
import type { AnyTransaction } from './transaction.ts'

/** A public key. Convert it for @solana/web3.js with `new PublicKey(provider.publicKey.toBytes())`. */
export type SolanaPublicKey = {
  toBase58: () => string
  toBytes: () => Uint8Array
  toString: () => string
  toJSON: () => string
  equals: (other: { toBase58: () => string }) => boolean
}

export type SolanaEvents = {
  /** The addresses, the active one first; never empty. */
  accountsChanged: readonly string[]
  /** CAIP-2 id of the network that signing requests now use. */
  chainChanged: CaipNetworkId
  disconnect: undefined
}

/**
 * The methods that sign use {@link SolanaProvider.address} on the kit's active Solana network. They reject with the
 * wallet's errors, with code 4900 after the session ended, with `CHAIN_NOT_SUPPORTED` on a network that the wallet does
 * not support, and with an Error for invalid parameters.
 */
export type SolanaProvider = {
  /** The active account in base58; `undefined` after the session ended. */
  readonly address: string | undefined
  readonly publicKey: SolanaPublicKey | undefined
  /** Every account of the session. */
  getAccounts: () => Promise<readonly string[]>
  /** Signs a message; resolves with the 64 bytes of an ed25519 signature. */
  signMessage: (message: Uint8Array) => Promise<Uint8Array>
  /**
   * Asks the wallet to sign a transaction. Resolves with the type that was passed: bytes, base64, or a new object of
   * the same class of @solana/web3.js.
   */
  signTransaction: <T extends AnyTransaction>(transaction: T) => Promise<T>
  signAllTransactions: <T extends AnyTransaction>(transactions: readonly T[]) => Promise<T[]>
  /**
   * Asks the wallet to sign and send a transaction. Resolves with the signature in base58. If the wallet cannot send,
   * the kit asks it to sign, and sends the bytes to the network's RPC once. If an error has a `signature`, the network
   * may have received the transaction.
   */
  signAndSendTransaction: (transaction: AnyTransaction, options?: SendOptions) => Promise<string>
  /**
   * Like {@link SolanaProvider.signAndSendTransaction}, with the parameters of wallet adapters. Fills in a
   * `Transaction`'s missing payer and blockhash; `signers` sign before the wallet. Ignores the connection and uses the
   * network's RPC.
   */
  sendTransaction: (
    transaction: AnyTransaction,
    connection?: unknown,
    options?: SendOptions & { signers?: readonly unknown[] },
  ) => Promise<string>
  /** Calls a `solana_*` method of WalletConnect: messages in base58, transactions in base64. */
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
  /** Whether the wallet supports a network. */
  supports: (caipNetworkId: CaipNetworkId) => boolean
  on: <E extends keyof SolanaEvents>(event: E, listener: (payload: SolanaEvents[E]) => void) => void
  removeListener: <E extends keyof SolanaEvents>(event: E, listener: (payload: SolanaEvents[E]) => void) => void
}

/** Checks, by its methods, that a value is a provider made by this folder. Throws an Error otherwise. */
export function toProvider(value: unknown): SolanaProvider {
  const own = ['signMessage', 'signAndSendTransaction', 'supports']
  if (!isRecord(value) || !own.every((name) => typeof value[name] === 'function'))
    throw new Error('The wallet has no Solana provider')
  return value as SolanaProvider
}
