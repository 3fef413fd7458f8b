/** Loads the plugins of a page that has a session, so that those that start by themselves can. */
import type { Kit } from '../contracts/kit.ts'
import { pluginsOn } from '../state/plugins.ts'
import { complete } from './complete.ts'

/**
 * Loads the page's list of plugins and, only if one of them names an event that starts it, the modal's code, which
 * starts it. A page with a button of walletkit loads both anyway when it is idle. Never throws: without them the session
 * works, and the visitor's click loads them again.
 */
export async function startPlugins(kit: Kit): Promise<void> {
  try {
    complete(kit, await kit.loadPlugins())
    if (pluginsOn(kit).some(({ activate }) => activate?.length)) await kit.preload()
  } catch {
    // The next session or click tries again.
  }
}
