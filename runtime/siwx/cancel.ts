import { close } from '../actions/close.ts'
import { disconnect } from '../actions/disconnect.ts'
import { homeView } from '../actions/homeView.ts'
import { report } from '../state/report.ts'
import type { Kit } from '../contracts/kit.ts'
import { activeAddress } from '../state/active.ts'
import { connectionOf } from '../state/connections.ts'
import { isOwed, SIGN_VIEWS } from './guard.ts'
import { beginTurn, leave } from './session.ts'
import { signIn, trackedProperties } from './state.ts'

/**
 * How long to wait for the wallet's disconnect, in ms: Cancel must take less than a second even if the wallet hangs.
 */
const GOODBYE = 700

/**
 * Cancels the sign-in, even while the wallet is busy. If sign-in is required, disconnects the wallet that was asked to
 * sign; otherwise only closes the modal.
 */
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
  const { modal, router } = kit.state
  const wasAsking = modal.open && SIGN_VIEWS.has(router.view)
  // Disconnect only the wallet that was asked to sign. Another wallet of the namespace stays, and becomes the active
  // one.
  const own = connectionOf(kit, subject?.namespace)
  const target = own ? { connection: own.shown } : subject?.namespace
  await disconnect(kit, target, GOODBYE).catch((error: unknown) => report(kit, error, 'DISCONNECT_FAILED'))
  // `disconnect` has already left the sign-in view. If another account is still connected, close the modal, because
  // there is nothing more to show.
  if (wasAsking && activeAddress(kit) && router.view === homeView(kit)) return close(kit)
  if (signIn(kit).status === 'off') leave(kit)
}
