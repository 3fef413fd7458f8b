import type { Wallet } from '../contracts/config.ts'
import type { Connector } from '../contracts/connector.ts'
import type { TrackingEvents } from '../contracts/events.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Chosen } from '../state/connections.ts'
import { resetUri } from '../state/setConnection.ts'
import { addRecentWallet } from '../wallets/recent.ts'
import { close } from './close.ts'
import { leaveConnect } from './homeView.ts'
import { warnUnsupported } from './activeNetwork.ts'
import { type Answer, startSession } from './session.ts'

/** How a connection came about. */
type Finished = {
  /**
   * The view in which the visitor waited, if any. The modal closes if it still shows this view. The modal stays open if
   * another view, such as a required sign-in or an unsupported network, has replaced it.
   */
  view?: string | undefined
  /** The wallet to put first in the list of recent wallets. */
  wallet?: Connector | Wallet | undefined
  /** The properties of the tracking event CONNECT_SUCCESS. Without them, the event is not sent. */
  success?: TrackingEvents['CONNECT_SUCCESS']
  /** Another page of the site made the connection and has stored it, so this page does not store it again. */
  follow?: boolean
  /** If another wallet is the active one of the namespace, that other wallet stays the active one. */
  isBehind?: boolean
  since?: number | undefined
  chosen?: Chosen | undefined
}

/**
 * The last step of a new connection: of a wallet in this browser, a remote wallet, a login, or the active wallet of
 * another tab. Starts a session for each answer, and makes the namespace of the last answer the active one.
 */
export async function finishConnection(
  kit: Kit,
  answers: readonly Answer[],
  { view, wallet, success, ...written }: Finished = {},
) {
  const { connection, modal, router } = kit.state
  for (const answer of answers) await startSession(kit, answer, written)
  resetUri(connection)
  if (wallet) addRecentWallet(kit, wallet)
  if (success) kit.track('CONNECT_SUCCESS', success)
  warnUnsupported(kit)
  if (modal.open && router.view === view) close(kit)
  else leaveConnect(kit)
}

/**
 * The current view if its name is that of a view for connecting, so that it can close once an account is connected;
 * else `undefined`. The login views of plugins count too: those for social logins and passkeys have names that begin
 * with Connect, and those for the code of an email begin with EmailVerify.
 */
export function connectingView({ state: { router } }: Kit): string | undefined {
  const waits = /^(Connect(?!ions)|EmailVerify|AllWallets|Downloads|GetWallet|WhatIsAWallet)/
  return waits.test(router.view) ? router.view : undefined
}
