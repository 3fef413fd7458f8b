/** `walletkit/auth`: the page's side of the embedded wallet. Loaded when a visitor signs in or has signed in before. */
import type { AuthPart } from '../contracts/auth.ts'
import { driver, preferAccount } from './driver.ts'
import { login } from './login.ts'

export type * from '../contracts/auth.ts'

const part: AuthPart = {
  driver,
  login,
  preferAccount,
  approveView: () => import('./views/ApproveTransactionView.tsx'),
  accountLine: () => import('./views/AccountTypeLine.tsx'),
}
export default part
