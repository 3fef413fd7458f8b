/**
 * Which output file a module goes to (design B12). Names of lazy files must not move when the app's code or the list
 * of plugins changes, so what they import stands in files of its own: `core` (fetched with the page) and `shell`
 * (fetched with the first open). Manifests and the generated module stay with the entry.
 */
import type { Piece } from '../schema/pieces.ts'

type Group = { name: string; priority: number; test: (id: string) => boolean; tags?: ['$initial'] }

const slashes = (id: string) => id.replaceAll('\\', '/').replace(/\?.*$/, '')

const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//
/** State, the bundler's own few lines, and what stands in for vite's loader. */
const SHARED = /\/node_modules\/(?:valtio|proxy-compare)\/|\0rolldown\/|virtual:walletkit\/preload/

/** Where the modules of a build come from: the folder that holds `runtime/` and `plugins/`, and the folders of guests. */
export type Roots = { root: string; guests: readonly Pick<Piece, 'id' | 'folder' | 'entry'>[] }

/** The part of a module's path inside a folder; undefined for any other module. */
function pathIn(id: string, folder: string): string | undefined {
  const path = slashes(id)
  const base = `${slashes(folder)}/`
  return path.startsWith(base) ? path.slice(base.length) : undefined
}

/** The part of a module's path inside the package's runtime. */
const runtimePath = (id: string, root: string) => pathIn(id, `${root}/runtime`)

/** The id of the plugin that a module belongs to; undefined for any other module. */
export function pluginOf(id: string, { root, guests }: Roots): string | undefined {
  const guest = guests.find(({ folder }) => pathIn(id, folder) !== undefined && !pathIn(id, `${folder}/node_modules`))
  return guest?.id ?? pathIn(id, `${root}/plugins`)?.split('/')[0]
}

export const isOurs = (id: string, roots: Roots) =>
  runtimePath(id, roots.root) !== undefined || pluginOf(id, roots) !== undefined

/** Whose lazy imports need no loader: ours, and those of the libraries that our lazy files bring. */
export const isBare = (id: string, roots: Roots) =>
  isOurs(id, roots) ||
  id.startsWith('\0virtual:walletkit') ||
  /\/node_modules\/(?:viem|@walletconnect)\//.test(slashes(id))

/** Everything that the build has because of walletkit, but for the packages that its lazy files bring. */
export const isKit = (id: string, roots: Roots) =>
  isOurs(id, roots) || SHARED.test(slashes(id)) || id.startsWith('\0virtual:walletkit')

export const isReact = (id: string) => REACT.test(slashes(id))

/** The shell and the search for wallets; what they import, the view that opens first included, comes with them. */
export const isFirstOpen = (id: string, root: string) =>
  /^(?:ui\/shell\/|chains\/[^/]+\/discover\.)/.test(runtimePath(id, root) ?? '')

/** The namespace whose chain a module belongs to; undefined for any other module. */
export const chainOf = (id: string, root: string): string | undefined =>
  /^chains\/([^/]+)\//.exec(runtimePath(id, root) ?? '')?.[1]

/** A module of the part that sends tracking events. */
export const isAnalytics = (id: string, root: string) => /^analytics\//.test(runtimePath(id, root) ?? '')

/** A module of sign-in. */
export const isAuth = (id: string, root: string) => /^auth\//.test(runtimePath(id, root) ?? '')
export const isSiwx = (id: string, root: string) => /^siwx\//.test(runtimePath(id, root) ?? '')

/** The module that the first open imports. */
export const isShell = (id: string, root: string) => /^ui\/shell\/index\.[jt]s$/.test(runtimePath(id, root) ?? '')

/** The inert half of a plugin, which stands in the entry. */
export const isManifest = (id: string, { root, guests }: Roots) =>
  /^[^/]+\/index\.[jt]s$/.test(pathIn(id, `${root}/plugins`) ?? '') ||
  guests.some(({ entry }) => slashes(entry) === slashes(id))

/** What views share, ours and those of plugins, as far as neither the page nor the shell holds it. */
const PARTS = /^(?:ui\/parts|ui\/[^/]+$|lib|errors|http|vendor\/uqr|data|host|plugin\.|ui\.)/
const isPart = (id: string, root: string) => PARTS.test(runtimePath(id, root) ?? '')

/** The name of the one file that a page with a script tag names. */
export const SCRIPT_CHUNK = 'walletkit'

/** `root` is the folder that holds `runtime/` and `plugins/`. A script build keeps the eager part in the one script. */
export function groups(root: string, script: boolean): Group[] {
  const library = (id: string) => isReact(id) || SHARED.test(slashes(id)) || runtimePath(id, root) !== undefined
  const shell: Group = { name: 'shell', priority: 10, test: (id) => isFirstOpen(id, root) }
  const parts: Group = { name: 'parts', priority: 5, test: (id) => isPart(id, root) }
  const core: Group = {
    name: script ? SCRIPT_CHUNK : 'core',
    priority: 20,
    tags: ['$initial'],
    test: script ? () => true : library,
  }
  return [core, shell, parts]
}

type ModuleGraph = {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: readonly string[] } | null
}

/**
 * The same groups for Rollup, the bundler of vite 6 and 7. It puts what a module imports into the file of that module, so
 * that `shell` and `parts` would import each other: they are one file there.
 */
export function manualChunks(list: readonly Group[]) {
  const byPriority = [...list].sort((a, b) => b.priority - a.priority)
  return (id: string, graph: ModuleGraph): string | undefined => {
    const name = byPriority.find(({ test, tags }) => test(id) && (!tags || isInitial(id, graph)))?.name
    return name === 'parts' ? 'shell' : name
  }
}

/** Whether an entry imports the module, directly or through others. */
function isInitial(id: string, { getModuleInfo }: ModuleGraph): boolean {
  const seen = new Set([id])
  for (const each of seen) {
    const info = getModuleInfo(each)
    if (info?.isEntry) return true
    for (const importer of info?.importers ?? []) seen.add(importer)
  }
  return false
}
