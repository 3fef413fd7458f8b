import type { Kit } from '../kit.ts'
import { pluginsOn } from '../state/plugins.ts'
import { viewNamed } from '../views.ts'

/** The plugin that is on and owns a view, by the view's own name or by the spec's spelling of it; `name` is its own. */
export function findView(kit: Kit, asked: string) {
  for (const name of new Set([asked, viewNamed(asked)]))
    for (const plugin of pluginsOn(kit)) {
      const view = plugin.views && Object.hasOwn(plugin.views, name) ? plugin.views[name] : undefined
      if (view) return { plugin, view, name }
    }
  return undefined
}
