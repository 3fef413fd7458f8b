/**
 * Decides which views a third-party plugin may open with `kit.push`, `replace` and `reset`, and with which parameters.
 */
import type { AnyPlugin, CoreViewName } from '../contracts/definePlugin.ts'
import type { Kit } from '../contracts/kit.ts'
import { dataOf } from './dataOf.ts'
import { findView } from './findView.ts'
import { refusal } from './permissions.ts'

/**
 * The core's views. `true`: a third-party plugin may open the view, without parameters, because the view does nothing
 * until the visitor chooses something. `false`: the view does something when it opens, such as asking a wallet; or it
 * shows parameters that only the core may set, or a state that only the core knows (`UnsupportedChain`); or it is only
 * an older name (`Downloads` of `GetWallet`).
 */
const CORE: Readonly<Record<CoreViewName, boolean>> = {
  Account: true,
  AllWallets: true,
  Connect: true,
  Connections: true,
  GetWallet: true,
  Networks: true,
  WhatIsANetwork: true,
  WhatIsAWallet: true,
  ApproveTransaction: false,
  ConnectingExternal: false,
  ConnectingMultiChain: false,
  ConnectingSiwe: false,
  ConnectingWalletConnect: false,
  ConnectingWalletConnectBasic: false,
  Downloads: false,
  PluginReview: false,
  SIWXSignMessage: false,
  SwitchNetwork: false,
  UnsupportedChain: false,
}

/**
 * The view and a plain copy of its parameters. Throws PERMISSION for a view that the plugin may not open, and a
 * TypeError for parameters that are no plain data. A core view wins over one of the plugin with the same name, because
 * the modal shows it.
 */
export function guestView(
  kit: Kit,
  { id }: AnyPlugin,
  view: unknown,
  params: unknown,
): { view: string; params: unknown } {
  if (typeof view !== 'string') throw refusal(`Plugin "${id}" may only open a view by its name`)
  if (Object.hasOwn(CORE, view)) {
    if (!CORE[view as CoreViewName]) throw refusal(`Plugin "${id}" may not open the view ${view}`)
    if (params !== undefined) throw refusal(`Plugin "${id}" may open the view ${view} only without parameters`)
  } else if (findView(kit, view)?.plugin.id !== id)
    throw refusal(`Plugin "${id}" may not open the view ${view}: it is not its own. Use kit.feature`)
  return { view, params: dataOf(params, `What plugin "${id}" gave the view ${view}`) }
}
