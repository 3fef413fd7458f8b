import type { Kit } from '../contracts/kit.ts'
import { close } from './close.ts'
import { homeView } from './homeView.ts'
import { pop, reset } from '../state/navigate.ts'

/**
 * Goes one view back. Closes the modal when there is no earlier view, or when the history contains UnsupportedChain.
 * Does nothing while the page waits for a wallet's answer (`buffering`).
 */
export function goBack(kit: Kit) {
  const { router, connection, modal } = kit.state
  if (connection.buffering) return
  // With a view before it, Connect may list the wallets of one namespace only. Clear that filter, so that the next list
  // of wallets is complete.
  if (router.view === 'Connect' && router.history.length > 1) modal.namespace = undefined
  if (router.history.some(({ view }) => view === 'UnsupportedChain') || !pop(router)) close(kit)
}

/**
 * Returns a function that leaves a view which has nothing to show: it goes to the previous view, else to the first view
 * of the modal. `undefined` if there is no previous view and the current view is that first view.
 */
export function wayBack(kit: Kit): (() => void) | undefined {
  const { router } = kit.state
  if (router.history.length > 1) return () => goBack(kit)
  const home = homeView(kit)
  return home === router.view ? undefined : () => reset(router, home)
}
