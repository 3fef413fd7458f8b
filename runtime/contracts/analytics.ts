import type { KitEvents } from './events.ts'
import type { Kit } from '../contracts/kit.ts'

/** A tracking event, with the address that was active when it happened. */
export type TrackedEvent = KitEvents['track'] & { address: string | undefined }
/** Sends an event once; ignores an event that is not in the lists of sent ones. Never throws. */
export type Analytics = { send: (kit: Kit, event: TrackedEvent) => Promise<void> }
export type LoadAnalytics = () => Promise<{ default: Analytics }>
