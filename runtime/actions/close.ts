import { pluginError } from '../errors/plugin.ts'
import { report } from '../errors/report.ts'
import { ownerOf } from '../state/plugins.ts'
import { slotItems } from '../state/slotItems.ts'
import type { Kit } from '../kit.ts'
import { pageRecord } from '../page.ts'
import { perKit } from '../lib/perKit.ts'
import { activeAddress } from '../state/active.ts'
import { releaseUri } from './connection.ts'
import { shake } from './shake.ts'
import { reset } from './router.ts'

/** What asked for the modal to close: the X, Escape or the platform's back, or a click beside the card. */
export type CloseReason = 'button' | 'escape' | 'overlay'

/** Closes by the rules, or shakes (decisions 4.9, 4.32). `true` when it closed. */
export function requestClose(kit: Kit, _reason: CloseReason): boolean {
  const { router, modal, connection } = kit.state
  if (connection.buffering) return false
  const locked = router.view === 'UnsupportedChain' && !kit.config.allowUnsupportedChain
  if (locked || !mayClose(kit)) {
    shake(modal)
    return false
  }
  close(kit)
  return true
}

/** Whether the modal may close from a view, by parts of the core: each says `false` to hold it. */
export const guards = perKit(() => new Set<(view: string) => boolean>())

/** Whether every guard (a required sign-in, say) lets the modal go. One that throws does, and is reported. */
export const mayClose = (kit: Kit) =>
  [...guards(kit)].every((guard) => guard(kit.state.router.view)) &&
  slotItems(kit, 'guards').every((guard) => {
    try {
      return guard.mayClose({ view: kit.state.router.view })
    } catch (error) {
      report(kit, pluginError(ownerOf(kit, guard)?.id ?? guard.key, ' in a guard', error), 'PLUGIN_FAILED')
      return true
    }
  })

/**
 * Closes the modal. Embedded, it stays and goes to Account if connected, else to Connect (spec section 2).
 * The loading flag, the namespace filter and the pairing URI go with it.
 */
export function close(kit: Kit) {
  const { modal, router, connection } = kit.state
  const connected = Boolean(activeAddress(kit))
  if (modal.open) kit.track('MODAL_CLOSE', { connected })
  Object.assign(modal, { open: kit.config.embedded === true && modal.open, loading: false, namespace: undefined })
  releaseUri(connection)
  if (kit.config.embedded) reset(router, connected ? 'Account' : 'Connect')
  const page = pageRecord()
  if (page.opened && page.opened === openings.get(kit)) page.opened = undefined
}

/** How each open kit is known to the page record. */
export const openings = new WeakMap<Kit, { close: () => void }>()
