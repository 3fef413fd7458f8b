/**
 * Decides which output file a module goes to. The names of lazy files must not change when the app's code changes, so
 * the modules that they import go into separate files, such as `core` (fetched with the page) and `shell` (fetched when
 * the modal first opens). Manifests go into `shell`: in a file of their own, they would be one more request then.
 */
import type { Piece } from '../schema/pieces.ts'

type Group = { name: string; priority: number; test: (id: string) => boolean; tags?: ['$initial'] }

const slashes = (id: string) => id.replaceAll('\\', '/').replace(/\?.*$/, '')

const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//
/** The state library, the bundler's small runtime, and walletkit's replacement of vite's preload loader. */
const SHARED = /\/node_modules\/(?:valtio|proxy-compare)\/|\0rolldown\/|virtual:walletkit\/preload/

/** A part of the core that a setting in the config turns on. */
export type CorePart = 'analytics' | 'auth' | 'siwx'

/** What a build does with a folder of the runtime. The patterns match paths inside the folder. */
type Folder = {
  /** Set if a build contains the folder only when the config turns on this part of the core. */
  part?: CorePart
  /** The folder has one folder for each namespace. */
  namespaces?: true
  /**
   * Files that a page fetches when the modal first opens, in `shell`. What they import comes with them, such as the
   * first view.
   */
  firstOpen?: RegExp
  /**
   * Files that views of walletkit and of plugins share: they go into `parts`, unless another group contains them.
   */
  shared?: RegExp
  /** Files that a page fetches once the modal's first view shows, in `modal`: React, and whatever it renders. */
  takeover?: RegExp
  /** The module that a page imports when the modal first opens. */
  opener?: RegExp
}

const ALL = /^/

/**
 * One row for each folder of runtime/; `''` stands for the files directly in runtime/. A test fails when a row is
 * missing.
 */
export const FOLDERS: Readonly<Record<string, Folder>> = {
  '': { shared: /^(?:plugin|ui)\./ },
  actions: {},
  analytics: { part: 'analytics' },
  auth: { part: 'auth' },
  chains: { namespaces: true, firstOpen: /^[^/]+\/(?:discover|index)\./ },
  connectors: {},
  // Every manifest calls `definePlugin`, so it is in `shell`, as the manifests are: `parts` is too large to fetch only
  // for it.
  contracts: { shared: /^(?!definePlugin\.)/, firstOpen: /^definePlugin\./ },
  data: { shared: ALL },
  errors: { shared: ALL },
  headless: {},
  host: { shared: ALL },
  http: { shared: ALL },
  interop: {},
  kit: {},
  // Texts, which the build merges with those of plugins.
  languages: {},
  // Of the bundled libraries, views share only the one that draws QR codes.
  lib: { shared: /^(?!vendor\/(?!uqr))/ },
  remote: {},
  siwx: { part: 'siwx' },
  state: { shared: /^report\./ },
  // A build for production contains nothing of test/devtools/: stages/leftovers.ts checks that.
  test: {},
  ui: {
    shared: /^(?:parts\/|[^/]+$)/,
    firstOpen: /^(?:shell\/index|ahead\/draw)\./,
    takeover: /^shell\/render\./,
    opener: /^shell\/index\.[jt]s$/,
  },
  wallets: { shared: /^(?!known\.)/ },
}

/**
 * Where a build's modules come from: the folder that contains `runtime/` and `plugins/`, and the folders of third-party
 * plugins.
 */
export type Roots = { root: string; guests: readonly Pick<Piece, 'id' | 'folder' | 'entry'>[] }

/** The module's path relative to a folder, or undefined when it is not inside. */
function pathIn(id: string, folder: string): string | undefined {
  const path = slashes(id)
  const base = `${slashes(folder)}/`
  return path.startsWith(base) ? path.slice(base.length) : undefined
}

/** The module's path relative to the package's runtime folder. */
const runtimePath = (id: string, root: string) => pathIn(id, `${root}/runtime`)

/** The row of FOLDERS for a runtime module, and the module's path in its folder; undefined for other modules. */
function placeOf(id: string, root: string): { folder: Folder; path: string } | undefined {
  const [, name = '', path = ''] = /^(?:([^/]+)\/)?(.*)$/.exec(runtimePath(id, root) ?? '') ?? []
  const folder = path ? FOLDERS[name] : undefined
  return folder && { folder, path }
}

/** Whether a module matches the pattern of this kind in its folder's row of FOLDERS. */
function matches(id: string, root: string, kind: 'firstOpen' | 'takeover' | 'shared' | 'opener'): boolean {
  const place = placeOf(id, root)
  return place?.folder[kind]?.test(place.path) ?? false
}

/** The id of the plugin that a module belongs to, or undefined. */
export function pluginOf(id: string, { root, guests }: Roots): string | undefined {
  const guest = guests.find(({ folder }) => pathIn(id, folder) !== undefined && !pathIn(id, `${folder}/node_modules`))
  return guest?.id ?? pathIn(id, `${root}/plugins`)?.split('/')[0]
}

export const isOurs = (id: string, roots: Roots) =>
  runtimePath(id, roots.root) !== undefined || pluginOf(id, roots) !== undefined

/**
 * Whether a module's lazy imports need no loader of vite (virtual.ts says why): those of walletkit, of plugins, and of
 * viem and WalletConnect, which walletkit's lazy files import.
 */
export const isBare = (id: string, roots: Roots) =>
  isOurs(id, roots) ||
  id.startsWith('\0virtual:walletkit') ||
  /\/node_modules\/(?:viem|@walletconnect)\//.test(slashes(id))

/** Whether a module is walletkit's or a plugin's, or belongs to the state library and helpers that come with them. */
export const isKit = (id: string, roots: Roots) =>
  isOurs(id, roots) || SHARED.test(slashes(id)) || id.startsWith('\0virtual:walletkit')

