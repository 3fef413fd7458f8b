/** Loads the plugins of a page that has a session, so that those with `activate` can start. */
import type { Kit } from '../contracts/kit.ts'
import { pluginsOn } from '../state/plugins.ts'
import { complete } from './complete.ts'

/**
 * Loads the page's plugins. If one of them names an event in `activate`, also loads the modal's code, which starts such
 * plugins. Never throws: the session works without them, and the visitor's next click loads them again.
 */
export async function startPlugins(kit: Kit): Promise<void> {
  try {
    complete(kit, await kit.loadPlugins())
    if (pluginsOn(kit).some(({ activate }) => activate?.length)) await kit.preload()
  } catch {
    // Ignore the failure: the next session or click tries again.
  }
}
