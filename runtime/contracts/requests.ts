/** What a plugin can ask a wallet for besides a transaction and a text. */
import type { SentNote } from '../data/sent.ts'

/** Typed data (EIP-712). Integers may be `bigint`s, numbers or decimal texts. `EIP712Domain` may be left out of `types`. */
export type TypedData = {
  readonly domain: {
    readonly name?: string
    readonly version?: string
    readonly chainId?: number | bigint | string
    readonly verifyingContract?: string
    readonly salt?: string
  }
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** A token for the wallet's list (EIP-747). `image` is the address of a picture. */
export type WatchedAsset = {
  readonly address: string
  readonly symbol: string
  readonly decimals: number
  readonly image?: string
}

/** One call of a batch. Amounts in base units, `data` in hex. */
export type BatchCall = { readonly to: string; readonly value?: bigint; readonly data?: string }

/**
 * What became of a batch. `partly`: the wallet sent the calls one by one, and not all of them succeeded. `hashes` are those of
 * the transactions that are in a block.
 */
export type CallsStatus = {
  readonly status: 'pending' | 'confirmed' | 'failed' | 'partly'
  readonly hashes: readonly string[]
}

/** `note`: what the call is for, as Activity shows it. */
export type NotedCall = BatchCall & { readonly note?: SentNote }

/** How far calls are. `step`: the call that is on its way, from 1; a batch has one step. */
export type CallsProgress = {
  readonly step: number
  /** `wallet`: the person must act. `chain`: waits for a block. */
  readonly waitsFor: 'wallet' | 'chain'
  /** One request for all calls. */
  readonly isBatch: boolean
}

export type CallsOptions = {
  /** What a batch is for; by default the note of the last call. */
  readonly note?: SentNote
  /** Hears each step. */
  readonly tell?: (progress: CallsProgress) => void
  /** Stops before the next call, and stops waiting. What the wallet has accepted goes on. */
  readonly signal?: AbortSignal
}

/** `hashes`: the transactions, all in a block; those of a batch are often one. */
export type CallsResult = { readonly hashes: readonly string[]; readonly isBatch: boolean }
