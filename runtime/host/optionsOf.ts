import type { Kit } from '../kit.ts'
import { plain } from '../lib/plain.ts'
import type { AnyPlugin } from './definePlugin.ts'

/** A plugin's options as the config has them, or as the site has set them since, over the plugin's own defaults. A copy. */
export function optionsOf(kit: Kit, plugin: AnyPlugin): unknown {
  const set: unknown = plain(kit.state.options.features[plugin.feature])
  // A list is the options as a whole.
  return Array.isArray(set) ? set : { ...plugin.options, ...(typeof set === 'object' ? set : {}) }
}
