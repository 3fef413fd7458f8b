import type { Catalogue } from '../states.ts'
import { accountViews } from './account.ts'
import { approvalViews } from './approvals.ts'
import { approveViews } from './approve.ts'
import { connectViews } from './connect.ts'
import { connectionViews } from './connections.ts'
import { emailViews } from './email.ts'
import { guideViews } from './guide.ts'
import { historyViews } from './history.ts'
import { nameViews } from './names.ts'
import { networkViews } from './networks.ts'
import { onrampViews } from './onramp.ts'
import { receiveViews } from './receive.ts'
import { passkeyViews } from './passkey.ts'
import { remoteViews } from './remote.ts'
import { reviewViews } from './review.ts'
import { sendViews } from './send.ts'
import { sendManyViews } from './sendMany.ts'
import { sessionViews } from './smartSessions.ts'
import { signInViews } from './signIn.ts'
import { socialViews } from './socials.ts'
import { swapViews } from './swaps.ts'

/** All registered views with their states. */
export const catalogue: Catalogue = {
  ...connectViews,
  ...emailViews,
  ...socialViews,
  ...remoteViews,
  ...accountViews,
  ...connectionViews,
  ...networkViews,
  ...guideViews,
  ...sendViews,
  ...sendManyViews,
  ...approvalViews,
  ...receiveViews,
  ...swapViews,
  ...historyViews,
  ...reviewViews,
  ...signInViews,
  ...approveViews,
  ...onrampViews,
  ...nameViews,
  ...passkeyViews,
  ...sessionViews,
}
