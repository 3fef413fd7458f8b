/** All steps, in the order of the report. Each is a new visitor with a new profile. */
import type { Visitor } from '../visitor.ts'
import { approval } from './approval.ts'
import { approvals } from './approvals.ts'
import { account, connect, keyboard, reload } from './connect.ts'
import { email, signIn } from './login.ts'
import { mirrored } from './mirrored.ts'
import { batch, send, swap } from './money.ts'
import { passkey } from './passkey.ts'
import { scan } from './scan.ts'
import { studio } from './studio.ts'

export const STEPS: Record<string, (visitor: Visitor) => Promise<void>> = {
  connect,
  account,
  send,
  swap,
  batch,
  approvals,
  email,
  approval,
  'QR code': scan,
  'sign-in': signIn,
  keyboard,
  Arabic: mirrored,
  reload,
  passkey,
  studio,
}
