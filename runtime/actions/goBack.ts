import type { Kit } from '../kit.ts'
import { pop } from './router.ts'
import { close } from './close.ts'

/** One view back; closes with one entry, or when the history holds UnsupportedChain (spec section 2). */
export function goBack(kit: Kit) {
  const { router, connection, modal } = kit.state
  if (connection.buffering) return
  // The list of one namespace's wallets, shown beside what is connected: the filter goes with it.
  if (router.view === 'Connect' && router.history.length > 1) modal.namespace = undefined
  if (router.history.some(({ view }) => view === 'UnsupportedChain') || !pop(router)) close(kit)
}
