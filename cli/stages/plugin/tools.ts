/** Finds a vite that may build a page with a plugin: none that the plugin could have brought along. */
import { realpath } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findInstalled } from '../manifest.ts'

const OWN = dirname(fileURLToPath(import.meta.url))

/**
 * The folder whose node_modules has vite: that of `project` or of walletkit itself, if that vite is outside of the
 * plugin's folder. Undefined when there is none. If walletkit itself is in the plugin's folder, its vite may be there
 * too, because the user installed both.
 */
export async function findTools(folder: string, project: string, own = OWN): Promise<string | undefined> {
  const plugin = await real(folder)
  const isAuthors = isInside(plugin, await real(own))
  for (const start of [project, own]) {
    const found = await findInstalled(await real(start), 'vite')
    if (!found) continue
    const places = [found.folder, await real(found.folder)]
    if ((isAuthors && start === own) || !places.some((place) => isInside(plugin, place)))
      return dirname(dirname(found.folder))
  }
  return undefined
}

const real = (path: string) => realpath(path).catch(() => path)

const isInside = (folder: string, path: string) => !/^\.\.([\\/]|$)|^[A-Za-z]:|^[\\/]/.test(relative(folder, path))
