/**
 * The events that a plugin gets with `kit.on`. They concern the active account only. The plugin's manifest must name
 * each event under `permissions.events`, so that the site knows what the plugin learns.
 */
import type { SentNote } from '../data/sent.ts'

export type PluginEvents = {
  /**
   * The account sent a transaction, and its hash is stored. The sender is a plugin, walletkit, or the site through
   * `sendCalls`, a remote session or a login. A transaction that the site requests from the provider of a wallet in
   * this browser is usually not reported, because that request does not pass through walletkit.
   */
  transaction: {
    readonly hash: string
    readonly caipNetworkId: string
    readonly from: string
    readonly to: string
    /** What the transaction is for, if its sender named that. */
    readonly note?: SentNote
  }
  /** The wallet signed something that a plugin requested with `kit.chain`. */
  signature: {
    /** The id of the plugin that requested the signature. */
    readonly by: string
    readonly account: string
    readonly caipNetworkId: string
    readonly kind: 'message' | 'typedData'
    /** The message, or the typed data as JSON. */
    readonly text: string
  }
  /** The active account's session began or ended, or its account or network changed. */
  session: {
    readonly kind: 'connected' | 'disconnected' | 'account' | 'network'
    /** The address of the account that is active now; `undefined` after a disconnect. */
    readonly address: string | undefined
    readonly caipNetworkId: string | undefined
  }
}
