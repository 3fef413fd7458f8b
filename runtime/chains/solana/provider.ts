/** What the page holds of a connected Solana wallet, whichever way it is reached: `kit.getProvider('solana')`. */
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { SendOptions } from './commitment.ts'
import type { AnyTransaction } from './transaction.ts'

/** For @solana/web3.js: `new PublicKey(provider.publicKey.toBytes())`. */
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
  /** CAIP-2 id of the network that is now signed for. */
  chainChanged: CaipNetworkId
  disconnect: undefined
}

/**
 * Everything signs with {@link SolanaProvider.address} on the kit's active Solana network, and rejects with what the
 * wallet said; with code 4900 once the session is over, and `CHAIN_NOT_SUPPORTED` on a network that the wallet lacks.
 */
export type SolanaProvider = {
  /** The active account in base58; `undefined` once the session is over. */
  readonly address: string | undefined
  readonly publicKey: SolanaPublicKey | undefined
  /** Every account of the session. */
  getAccounts: () => Promise<readonly string[]>
  /** The 64 bytes of an ed25519 signature. */
  signMessage: (message: Uint8Array) => Promise<Uint8Array>
  /** Given back as what it was given: bytes, base64, or a new object of the same class of @solana/web3.js. */
  signTransaction: <T extends AnyTransaction>(transaction: T) => Promise<T>
  signAllTransactions: <T extends AnyTransaction>(transactions: readonly T[]) => Promise<T[]>
  /**
   * Resolves with the signature in base58. A wallet that only signs is asked to sign, and the network's RPC gets the
   * bytes, once. An error with a `signature` says that the network may have them all the same.
   */
  signAndSendTransaction: (transaction: AnyTransaction, options?: SendOptions) => Promise<string>
  /**
   * The same in the words of wallet adapters. Fills in the payer and the blockhash that a `Transaction` lacks; `signers`
   * sign before the wallet. The connection is not used: the network's RPC is.
   */
  sendTransaction: (
    transaction: AnyTransaction,
    connection?: unknown,
    options?: SendOptions & { signers?: readonly unknown[] },
  ) => Promise<string>
  /** The `solana_*` methods as remote wallets know them: messages in base58, transactions in base64. */
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
  /** Whether the wallet signs for a network. */
  supports: (caipNetworkId: CaipNetworkId) => boolean
  on: <E extends keyof SolanaEvents>(event: E, listener: (payload: SolanaEvents[E]) => void) => void
  removeListener: <E extends keyof SolanaEvents>(event: E, listener: (payload: SolanaEvents[E]) => void) => void
}

/** Checks that a value is one of our providers. Throws an Error otherwise. */
export function toProvider(value: unknown): SolanaProvider {
  const own = ['signMessage', 'signAndSendTransaction', 'supports']
  if (!isRecord(value) || !own.every((name) => typeof value[name] === 'function'))
    throw new Error('The wallet has no Solana provider')
  return value as SolanaProvider
}
