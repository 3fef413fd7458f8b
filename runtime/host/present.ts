/**
 * `kit.present`: shows one of the plugin's own views on top of the modal's current view, for a request that the
 * plugin's own wallet received. Opens the modal if it is closed.
 */
import { subscribe } from 'valtio/vanilla'
import { close } from '../actions/close.ts'
import { open } from '../actions/open.ts'
import type { AnyPlugin } from '../contracts/definePlugin.ts'
import { type Kit, onTeardown } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { RPC_CODES } from '../errors/rpc.ts'
import { namespacesOf } from '../lib/namespace.ts'
import { pop, push } from '../state/navigate.ts'
import { dataOf } from './dataOf.ts'
import { findView } from './findView.ts'
import { type Allowed, refusal } from './permissions.ts'

const presented = perKit((): { view?: string | undefined } => ({}))

export function present(
  kit: Kit,
  { id }: AnyPlugin,
  may: Allowed,
  view: string,
  params: unknown,
): { left: Promise<void>; leave: () => void } {
  const methods = namespacesOf(kit.state.accounts).map((each) => `${each}_connect`)
  if (!methods.some(may.hasMethod)) may.method('eth_requestAccounts')
  const { router, modal } = kit.state
  if (findView(kit, view)?.plugin.id !== id) throw refusal(`Plugin "${id}" may not present the view ${view}`)
  const own = presented(kit)
  // Only one view may be presented at a time, and not while the visitor has opened the same view in another way:
  // `isShown` compares only names, so it would take one view for the other.
  if (own.view !== undefined || (modal.open && router.view === view)) {
    const text = `Plugin "${id}" presents a view while ${own.view ?? view} is shown`
    throw Object.assign(new Error(text), { code: RPC_CODES.resourceUnavailable })
  }
  const data = dataOf(params, `What plugin "${id}" gave the view ${view}`)
  const wasOpen = modal.open
  const isShown = () => modal.open && router.history.some((entry) => entry.view === view)
  let settle: () => void = () => {}
  const left = new Promise<void>((resolve) => (settle = resolve))
  const end = () => {
    if (!stops.length) return
    for (const stop of stops.splice(0)) stop()
    own.view = undefined
    settle()
  }
  const check = () => void (isShown() || end())
  own.view = view
  if (wasOpen) push(router, view, data)
  else open(kit, { view, params: data })
  const stops = [subscribe(router, check, true), subscribe(modal, check, true), onTeardown(kit, end)]
  check()
  const leave = () => {
    if (!stops.length) return
    end()
    if (router.history.at(-1)?.view !== view) return
    if (wasOpen) pop(router)
    else if (modal.open) close(kit)
  }
  return { left, leave }
}
