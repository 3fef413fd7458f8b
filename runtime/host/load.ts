/** Plugins' views and controllers: loaded once per kit, evicted on failure so that "Try again" works. */
import type { ComponentType } from 'react'
import { blockchainApi } from '../http/blockchainApi.ts'
import type { Kit } from '../kit.ts'
import { lazy } from '../lib/lazy.ts'
import { perKit } from '../lib/perKit.ts'
import { createPluginKit } from './createPluginKit.ts'
import type { AnyPlugin, ViewProps } from './definePlugin.ts'
import { findView } from './findView.ts'
import type { PluginKit } from './pluginKit.ts'

/** What the outlet draws: a component and the props that it needs beside its parameters. */
export type LoadedView = { component: ComponentType<never>; props: Record<string, unknown> }

/** What a plugin was given and made, once per kit. */
export type Activation = { plugin: AnyPlugin; kit: PluginKit; controller: () => Promise<unknown> }

export const activations = perKit((kit) => new Map(kit.plugins.map((plugin) => [plugin.id, activate(kit, plugin)])))

function activate(kit: Kit, plugin: AnyPlugin): Activation {
  const pluginKit = createPluginKit(kit, plugin)
  const controller = lazy(async (): Promise<unknown> => {
    if (!plugin.controller) return undefined
    const [made, api] = await Promise.all([plugin.controller(), plugin.api?.()])
    const configured = kit.config.features?.[plugin.feature]
    const options: unknown = { ...plugin.options, ...(typeof configured === 'object' ? configured : {}) }
    return made.default({
      kit: pluginKit,
      api: api?.default(blockchainApi(kit) as never) as never,
      options: options as never,
    })
  })
  return { plugin, kit: pluginKit, controller }
}

const cache = perKit(() => new Map<string, () => Promise<LoadedView>>())

/** Loads a plugin's view, and its controller beside it. Rejects when the chunk or the controller fails. */
export function loadPluginView(kit: Kit, name: string): Promise<LoadedView> {
  let load = cache(kit).get(name)
  if (!load) {
    load = lazy(async () => {
      const found = findView(kit, name)
      const activation = found && activations(kit).get(found.plugin.id)
      if (!found || !activation) throw new Error(`No view is called ${name}`)
      const [module, controller] = await Promise.all([found.view.load(), activation.controller()])
      return {
        component: module.default as ComponentType<never>,
        props: { kit: activation.kit, controller } satisfies Omit<ViewProps<unknown>, 'params'>,
      }
    })
    cache(kit).set(name, load)
  }
  return load()
}
