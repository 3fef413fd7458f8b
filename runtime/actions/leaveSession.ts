import type { CaipNetwork } from '../contracts/network.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { activeAddress } from '../state/active.ts'
import { popTo, reset } from '../state/navigate.ts'
import { homeView } from './homeView.ts'

/** The core's views that show or serve a session. A plugin's first view says itself what it misses. */
const NEED =
  /^(Account|Connections|SwitchNetwork|UnsupportedChain|SIWXSignMessage|ConnectingSiwe|ApproveTransaction|PluginReview)$/
/** Views in which a visitor connects, chooses a network or reads; they need no session. */
const FREE = /^(Connect|AllWallets|Downloads|GetWallet|WhatIs|Networks)/

/**
 * Leaves the views that need the session which just ended: a view that stays would show an account that is gone, and
 * UnsupportedChain and a required sign-in would keep the modal open. `wasActive`: the modal showed this session's
 * namespace. Views of a login or another connection stay, and the list of connections as long as there is one.
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
  // Do not interrupt a visitor who is connecting; only the way back must not lead to the old account.
  if (FREE.test(first.view)) return void (wasNeeded && (router.history = rest))
  if (wasNeeded || activeAddress(kit)) reset(router, homeView(kit))
  else popTo(router, 0)
}

const isSwitchOf = (params: unknown, view: string, namespace: Namespace) =>
  view === 'SwitchNetwork' && (params as { network?: CaipNetwork } | undefined)?.network?.chainNamespace === namespace
