import type { CaipNetwork } from '../contracts/network.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { activeAddress } from '../state/active.ts'
import { popTo, reset } from '../state/navigate.ts'
import { homeView } from './homeView.ts'

/** The core's views that need a session. A plugin's view handles a missing session itself. */
const NEED =
  /^(Account|Connections|SwitchNetwork|UnsupportedChain|SIWXSignMessage|ConnectingSiwe|ApproveTransaction|PluginReview)$/
/** Views in which a visitor connects, chooses a network or reads; they need no session. */
const FREE = /^(Connect|AllWallets|Downloads|GetWallet|WhatIs|Networks)/

/**
 * Leaves the views that need the session which just ended. Otherwise they would show an account that is disconnected,
 * and UnsupportedChain or a required sign-in would keep the modal open. `wasActive`: the session's namespace was the
 * active one. Views of a login or of another connection stay open, and so does Connections while an account is
 * connected.
 */
export function leaveSession(kit: Kit, namespace: Namespace, wasActive: boolean) {
  const { modal, router } = kit.state
  if (!modal.open) return
  if (isSwitchOf(router.params, router.view, namespace)) return reset(router, homeView(kit))
  if (!wasActive || (router.view === 'Connections' && activeAddress(kit))) return
  const rest = router.history.filter(({ view }) => !NEED.test(view))
  const wasNeeded = rest.length < router.history.length
  const [first] = rest
  if (NEED.test(router.view) || !first) return reset(router, homeView(kit))
  // Do not interrupt a visitor who is connecting; only remove the old account's views from the history.
  if (FREE.test(first.view)) return void (wasNeeded && (router.history = rest))
  if (wasNeeded || activeAddress(kit)) reset(router, homeView(kit))
  else popTo(router, 0)
}

const isSwitchOf = (params: unknown, view: string, namespace: Namespace) =>
  view === 'SwitchNetwork' && (params as { network?: CaipNetwork } | undefined)?.network?.chainNamespace === namespace
