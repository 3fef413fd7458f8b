import type { KitEvents } from '../events/types.ts'
import type { Kit } from '../kit.ts'

/** A tracking event, with the active address of its time. */
export type TrackedEvent = KitEvents['track'] & { address: string | undefined }
/** Sends an event, or lets it be when it is not one of the events that are sent. Never throws, never sends twice. */
export type Analytics = { send: (kit: Kit, event: TrackedEvent) => Promise<void> }
export type LoadAnalytics = () => Promise<{ default: Analytics }>
