import type { Kit } from '../kit.ts'
import { pop } from './router.ts'
import { close } from './close.ts'

/** One view back; closes with one entry, or when the history holds UnsupportedChain (spec section 2). */
export function goBack(kit: Kit) {
  const { router, connection } = kit.state
  if (connection.buffering) return
  if (router.history.some(({ view }) => view === 'UnsupportedChain') || !pop(router)) close(kit)
}
