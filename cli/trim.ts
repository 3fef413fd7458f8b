/**
 * The vite plugin behind `walletkit/vite`: serves `virtual:walletkit` from the project's config, and trims the build.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, Rollup, UserConfig } from 'vite'
import { configGiven } from './configOption.ts'
import { Failure } from './failure.ts'
import { groups, isGuest, isManifest, isShell, manualChunks, PLUGINS, type Roots, SCRIPT_CHUNK } from './graph.ts'
import { checkGuestFiles, checkGuestImport, guestWorkers } from './guestImports.ts'
import { foldEntry, foldHelpers, hintShell, unwrapImports } from './fold.ts'
import { narrowDoor, pageManifest } from './manifest.ts'
import { CONFIG_FILE, messages, shownText, tellIssue } from './messages.ts'
import { definition, sourceRoot } from './package.ts'
import { loadVite } from './project.ts'
import { rootsOf } from './roots.ts'
import { noPlanner, planner } from './stages/ahead.ts'
import { PARTS } from './stages/emit.ts'
import { type Loaded, loadConfig } from './stages/load.ts'
import { dependenciesOf, readManifest } from './stages/manifest.ts'
import { select, type Selection } from './stages/select.ts'
import {
  ASKED,
  DOORS,
  ICONS,
  loadMade,
  MADE,
  type Making,
  MODULE,
  resolveMade,
  SCRIPT,
  TEST_WALLET,
} from './virtual.ts'
import { stampOf, watchConfig } from './watch.ts'

export type WalletKitOptions = {
  /**
   * The config file, relative to the project's root or, with `emitted`, to the working folder. Default
   * `walletkit.config.json`.
   */
  config?: string
  /**
   * Make a script-tag build: one `walletkit.js` that creates the kit and registers the elements, plus the files that it
   * loads.
   */
  script?: boolean
  /**
   * For frameworks with their own build (SvelteKit, Nuxt, Astro, React Router), whose code imports the files of
   * `walletkit emit`. The build fails if the config is not valid, or if a third-party plugin imports files that belong
   * neither to it nor to a package. If the config says `"headless": true`, leaves the modal out and logs that. Changes
   * nothing else.
   */
  emitted?: boolean
}

/** What the `walletkit` commands read from the plugin after vite has resolved its config. */
export type WalletKitApi = { selection: () => Selection; file: () => string; script: boolean }

/** `load` returns the config to build in place of the file's. `isAlone`: build without the project's `index.html`. */
export type Draft = { load: typeof loadConfig; isAlone?: true }

export function trimmed(options: WalletKitOptions, draft?: Draft): Plugin<WalletKitApi> {
  const { script = false } = options
  let { config: file = CONFIG_FILE } = options
  let [root, serving, stamp] = [process.cwd(), false, '']
  let files: readonly string[] = []
  /** What the last valid config selects. A dev server keeps using it while the config file is broken. */
  let selection: Selection | undefined

  const read = async (): Promise<Selection> => {
    files = [resolve(root, file)]
    const loaded = await (draft?.load ?? loadConfig)(root, file)
    files = loaded.files
    const chosen = select(loaded)
    if (!chosen) throw new Failure(toldIssues(loaded))
    return (selection = chosen)
  }
  const current = () => {
    if (!selection) throw new Failure(messages.noConfig(file))
    return selection
  }
  const roots = () => rootsOf(current())
  const plans = draft ? noPlanner() : planner()
  const worker = { plugins: () => [guestWorkers(() => root, roots)] }
  const making = (): Making => ({ selection: current, root, roots, serving, script, plans })

  return {
    name: 'walletkit',
    enforce: 'pre',
    api: { selection: current, file: () => file, script },

    async config(user, { command }) {
      root = resolve(user.root ?? process.cwd())
      file = configGiven(user.plugins) ?? file
      serving = command === 'serve'
      const chosen = await read()
      stamp = await stampOf(files)
      if (serving) return { ...serveConfig(chosen, script, dependenciesOf((await readManifest(root)) ?? {})), worker }
      // vite 6 calls this hook without a context, vite 7 with one whose `rolldownVersion` is undefined: both bundle
      // with Rollup.
      const { meta } = (this as Partial<typeof this> | undefined) ?? {}
      return { ...buildConfig(root, roots(), script, meta?.rolldownVersion === undefined, draft?.isAlone), worker }
    },

    configResolved: ({ resolve: { alias } }) => void (plans.alias = alias),

    // No filter for ids, because whatever a third-party plugin imports must be checked.
    async resolveId(id, importer) {
      const made = ASKED.test(id) ? resolveMade(id, importer, making()) : undefined
      if (made !== undefined) return made
      const resolve = (asked: string, from: string) => this.resolve(asked, from, { skipSelf: true })
      await checkGuestImport(id, importer, { root, roots: roots(), resolve })
      return undefined
    },

    load: {
      filter: { id: MADE },
      async handler(id) {
        return loadMade(id, making(), (text) => this.warn(text))
      },
    },

    async transform(source, id) {
      checkGuestFiles(source, id, root, roots())
      if (serving) return undefined
      // Make the shell refer to all of walletkit/plugin and walletkit/ui, so that the build always contains everything
      // that plugins may import. Otherwise, what one plugin imports would change files that other plugins fetch too.
      if (isShell(id, sourceRoot))
        return { code: `${source}\nexport const doors = () => import('${DOORS}')\n`, map: null }
      return isManifest(id, roots()) ? narrowed(this, source, id, { root, roots: roots() }) : undefined
    },

    /** Hide warnings about lazy imports between walletkit's files, because the page's author cannot act on them. */
    onLog(_level, { code, message }) {
      return code === 'INEFFECTIVE_DYNAMIC_IMPORT' && /\/runtime\//.test(message) ? false : undefined
    },

    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        polish(bundle, script)
      },
    },

    configureServer(server) {
      const packages = () => String(current().plugins.map(({ id }) => id))
      // The language modules depend on the plugins alone, whose change restarts the server.
      const modules = [MODULE, PLUGINS, ICONS, TEST_WALLET].map((id) => `\0${id}`)
      watchConfig(server, { files: () => files, read, packages, modules, stamp })
    },

    transformIndexHtml: {
      order: 'pre',
      handler: () =>
        serving && selection?.sandbox
          ? [{ tag: 'script', attrs: { type: 'module', src: `/@id/__x00__${TEST_WALLET}` }, injectTo: 'head-prepend' }]
          : [],
    },
  }
}

