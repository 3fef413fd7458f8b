import type { Kit } from '../contracts/kit.ts'
import { copy } from '../lib/copy.ts'
import type { AnyPlugin } from '../contracts/definePlugin.ts'

/** A copy of a plugin's options: what the config or, later, the site has set, merged over the plugin's defaults. */
export function optionsOf(kit: Kit, plugin: AnyPlugin): unknown {
  const set: unknown = copy(kit.state.options.features[plugin.feature])
  // Options that are a list replace the defaults as a whole.
  return Array.isArray(set) ? set : { ...plugin.options, ...(typeof set === 'object' ? set : {}) }
}
