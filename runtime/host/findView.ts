import type { Kit } from '../kit.ts'
import { VIEW_ALIASES } from '../views.ts'

/** The plugin that owns a view. */
export function findView(kit: Kit, name: string) {
  const view = VIEW_ALIASES[name] ?? name
  for (const plugin of kit.plugins) {
    const found = plugin.views?.[view]
    if (found) return { plugin, view: found }
  }
  return undefined
}
