import { close } from '../actions/close.ts'
import { disconnect } from '../actions/disconnect.ts'
import { report } from '../state/report.ts'
import type { Kit } from '../contracts/kit.ts'
import { connectionOf } from '../state/connections.ts'
import { isOwed } from './guard.ts'
import { beginTurn, leave } from './session.ts'
import { signIn, trackedProperties } from './state.ts'

/**
 * How long to wait for the wallet's disconnect, in ms: Cancel must take less than a second even if the wallet hangs.
 */
const GOODBYE = 700

/** Cancels the sign-in, even while the wallet is busy. Disconnects if sign-in is required, else closes the modal. */
export async function cancel(kit: Kit): Promise<void> {
  const state = signIn(kit)
  const { subject } = state
  const owed = isOwed(kit)
  beginTurn(kit)
  if (subject) kit.track('CLICK_CANCEL_SIWX', trackedProperties(kit, subject))
  if (!owed) {
    state.status = 'needed'
    return close(kit)
  }
  state.status = 'off'
  // Only the wallet that was to sign: another one of the namespace may stay, and is active then.
  const own = connectionOf(kit, subject?.namespace)
  const target = own ? { connection: own.shown } : subject?.namespace
  await disconnect(kit, target, GOODBYE).catch((error: unknown) => report(kit, error, 'DISCONNECT_FAILED'))
  if (signIn(kit).status === 'off') leave(kit)
}
