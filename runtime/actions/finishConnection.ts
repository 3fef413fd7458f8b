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
   * The view in which the visitor waited for it, if any. The modal closes from this view; it stays open when another
   * one, such as a required sign-in or an unsupported network, has replaced it.
   */
  view?: string | undefined
  /** Becomes the first of the recent wallets. */
  wallet?: Connector | Wallet | undefined
  /** What CONNECT_SUCCESS says; without it, nothing is tracked. */
  success?: TrackingEvents['CONNECT_SUCCESS']
  /** Another page of the site connected, and stored it. */
  follow?: boolean
  /** Another wallet stays the active one of its namespace. */
  isBehind?: boolean
  since?: number | undefined
  chosen?: Chosen | undefined
}

/**
 * The end of every new connection: of a wallet in this browser, a remote wallet, a login, and a wallet that another tab
 * connected. Starts a session for each answer; the last one's namespace becomes the active one.
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

/** The current view, if it is pointless once an account is connected. */
export function connectingView({ state: { router } }: Kit): string | undefined {
  return /^(Connect(?!ions)|AllWallets|Downloads|GetWallet|WhatIsAWallet)/.test(router.view) ? router.view : undefined
}
