import type { CaipNetworkId } from '../../lib/namespace.ts'
import type { parseSendOptions } from './commitment.ts'
import type { Wire } from './wire.ts'

/** The account and network of a request to a wallet. */
export type Ask = { address: string; caipNetworkId: CaipNetworkId }
export type Unsigned = { bytes: Uint8Array; wire: Wire }

/**
 * How to reach a wallet, for `createProvider`. The methods check the wallet's responses, and reject with the wallet's
 * errors.
 */
export type Signer = {
  /** The addresses that the wallet shares; empty after the session ended. */
  accounts: () => readonly string[]
  supports: (caipNetworkId: CaipNetworkId, address?: string) => boolean
  signMessage: (ask: Ask, message: Uint8Array) => Promise<Uint8Array>
  signTransactions: (ask: Ask, transactions: readonly Unsigned[]) => Promise<Uint8Array[]>
  /** Resolves with the signature in base58; with `undefined`, without a prompt, if the wallet cannot send. */
  signAndSend: (
    ask: Ask,
    transaction: Unsigned,
    options: ReturnType<typeof parseSendOptions>,
  ) => Promise<string | undefined>
  /** Handles methods that the provider's `request` does not implement. */
  request?: (request: { method: string; params?: unknown }) => Promise<unknown>
}
