/** What `kit.on` of a plugin reports. Only of the active account, and each event only with the permission for it. */
import type { SentNote } from '../data/sent.ts'

export type PluginEvents = {
  /**
   * A transaction was sent; its hash is stored already. By a plugin or walletkit, and by the site over a remote session or a
   * login. What the site itself asks a wallet of this browser for does not pass through walletkit.
   */
  transaction: {
    readonly hash: string
    readonly caipNetworkId: string
    readonly from: string
    readonly to: string
    /** What it is for, if its sender said so. */
    readonly note?: SentNote
  }
  /** A plugin had something signed with `kit.chain`. */
  signature: {
    /** The plugin's id. */
    readonly by: string
    readonly account: string
    readonly caipNetworkId: string
    readonly kind: 'message' | 'typedData'
    /** The message, or the typed data as JSON. */
    readonly text: string
  }
  /** The session began or ended, or the wallet or the visitor changed its account or network. */
  session: {
    readonly kind: 'connected' | 'disconnected' | 'account' | 'network'
    /** Of the account that is active now; `undefined` after a disconnect. */
    readonly address: string | undefined
    readonly caipNetworkId: string | undefined
  }
}
