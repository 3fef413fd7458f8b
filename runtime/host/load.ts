/** Plugins' views and controllers. A controller is made once per kit; one that fails is made anew for whoever asks next. */
import type { ComponentType } from 'react'
import { pluginError } from '../errors/plugin.ts'
import type { Kit } from '../kit.ts'
import { lazy } from '../lib/lazy.ts'
import { perKit } from '../lib/perKit.ts'
import { plugins } from '../state/plugins.ts'
import { createPluginKit } from './createPluginKit.ts'
import type { AnyPlugin, Load, ViewProps } from './definePlugin.ts'
import { findView } from './findView.ts'
import type { PluginKit } from './pluginKit.ts'
import { setUp } from './setUp.ts'
import { watchPage } from './watchPage.ts'

/** What the outlet draws: a component and the props that it needs beside its parameters. */
export type LoadedView = { component: ComponentType<never>; props: Record<string, unknown> }

/** What a plugin was given and made, once per kit. */
export type Activation = { plugin: AnyPlugin; kit: PluginKit; controller: () => Promise<unknown> }

export const activations = perKit((kit) => {
  // First, so that it still watches while the plugins are ended.
  watchPage(kit)
  return new Map(plugins(kit).sound.map((plugin) => [plugin.id, activate(kit, plugin)]))
})

function activate(kit: Kit, plugin: AnyPlugin): Activation {
  const pluginKit = createPluginKit(kit, plugin)
  return { plugin, kit: pluginKit, controller: lazy(() => setUp(kit, plugin, pluginKit)) }
}

/** A component of a plugin, and the props that every one of its components gets. Rejects with the plugin's name. */
export async function loadComponent<C>({ plugin, kit, controller }: Activation, load: Load<C>) {
  const loading = (async () => load())().catch((error: unknown) => {
    throw pluginError(plugin.id, ' to load', error)
  })
  const [module, made] = await Promise.all([loading, controller()])
  return { component: module.default, props: { kit, controller: made } satisfies Omit<ViewProps<unknown>, 'params'> }
}

/** Loads a plugin's view, and its controller beside it. Rejects when the chunk or the controller fails. */
export async function loadPluginView(kit: Kit, name: string): Promise<LoadedView> {
  const found = findView(kit, name)
  const activation = found && activations(kit).get(found.plugin.id)
  if (!found || !activation) throw new Error(`No view is called ${name}`)
  const { component, props } = await loadComponent(activation, found.view.load)
  return { component: component as ComponentType<never>, props }
}
