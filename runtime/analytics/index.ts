/** `walletkit/analytics`: sends tracking events. Loaded after the first event, and only if events may be sent. */
import type { Analytics } from '../contracts/events.ts'
import { send } from './send.ts'

export type { Analytics, TrackedEvent } from '../contracts/events.ts'

const analytics: Analytics = { send }
export default analytics
