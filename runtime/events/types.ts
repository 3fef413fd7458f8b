/** What the kit tells: lifecycle events, and the tracking events of the spec (section 7; reference 1.15). */
import type { Namespace } from '../lib/namespace.ts'
import type { TrackingEvents } from '../plugin.ts'

export type { TrackingEvents }

export type KitEvents = {
  /** Every tracking event, for analytics and `subscribeEvents`. */
  track: {
    event: string
    properties?: unknown
    /** ms since 1970. */
    timestamp: number
    /** Id of the plugin that tells it; absent for the core's own. */
    plugin?: string
  }
  /** Every reported error; `message` is what the visitor read. */
  error: { code: string; message: string; cause: unknown }
  connected: { namespace: Namespace; address: string }
  /** `followed`: another page of the site ended it. */
  disconnected: { namespace: Namespace; followed: boolean }
  /** The active account, network or namespace changed. */
  changed: { namespace: Namespace | undefined }
  /** A page asked a wallet for something that nobody may ask (spec section 6). */
  refused: { method: string }
  /** A transaction left for the chain: kept before any screen changes, never lost. */
  transaction: { hash: string; caipNetworkId: string; from: string; to: string }
}
