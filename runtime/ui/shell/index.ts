/** The functions that control a kit's modal. Loaded on the first open, or ahead of it (`attend`, kit/button.ts). */
import { close } from '../../actions/close.ts'
import { checkProject, open as openRules, type OpenOptions } from '../../actions/open.ts'
import { findView } from '../../host/findView.ts'
import type { PluginList } from '../../contracts/config.ts'
import type { Kit } from '../../contracts/kit.ts'
import { report } from '../../state/report.ts'
import { plugins } from '../../state/plugins.ts'
import { perKit } from '../../contracts/perKit.ts'
import { push as pushView, replace as replaceView } from '../../state/navigate.ts'
import { completeConfig, completeNetworks } from '../../actions/complete.ts'
import { discover } from '../../actions/discover.ts'
import { nextFrame } from '../../lib/painted.ts'
import { ONE_SECOND } from '../../lib/time.ts'
import { createHost } from './host.ts'

export { close }

/**
 * Completes the kit's config now, and its networks a frame later (or right before React renders the modal). Completing
 * the networks makes the page's own components render again, and the Connect view that is drawn ahead does not need it.
 */
export function complete(kit: Kit, list: PluginList): void {
  completeConfig(kit, list)
  void nextFrame(ONE_SECOND).then(() => completeNetworks(kit))
}

/**
 * The kit's modal, created on first use. Also starts wallet discovery and the plugins' activation events, and reports
 * plugins whose manifest cannot be used.
 */
export const host = perKit((kit: Kit) => {
  void discover(kit)()
  const { sound, faults } = plugins(kit)
  const failed = (error: unknown) => report(kit, error, 'PLUGIN_FAILED')
  if (sound.some(({ activate }) => activate?.length))
    import('../../host/activate.ts').then((part) => part.startOnEvents(kit)).catch(failed)
  faults.forEach(failed)
  return createHost(kit)
})

/**
 * Whether the site has destroyed the kit while code of it was loading, for example because the component that opened
 * the modal is gone: a modal that was created now would stay in the page for good. `destroy` empties `teardown`, in
 * which a kit has entries from its creation on.
 */
const isGone = (kit: Kit) => !kit.teardown.length

export async function open(kit: Kit, options: OpenOptions = {}) {
  if (isGone(kit)) return
  const view = options.view && (findView(kit, options.view)?.name ?? options.view)
  openRules(kit, view ? { ...options, view } : options)
  await attach(kit)
}

/**
 * Renders the likely view while the dialog is still closed, so that a click only has to show it. Also adds pictures and
 * balance to the page's connect buttons.
 */
export async function preload(kit: Kit) {
  await attach(kit)
  ;(await import('../button/dress.ts')).dressAll(kit)
}

/** ms for which the first render waits for installed wallets, because rendering twice takes longer. */
const FIRST_LOOK = 50

/** Loads React and the modal. The page's first view may be drawn before they are loaded. */
const rendering = () => import('./render.tsx')

async function attach(kit: Kit) {
  if (isGone(kit)) return
  const shown = host(kit)
  if (shown.rendered()) return shown.attach()
  const loading = kit.state.modal.open ? undefined : rendering()
  loading?.catch(() => undefined)
  await Promise.race([discover(kit)(), new Promise((resolve) => setTimeout(resolve, FIRST_LOOK))]).catch(
    () => undefined,
  )
  if (kit.state.modal.open && shown.draw()) await nextFrame()
  const { render } = await (loading ?? rendering()).catch((error: unknown) => {
    // Without React nothing in the modal can be pressed, so close it; the next click tries again.
    if (kit.state.modal.open) close(kit)
    shown.drop()
    throw error
  })
  // The visitor has already closed the dialog that was drawn without React. React renders only after a second, because
  // rendering would delay a visitor who opens the dialog again at once; until then it can open without React.
  if (shown.drawn() && !kit.state.modal.open) await new Promise((resolve) => setTimeout(resolve, ONE_SECOND))
  completeNetworks(kit)
  shown.attach(render)
}

/**
 * Puts the modal into an element of the page, for embedded mode and `disableAppend`. Returns a function that removes
 * it.
 */
export async function mount(kit: Kit, container: Element): Promise<() => void> {
  const { render } = await rendering()
  if (isGone(kit)) return () => undefined
  completeNetworks(kit)
  const leave = host(kit).mount(container, render)
  // An embedded modal shows without `open`, which otherwise reports a missing project id.
  if (kit.config.embedded) checkProject(kit)
  return leave
}

export const push = (kit: Kit, view: string, params?: unknown) => pushView(kit.state.router, view, params)
export const replace = (kit: Kit, view: string, params?: unknown) => replaceView(kit.state.router, view, params)