function polish(bundle: Rollup.OutputBundle, script: boolean): void {
  unwrapImports(bundle)
  foldHelpers(bundle)
  if (script) foldEntry(bundle)
  hintShell(bundle)
}

/** Changes a plugin's manifest to what the page needs of it. */
async function narrowed(
  context: Pick<Rollup.TransformPluginContext, 'meta' | 'parse'>,
  source: string,
  id: string,
  { root, roots }: { root: string; roots: Roots },
) {
  let code = source
  // Rollup's own parser reads only JavaScript.
  if (id.endsWith('.ts') && !('rolldownVersion' in context.meta))
    ({ code } = await (await loadVite(root)).transformWithEsbuild(code, id))
  const parse = (text: string) => context.parse(text, { lang: id.endsWith('.ts') ? 'ts' : 'js' })
  return { code: narrowDoor(pageManifest(code, parse, isGuest(id, roots)), definition), map: null }
}

/** The issues of a config, as the error of a build. */
export const toldIssues = ({ issues, file, text }: Loaded) =>
  `\n\n${issues.map((issue) => tellIssue(issue, shownText({ issues, text }))).join('\n\n')}\n\n${messages.issues(issues.length, file)}\n`

/** What a plugin in a folder is likely to import. vite cannot find these before it loads the plugin. */
const FOLDER_DOORS = ['walletkit/plugin', 'walletkit/ui', 'react', 'react/jsx-runtime', 'react/jsx-dev-runtime']

/** In dev, prebundle the likely entry points at the start: when vite discovers one later, it reloads the page. */
function serveConfig(
  { plugins, chains, parts, sandbox }: Selection,
  script: boolean,
  has: ReturnType<typeof dependenciesOf>,
): UserConfig {
  const doors = script
    ? ['walletkit/elements']
    : ['walletkit/react', 'react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']
  return {
    optimizeDeps: {
      include: [
        'walletkit',
        // A page imports walletkit/devtools lazily, if at all, so vite would discover it late.
        'walletkit/devtools',
        ...doors,
        ...(has.vue === undefined ? [] : ['vue', 'walletkit/vue']),
        ...(has.svelte === undefined ? [] : ['walletkit/svelte']),
        ...chains.map((id) => `walletkit/chains/${id}`),
        ...parts.map((part) => PARTS[part]),
        ...plugins.flatMap(({ id, guest }) =>
          !guest ? `walletkit/plugins/${id}` : guest.name.startsWith('.') ? FOLDER_DOORS : guest.name,
        ),
        ...(sandbox ? ['walletkit/test'] : []),
      ],
    },
  }
}

function buildConfig(root: string, roots: Roots, script: boolean, isRollup: boolean, isAlone = false): UserConfig {
  const index = join(root, 'index.html')
  const input = { walletkit: SCRIPT, ...(!isAlone && existsSync(index) && { index }) }
  const common = script && { input, preserveEntrySignatures: 'exports-only' as const }
  // The one file that a script-tag page names is `walletkit.js`; the files that it loads have a hash in their names.
  const names = script && {
    entryFileNames: 'assets/entry-[hash].js',
    chunkFileNames: ({ name }: { name: string }) =>
      name === SCRIPT_CHUNK ? 'walletkit.js' : 'assets/[name]-[hash].js',
  }
  const grouped = groups(roots, script)
  const options = isRollup
    ? { rollupOptions: { ...common, output: { manualChunks: manualChunks(grouped), ...names } } }
    : {
        rolldownOptions: {
          // On a slow machine the bundler warns of the time that plugins take, which the developer cannot change.
          checks: { bundlerTimings: false },
          ...common,
          output: { codeSplitting: { groups: grouped }, ...names },
        },
      }
  // A plain page links its style sheet itself. vite would otherwise name it beside every lazy import of the script.
  const page = script && { cssCodeSplit: false }
  return {
    ...(script && { base: './' }),
    build: { modulePreload: false, ...page, ...(options as UserConfig['build']) },
  }
}
