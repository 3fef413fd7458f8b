/**
 * Draws the Connect view from the build's plan, before React has loaded. The dialog opens, closes and keeps the focus
 * as React's does, and its close button works. The last press on another button or field is repeated once React has
 * taken over.
 */
import { subscribe } from 'valtio/vanilla'
import { requestClose } from '../../actions/close.ts'
import type { Kit } from '../../contracts/kit.ts'
import { mayShow } from '../../http/hosts.ts'
import { walletRows, type WalletRow } from '../screens/Connect/rows.ts'
import { dialogListeners, showDialog } from '../shell/dialog.ts'
import { build } from './build.ts'
import { planOf } from './plan.ts'
import { ahead } from './record.ts'

/**
 * Draws the view into the shadow root. Returns `false` when it cannot, for example without a plan: React then draws it.
 */
export function draw(kit: Kit, shadow: ShadowRoot): boolean {
  const plan = planOf(kit)
  const rows = plan && drawnRows(kit)
  const planned = rows?.map((row) => ({ row, image: row.image && mayShow(kit, row.image) ? row.image : undefined }))
  const dialog = plan && planned && build(plan, planned)
  if (!(dialog instanceof HTMLDialogElement)) return false
  shadow.append(dialog)
  const record = ahead(kit)
  if (rows) record.rows = rows
  const { modal } = kit.state
  const show = () => void (record.shown = { dialog, hide: showDialog(dialog) })
  const follow = () => {
    if (modal.open === Boolean(record.shown)) return
    record.shown?.hide()
    record.shown = undefined
    // The modal may open again at another view. Do not show the plan then: only React can show that view.
    if (modal.open && planOf(kit)) show()
  }
  show()
  const unsubscribe = subscribe(modal, follow, true)
  const stop = listen(kit, dialog)
  record.release = () => {
    record.release = undefined
    unsubscribe()
    return stop()
  }
  return true
}

/** The wallet rows; without any, the two placeholders that the view shows while it looks for wallets. */
function drawnRows(kit: Kit): WalletRow[] {
  const rows = walletRows(kit)
  const bone = (at: number): WalletRow => ({ key: `${at}`, name: '', image: undefined, tag: undefined, waiting: true })
  return rows.length ? rows : [bone(0), bone(1)]
}

/**
 * Listens to the visitor and to images. Returns a function that stops listening. It in turn returns a function that
 * repeats the last press and the images' errors.
 */
function listen(kit: Kit, dialog: HTMLDialogElement): () => () => void {
  const { cancel, close, mousedown, click, keydown } = dialogListeners(kit)
  const { signal, abort } = stopper()
  let pressed: HTMLElement | undefined
  const broken: EventTarget[] = []
  dialog.addEventListener('cancel', cancel, { signal })
  dialog.addEventListener(
    'close',
    (event) => {
      pressed = undefined
      close(event)
    },
    { signal },
  )
  dialog.addEventListener('keydown', keydown, { signal })
  dialog.addEventListener('mousedown', mousedown, { signal })
  dialog.addEventListener(
    'click',
    (event) => {
      click(event)
      const control = event.target instanceof Element && event.target.closest('button,input')
      if (!(control instanceof HTMLElement)) return
      event.preventDefault()
      if (control.matches('.header button') && control.querySelector('[data-icon=close]')) requestClose(kit, 'button')
      else pressed = control
    },
    { signal },
  )
  // An image's `error` event does not bubble, so listen while it is captured.
  dialog.addEventListener('error', ({ target }) => void (target && broken.push(target)), { signal, capture: true })
  return () => {
    abort()
    return () => {
      for (const image of broken) image.dispatchEvent(new Event('error'))
      if (kit.state.modal.open && pressed?.isConnected) pressed.click()
    }
  }
}

function stopper() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
