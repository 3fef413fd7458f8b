/** What a plugin can ask a wallet for besides a transaction and a text. */

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
