import { close } from '../actions/close.ts'
import { disconnect } from '../actions/disconnect.ts'
import { report } from '../errors/report.ts'
import type { Kit } from '../kit.ts'
import { isOwed } from './guard.ts'
import { beginTurn, leave } from './session.ts'
import { signIn } from './state.ts'
import { told } from './told.ts'

/** ms that a wallet's goodbye is waited for: a visitor who leaves is out within a second (reliability P73). */
const GOODBYE = 700

/** Gives the sign-in up, whatever the wallet is doing: disconnects where it is required, and closes where it is not. */
export async function cancel(kit: Kit): Promise<void> {
  const state = signIn(kit)
  const { subject } = state
  const owed = isOwed(kit)
  beginTurn(kit)
  if (subject) kit.track('CLICK_CANCEL_SIWX', told(kit, subject))
  if (!owed) {
    state.status = 'needed'
    return close(kit)
  }
  state.status = 'off'
  await disconnect(kit, subject?.namespace, GOODBYE).catch((error: unknown) => report(kit, error, 'DISCONNECT_FAILED'))
  if (signIn(kit).status === 'off') leave(kit)
}
