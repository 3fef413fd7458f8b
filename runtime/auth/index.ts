/** `walletkit/auth`: the page's side of the embedded wallet. It loads when a visitor logs in, or resumes a login. */
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
