import type { Kit } from '../contracts/kit.ts'

/** Loads the modal's code, and with it the plugins, whose views and slots the modal reads without waiting. */
export const loadShell = (kit: Kit) =>
  Promise.all([import('../ui/shell/index.ts'), kit.loadPlugins()]).then(([shell]) => shell)
