import type { Catalogue } from '../states.ts'
import { accountViews } from './account.ts'
import { connectViews } from './connect.ts'
import { guideViews } from './guide.ts'
import { networkViews } from './networks.ts'
import { receiveViews } from './receive.ts'
import { remoteViews } from './remote.ts'
import { reviewViews } from './review.ts'
import { sendViews } from './send.ts'
import { signInViews } from './signIn.ts'

/** Every registered view, state by state. */
export const catalogue: Catalogue = {
  ...connectViews,
  ...remoteViews,
  ...accountViews,
  ...networkViews,
  ...guideViews,
  ...sendViews,
  ...receiveViews,
  ...reviewViews,
  ...signInViews,
}