export const isReact = (id: string) => REACT.test(slashes(id))

/**
 * Whether a module is part of Vue or Svelte. These get a file of their own: else the groups pull them into `core`.
 */
export const isFramework = (id: string) => /\/node_modules\/(?:vue|@vue|svelte|esm-env)\//.test(slashes(id))

/**
 * Whether a row of `FOLDERS` says that a page fetches this module when the modal first opens, as the shell and wallet
 * discovery.
 */
export const isFirstOpen = (id: string, root: string) => matches(id, root, 'firstOpen')

/**
 * The namespace of the chain folder that a module is in, or undefined. `family.ts` belongs to no chain: a page without
 * a chain's code still needs `family.ts`, which has the family's names and the patterns of its ids, for remote wallets.
 */
export function chainOf(id: string, root: string): string | undefined {
  const place = placeOf(id, root)
  return place?.folder.namespaces && /^([^/]+)\/(?!family\.)/.exec(place.path)?.[1]
}

/** The part of the core that a module belongs to, or undefined for what every build may contain. */
export const partOf = (id: string, root: string): CorePart | undefined => placeOf(id, root)?.folder.part

/**
 * A kind of entry point that a page chooses to import for its framework or its other libraries, and that loads with the
 * page.
 */
export type Bridge = 'compat' | 'framework' | 'interop'

/** The kind of bridge that a module is part of, or undefined. */
export function bridgeOf(id: string, root: string): Bridge | undefined {
  const path = runtimePath(id, root)
  if (path?.startsWith('compat')) return 'compat'
  if (/^(?:vue|svelte)\./.test(path ?? '')) return 'framework'
  return path?.startsWith('interop/') ? 'interop' : undefined
}

/** Whether this is the module that a page imports when the modal first opens. */
export const isShell = (id: string, root: string) => matches(id, root, 'opener')

/**
 * Whether an import in walletkit or a plugin leads to the modal, or to a screen or a field that only the modal shows.
 * `id` is as written in the importing module.
 */
export const isScreenImport = (id: string, importer: string, roots: Roots) =>
  isOurs(importer, roots) && (/^\.\.\/ui\/shell\/index\./.test(id) || /^\.\/views\//.test(id))

/**
 * Whether a module shows something: the modal, its screens, and those of plugins. `ui/context` does not count, because
 * tables of texts use it too.
 */
export const isScreen = (id: string, roots: Roots) =>
  isOurs(id, roots) && (/^ui\/(?!context\.)/.test(runtimePath(id, roots.root) ?? '') || /\/views\//.test(slashes(id)))

/** Whether a module belongs to the developer's panel, which a production build must not contain. */
export const isDevtools = (id: string, root: string) => runtimePath(id, root)?.startsWith('test/devtools/') ?? false

/** Whether this is a plugin's manifest. */
export const isManifest = (id: string, roots: Roots) =>
  /^[^/]+\/index\.[jt]s$/.test(pathIn(id, `${roots.root}/plugins`) ?? '') || isGuest(id, roots)

/** Whether the module is a third-party plugin's manifest. */
export const isGuest = (id: string, { guests }: Roots) => guests.some(({ entry }) => slashes(entry) === slashes(id))

/**
 * The id of the module that exports the plugins, which a build loads when they are first needed. The id has no slash,
 * so that a plugin's relative path starts at the project's folder, as in the generated module.
 */
export const PLUGINS = 'virtual:walletkit-plugins'

/** The name of the file that a script-tag page loads. */
export const SCRIPT_CHUNK = 'walletkit'

/** The groups of a build. With `script`, for a script-tag page, all eager code goes into that one script. */
export function groups(roots: Roots, script: boolean): Group[] {
  const { root } = roots
  const library = (id: string) => isReact(id) || SHARED.test(slashes(id)) || runtimePath(id, root) !== undefined
  const shell: Group = {
    name: 'shell',
    priority: 10,
    test: (id) => isFirstOpen(id, root) || isManifest(id, roots) || id === `\0${PLUGINS}`,
  }
  const modal: Group = { name: 'modal', priority: 8, test: (id) => matches(id, root, 'takeover') }
  const parts: Group = { name: 'parts', priority: 5, test: (id) => matches(id, root, 'shared') }
  const core: Group = {
    name: script ? SCRIPT_CHUNK : 'core',
    priority: 20,
    tags: ['$initial'],
    test: script ? () => true : library,
  }
  const framework: Group = {
    name: 'framework',
    priority: 30,
    tags: ['$initial'],
    test: (id) => !script && isFramework(id),
  }
  return [framework, core, shell, modal, parts]
}

type ModuleGraph = {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: readonly string[] } | null
}

/**
 * Returns the function `manualChunks` for Rollup, the bundler of vite 6 and 7, for these groups. Rollup puts a module's
 * imports into the same file as the module, so `shell`, `modal` and `parts` would import each other: there they become
 * one file.
 */
export function manualChunks(list: readonly Group[]) {
  const byPriority = [...list].sort((a, b) => b.priority - a.priority)
  return (id: string, graph: ModuleGraph): string | undefined => {
    const name = byPriority.find(({ test, tags }) => test(id) && (!tags || isInitial(id, graph)))?.name
    return name === 'parts' || name === 'modal' ? 'shell' : name
  }
}

/** Whether the module is an entry, or an entry imports it statically, directly or indirectly. */
function isInitial(id: string, { getModuleInfo }: ModuleGraph): boolean {
  const seen = new Set([id])
  for (const each of seen) {
    const info = getModuleInfo(each)
    if (info?.isEntry) return true
    for (const importer of info?.importers ?? []) seen.add(importer)
  }
  return false
}
