/** `walletkit/analytics`: sends tracking events. Loaded after the first event, and only if events may be sent. */
import type { Analytics } from './contract.ts'
import { send } from './send.ts'

export type { Analytics, TrackedEvent } from './contract.ts'

const analytics: Analytics = { send }
export default analytics
