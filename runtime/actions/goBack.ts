import type { Kit } from '../kit.ts'
import { close } from './close.ts'
import { homeView } from './open.ts'
import { pop, reset } from './router.ts'

/** One view back; closes with one entry, or when the history holds UnsupportedChain (spec section 2). */
export function goBack(kit: Kit) {
  const { router, connection, modal } = kit.state
  if (connection.buffering) return
  // The list of one namespace's wallets, shown beside what is connected: the filter goes with it.
  if (router.view === 'Connect' && router.history.length > 1) modal.namespace = undefined
  if (router.history.some(({ view }) => view === 'UnsupportedChain') || !pop(router)) close(kit)
}

/** Out of a view that is of no use, to the one before it or to the first one; `undefined` where it is that one. */
export function wayBack(kit: Kit): (() => void) | undefined {
  const { router } = kit.state
  if (router.history.length > 1) return () => goBack(kit)
  const home = homeView(kit)
  return home === router.view ? undefined : () => reset(router, home)
}
