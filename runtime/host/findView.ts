import type { Kit } from '../contracts/kit.ts'
import { pluginsOn } from '../state/plugins.ts'
import { viewNamed } from '../contracts/views.ts'

/**
 * Finds the enabled plugin that owns a view, by the view's own name or its alias with hyphens (contracts/views.ts). In
 * the result, `name` is the view's own name. `undefined` if no enabled plugin has the view.
 */
export function findView(kit: Kit, asked: string) {
  for (const name of new Set([asked, viewNamed(asked)]))
    for (const plugin of pluginsOn(kit)) {
      const view = plugin.views && Object.hasOwn(plugin.views, name) ? plugin.views[name] : undefined
      if (view) return { plugin, view, name }
    }
  return undefined
}
