/** The plugins that run in a page. `load.ts` creates them; `useApi.ts` finds the plugin whose API another one uses. */
import type { AnyPlugin } from '../contracts/definePlugin.ts'
import type { PluginKit } from '../contracts/pluginKit.ts'
import { perKit } from '../contracts/perKit.ts'

/**
 * A plugin's kit and controller in one page. Created once per kit, and again after the plugin's feature was switched
 * off.
 */
export type Activation = {
  plugin: AnyPlugin
  kit: PluginKit
  controller: () => Promise<unknown>
  /** Whether the controller runs already. */
  isReady: () => boolean
  end: () => void
}

/** By the plugin's id; empty until `activations` of `load.ts` is first called. */
export const running = perKit(() => new Map<string, Activation>())
