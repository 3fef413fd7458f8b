import { pluginError } from '../errors/plugin.ts'
import { report } from '../state/report.ts'
import { ownerOf } from '../state/plugins.ts'
import { slotItems } from '../state/slotItems.ts'
import type { Kit } from '../contracts/kit.ts'
import { pageRecord } from '../lib/page.ts'
import { perKit } from '../contracts/perKit.ts'
import { activeAddress } from '../state/active.ts'
import { releaseUri } from '../state/setConnection.ts'
import { reset } from '../state/navigate.ts'
import type { ModalState } from '../state/modal.ts'

/**
 * What asked to close the modal: the X button, Escape or the platform's back gesture, a click beside the card, or the
 * sheet that was dragged down.
 */
export type CloseReason = 'button' | 'escape' | 'overlay' | 'drag'

/**
 * Handles the visitor's request to close the modal. Closes the modal and returns `true`, unless a required sign-in, an
 * unsupported network or a plugin's guard keeps the modal open: then it shakes. While the page waits for a wallet's
 * answer (`buffering`), the modal stays open and does not shake.
 */
export function requestClose(kit: Kit, _reason: CloseReason): boolean {
  const { router, modal, connection, networks } = kit.state
  if (connection.buffering) return false
  // Without an account, the unsupported network does no harm: the visitor may leave.
  const locked = router.view === 'UnsupportedChain' && networks.unsupported && activeAddress(kit)
  if (locked || !mayClose(kit)) {
    shake(modal)
    return false
  }
  close(kit)
  return true
}

/** Functions of the core that decide whether the modal may close. Each gets the current view; `false` keeps it open. */
export const guards = perKit(() => new Set<(view: string) => boolean>())

/**
 * Whether every guard (a required sign-in, for example) lets the modal close. The guard of a third-party plugin counts
 * only on that plugin's own views, and only once: a second attempt on the same view closes the modal, so that such a
 * plugin cannot trap the visitor. A plugin's guard that throws is reported, and does not keep the modal open.
 */
export function mayClose(kit: Kit): boolean {
  const { modal, router } = kit.state
  const { view } = router
  const again = modal.kept === view
  modal.kept = undefined
  return (
    [...guards(kit)].every((guard) => guard(view)) &&
    slotItems(kit, 'guards').every((guard) => {
      const owner = ownerOf(kit, guard)
      if (owner?.guest && (again || !owner.views?.[view])) return true
      try {
        if (guard.mayClose({ view })) return true
        modal.kept = view
      } catch (error) {
        report(kit, pluginError(owner?.id ?? guard.key, ' in a guard', error), 'PLUGIN_FAILED')
        return true
      }
      return false
    })
  )
}

/**
 * Closes the modal. In embedded mode the modal stays on the page and shows Account when connected, else Connect. Clears
 * the loading flag, the namespace filter and the pairing URI (but see {@link releaseUri}).
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

/** What each kit writes to `opened` of `pageRecord()` while its modal is open, so that another kit can close it. */
export const openings = new WeakMap<Kit, { close: () => void }>()

/** ms that the card shakes after a refused close. */
export const SHAKE_DURATION = 500

/** Shakes the modal's card. Does nothing while it shakes already. */
export function shake(modal: ModalState) {
  if (modal.shake) return
  modal.shake = true
  setTimeout(() => void (modal.shake = false), SHAKE_DURATION)
}
