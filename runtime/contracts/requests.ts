/** The types of what a plugin or a site asks of a wallet, besides a single transaction and a text to sign. */
import type { SentNote } from '../data/sent.ts'

/**
 * Typed data (EIP-712). Integers may be `bigint`, `number` or decimal text. `types` need not contain `EIP712Domain`.
 */
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

/** A token for the wallet's list (EIP-747). `address` is the token's contract, `image` the URL of a picture. */
export type WatchedAsset = {
  readonly address: string
  readonly symbol: string
  readonly decimals: number
  readonly image?: string
}

/** One call of a batch. Amounts in base units, `data` in hex. */
export type BatchCall = { readonly to: string; readonly value?: bigint; readonly data?: string }

/**
 * What became of a batch. `failed`: no call had an effect. `partly`: some calls succeeded and others failed, because
 * the wallet sent them one by one. `hashes`: the batch's transactions that are in a block.
 */
export type CallsStatus = {
  readonly status: 'pending' | 'confirmed' | 'failed' | 'partly'
  readonly hashes: readonly string[]
}

/** A call with a `note`: what the call is for. The Activity view shows it. */
export type NotedCall = BatchCall & { readonly note?: SentNote }

/**
 * How far `sendCalls` or `runCalls` has come. `step`: the number of the current call, counted from 1; a batch has only
 * step 1.
 */
export type CallsProgress = {
  readonly step: number
  /** `wallet`: the person must act in the wallet. `chain`: the call was sent, and a block has to include it. */
  readonly waitsFor: 'wallet' | 'chain'
  /** Whether all calls were sent in one request. */
  readonly isBatch: boolean
}

export type CallsOptions = {
  /** The note of the whole batch, if the calls are sent as one. Default: the note of the last call. */
  readonly note?: SentNote
  /** Called at each step: when the wallet is asked, and when the call was sent. */
  readonly tell?: (progress: CallsProgress) => void
  /**
   * Aborting rejects the promise, before the next call or while the kit waits for a block. Aborting cannot take back
   * calls that the wallet has accepted: these may still be sent.
   */
  readonly signal?: AbortSignal
}

/** `hashes`: the transactions, which are all in a block. A batch often has only one. */
export type CallsResult = { readonly hashes: readonly string[]; readonly isBatch: boolean }
