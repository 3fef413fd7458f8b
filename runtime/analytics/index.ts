/**
 * `walletkit/analytics`: sends tracking events. It loads only if events may be sent, and only once there is an event
 * other than that of the page load.
 */
import type { Analytics } from '../contracts/events.ts'
import { send } from './send.ts'

export type { Analytics, TrackedEvent } from '../contracts/events.ts'

const analytics: Analytics = { send }
export default analytics
