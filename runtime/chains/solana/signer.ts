import type { CaipNetworkId } from '../../lib/namespace.ts'
import type { parseSendOptions } from './commitment.ts'
import type { Wire } from './wire.ts'

/** For whom, and for which network, a wallet is asked. */
export type Ask = { address: string; caipNetworkId: CaipNetworkId }
export type Unsigned = { bytes: Uint8Array; wire: Wire }

/** One way to reach a wallet, as `createProvider` needs it. Answers are parsed; errors are the wallet's own. */
export type Signer = {
  /** Empty once the session is over. */
  accounts: () => readonly string[]
  supports: (caipNetworkId: CaipNetworkId, address?: string) => boolean
  signMessage: (ask: Ask, message: Uint8Array) => Promise<Uint8Array>
  signTransactions: (ask: Ask, transactions: readonly Unsigned[]) => Promise<Uint8Array[]>
  /** Resolves with the signature in base58, or with `undefined` where the wallet cannot send and was not asked. */
  signAndSend: (
    ask: Ask,
    transaction: Unsigned,
    options: ReturnType<typeof parseSendOptions>,
  ) => Promise<string | undefined>
  /** What the provider's `request` does not know. */
  request?: (request: { method: string; params?: unknown }) => Promise<unknown>
}
