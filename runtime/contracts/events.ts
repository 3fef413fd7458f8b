/** The kit's events: lifecycle events and tracking events. */
import type { Namespace } from '../lib/namespace.ts'
import type { TrackingEvents } from '../plugin.ts'
import type { Kit } from './kit.ts'
import type { PluginEvents } from './pluginEvents.ts'

export type { TrackingEvents }

export type KitEvents = {
  /** Emitted for every tracking event. Analytics and the listeners of `subscribeEvents` get it. */
  track: {
    event: string
    properties?: unknown
    /** ms since 1970. */
    timestamp: number
    /** The id of the plugin that emitted the event; absent for the core's events. */
    plugin?: string
  }
  /**
   * Emitted for every reported error, shown or not. `message` is the text for the visitor; `cause` is the thrown value.
   */
  error: { code: string; message: string; cause: unknown }
  connected: { namespace: Namespace; address: string }
  /**
   * A session of the namespace ended. `followed`: this page does not store that, usually because another page of the
   * site has ended the session already.
   */
  disconnected: { namespace: Namespace; followed: boolean }
  /** The account or network of a namespace changed, or another namespace became active. */
  changed: { namespace: Namespace | undefined }
  /** Emitted when a provider refuses a request because its RPC method is not on the allow-list. */
  refused: { method: string }
  /** Emitted when a transaction was sent. Its hash is stored before this event and before any view changes. */
  transaction: { hash: string; caipNetworkId: string; from: string; to: string }
  /** The wallet signed a message or typed data for a plugin. */
  signature: PluginEvents['signature']
}

/** A tracking event, with the address that was active when it happened. */
export type TrackedEvent = KitEvents['track'] & { address: string | undefined }
/**
 * Sends an event at most once, without retries. Drops the events of third-party plugins. Never throws.
 */
export type Analytics = { send: (kit: Kit, event: TrackedEvent) => Promise<void> }
export type LoadAnalytics = () => Promise<{ default: Analytics }>
