/** What plugins offer to pages without the modal, and the states that such pages show. */
import type { CaipNetworkId } from '../lib/namespace.ts'

/** The codes that pages most often compare; a plugin or a wallet may bring others. */
export type HeadlessErrorCode =
  /** The visitor refused in the wallet. */
  | 'USER_REJECTED'
  /** The build does not contain this feature, or it is switched off. Turn it on under `features` in the config. */
  | 'FEATURE_OFF'
  /** The build has no sign-in: its config needs `siwx` or `siweConfig`. */
  | 'SIWX_NOT_ENABLED'
  /** No wallet has this id. */
  | 'ADAPTER_NOT_FOUND'
  | 'CONNECT_FAILED'
  | 'DISCONNECT_FAILED'
  | 'SWITCH_ACCOUNT_FAILED'
  | 'SEND_FAILED'
  | 'SWAP_FAILED'
  | 'SIWX_FAILED'

/**
 * Why an action failed. `message` is text for the visitor, in the page's language where it has a translation; `cause`
 * is what was thrown.
 */
export type HeadlessError = {
  code: HeadlessErrorCode | (string & {})
  message: string
  cause: unknown
}

/**
 * The state of an action (send, swap, …) for a page without the modal. `error` is that of the newest call, if it
 * failed; `data` is what a call set last, even if a later call failed.
 */
export type ActionState<Status extends string, Data> = {
  status: Status
  error: HeadlessError | undefined
  data: Data | undefined
}

/** What to send. `amount` is exact decimal text of `token`, or of the network's own currency without `token`. */
export type SendRequest = {
  /** An address; on eip155 also a name. */
  to: string
  amount: string
  /** A symbol, an address or a CAIP-10 address of a token that the account holds. */
  token?: string
  /**
   * Sends even if the address resembles one that the account has used. Fraudsters create such addresses, so that
   * visitors confuse the two. Without it, such a send fails with `SEND_LOOK_ALIKE`, whose message names both addresses.
   */
  acceptLookAlike?: boolean
}
/** A transfer that the wallet has sent. `amount` is exact decimal text. */
export type SendResult = { hash: string; caipNetworkId: CaipNetworkId; to: string; amount: string; symbol: string }

/** `preparing`: reads balances, receiver and fee. `wallet`: the visitor decides. `chain`: waits for a block. */
export type SendStatus = 'idle' | 'preparing' | 'wallet' | 'chain' | 'success' | 'error'

/** Tokens are symbols, contracts or CAIP-10 addresses; `amount` is exact decimal text of `from`. */
export type SwapRequest = { from: string; to: string; amount: string }
/** What the exchange offers. Amounts are exact decimal text; `priceImpact` is in percent. */
export type SwapQuote = {
  from: { symbol: string; amount: string }
  to: { symbol: string; amount: string }
  priceImpact: number | undefined
  needsApproval: boolean
  /**
   * The swap loses much of its value, no market price shows whether it does, or its call cannot be checked: ask the
   * visitor, then pass `confirmed: true`.
   */
  mustConfirm: boolean
}
export type SwapStatus = 'idle' | 'quoting' | 'quoted' | 'wallet' | 'chain' | 'success' | 'error'
/** The quote of the swap; `hash` is set once the wallet has sent the swap. */
export type SwapData = SwapQuote & { hash?: string }

/** What `headless()` of a plugin's controller resolves with, by the plugin's key under `features`. */
export type HeadlessFeatures = {
  send: {
    /** Sends once, without retries. Calls `on` at each step. Resolves when a block includes the transfer. */
    send: (request: SendRequest, on: (status: 'wallet' | 'chain', result?: SendResult) => void) => Promise<SendResult>
  }
  swaps: {
    quote: (request: SwapRequest) => Promise<SwapQuote>
    /**
     * Swaps what `quote` returned last. Asks the wallet for an approval if one is missing, then for the swap, each
     * once. Calls `on` at each step.
     */
    swap: (
      options: { confirmed?: boolean | undefined },
      on: (status: 'wallet' | 'chain', hash?: string) => void,
    ) => Promise<SwapData>
  }
}
