import type { Kit } from '../kit.ts'
import { plugins } from '../state/plugins.ts'
import { viewNamed } from '../views.ts'

/** The plugin that owns a view. */
export function findView(kit: Kit, name: string) {
  const view = viewNamed(name)
  for (const plugin of plugins(kit).sound) {
    const found = plugin.views && Object.hasOwn(plugin.views, view) ? plugin.views[view] : undefined
    if (found) return { plugin, view: found }
  }
  return undefined
}
