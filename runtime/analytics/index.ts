/**
 * `walletkit/analytics`: sends tracking events. It loads only if events may be sent, and only for an event that the
 * visitor caused: a page load alone does not fetch it.
 */
import type { Analytics } from '../contracts/events.ts'
import { send } from './send.ts'

export type { Analytics, TrackedEvent } from '../contracts/events.ts'

const analytics: Analytics = { send }
export default analytics
