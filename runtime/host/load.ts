/**
 * Loads plugins' views and controllers. Creates each controller once per kit; after a failure, the next call tries
 * again. A feature that was switched off and on gets a new controller.
 */
import type { ComponentType } from 'react'
import { subscribe } from 'valtio/vanilla'
import { pluginError } from '../errors/plugin.ts'
import type { Kit } from '../contracts/kit.ts'
import { lazy } from '../lib/lazy.ts'
import { within } from '../lib/wait.ts'
import { perKit } from '../contracts/perKit.ts'
import { plugins, pluginsOn } from '../state/plugins.ts'
import { createPluginKit } from './createPluginKit.ts'
import type { AnyPlugin, Load, ViewProps } from '../contracts/definePlugin.ts'
import { findView } from './findView.ts'
import { type Activation, running } from './running.ts'
import { SETUP_TIME, setUp } from './setUp.ts'
import { watchPage } from './watchPage.ts'
import { homeView } from '../actions/homeView.ts'

/** What the modal renders for a view: a component, and its props without the view's parameters. */
export type LoadedView = { component: ComponentType<never>; props: Record<string, unknown> }

export const activations = perKit((kit) => {
  // Listen for plugins' errors before anything else starts. When the kit is destroyed, what started first ends last, so
  // this still reports errors that plugins throw while they end.
  watchPage(kit)
  const active = running(kit)
  for (const plugin of plugins(kit).sound) active.set(plugin.id, activate(kit, plugin))
  let before = pluginsOn(kit)
  const followFeatures = () => {
    const now = pluginsOn(kit)
    const off = before.filter((plugin) => !now.includes(plugin))
    before = now
    if (!off.length) return
    leaveViews(kit, (view) => off.some(({ views }) => views && Object.hasOwn(views, view)))
    for (const plugin of off) {
      active.get(plugin.id)?.end()
      active.set(plugin.id, activate(kit, plugin))
    }
  }
  kit.teardown.push(subscribe(kit.state.options, followFeatures, true))
  return active
})

function activate(kit: Kit, plugin: AnyPlugin): Activation {
  const life = new AbortController()
  const pluginKit = createPluginKit(kit, plugin, life)
  let ready = false
  const controller = lazy(async () => {
    const made = await setUp(kit, plugin, pluginKit)
    ready = true
    return made
  })
  return { plugin, kit: pluginKit, controller, isReady: () => ready, end: () => life.abort() }
}

/**
 * Loads a component of a plugin, with the props that all of the plugin's components get. Rejects with an error that
 * names the plugin; for a third-party plugin also when its file is not ready within SETUP_TIME, because its code may
 * wait for ever.
 */
export async function loadComponent<C>({ plugin, kit, controller }: Activation, load: Load<C>) {
  const loading = (async () => load())().catch((error: unknown) => {
    throw pluginError(plugin.id, ' to load', error)
  })
  const [module, made] = await Promise.all([plugin.guest ? within(SETUP_TIME, loading) : loading, controller()])
  if (!module) throw pluginError(plugin.id, ` to load: not ready within ${SETUP_TIME / 1000} s`, undefined)
  return { component: module.default, props: { kit, controller: made } satisfies Omit<ViewProps<unknown>, 'params'> }
}

/**
 * Loads a plugin's view and its controller. Calls `ended` when the plugin's feature is switched off or the kit is
 * destroyed: the caller should then drop the loaded view, and load it again for the next visit. Rejects when the chunk
 * or the controller fails.
 */
export async function loadPluginView(kit: Kit, name: string, ended: () => void): Promise<LoadedView> {
  const found = findView(kit, name)
  const activation = found && activations(kit).get(found.plugin.id)
  if (!found || !activation) {
    // The feature was switched off while this code loaded, so no plugin has the view any more. Remove it from the
    // modal.
    leaveViews(kit, (view) => view === name)
    throw new Error(`No view is called ${name}`)
  }
  activation.kit.signal.addEventListener('abort', ended)
  const { component, props } = await loadComponent(activation, found.view.load)
  return { component: component as ComponentType<never>, props }
}

/**
 * Removes views from the modal and its history, so that Back cannot reach them either. Shows the view before them, else
 * the one that opening the modal would show.
 */
export function leaveViews(kit: Kit, isGone: (view: string) => boolean) {
  const { router } = kit.state
  const kept = router.history.filter(({ view }) => !isGone(view))
  if (kept.length === router.history.length) return
  if (!kept.length) kept.push({ view: homeView(kit), params: undefined })
  router.history = kept
  if (isGone(router.view)) Object.assign(router, { ...kept.at(-1), direction: 'back' })
}
