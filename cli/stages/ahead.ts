/**
 * Draws the first view of the modal in a build, so that the page can show it before React has loaded: bundles the
 * page's own modal for Node, renders it once per language, and returns the plans that the page draws from.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Alias, Plugin, Rollup } from 'vite'
import type { Messages } from '../../runtime/contracts/config.ts'
import { reasonOf } from '../failure.ts'
import { PLUGINS } from '../graph.ts'
import { messages } from '../messages.ts'
import { sourceModule } from '../package.ts'
import { loadVite } from '../project.ts'
import { emit, emitPlugins } from './emit.ts'
import { emittedIcons } from './icons.ts'
import { readTexts } from './languages.ts'
import { unreviewed } from './reviewed.ts'
import type { Selection } from './select.ts'

/** A plan for each of the page's languages, as text. */
export type Plans = Readonly<Record<string, string>>

type Draw = (tag: string | undefined, texts: Messages, unread: boolean) => Promise<string>

const ENTRY = 'virtual:walletkit/ahead'
const MODULE = 'virtual:walletkit'
const REACT = /^react(?:-dom)?(?:\/|$)/

/**
 * Draws the first view of the modal, once for each selection. A failed attempt is passed to `tell` and not thrown; the
 * page then shows the first view once React has loaded.
 */
export type Planner = {
  /** The aliases of the page's own build, so that names mean the same modules here. */
  alias: readonly Alias[]
  of: (selection: Selection, root: string, tell: (text: string) => void) => Promise<Plans>
}

/**
 * A planner that draws nothing, for the studio and for a page that is built only to be measured. `plugin validate`
 * builds such a page in the folder of a package that the user may not trust, and drawing would run the React of that
 * folder.
 */
export const noPlanner = (): Planner => ({ alias: [], of: async () => ({}) })

export function planner(): Planner {
  const drawn = new WeakMap<Selection, Promise<Plans>>()
  const own: Planner = {
    alias: [],
    of: (selection, root, tell) => {
      const known = drawn.get(selection)
      if (known) return known
      const plans = drawAhead(selection, root, own.alias).catch((error: unknown) => {
        tell(messages.notDrawn(reasonOf(error)))
        return {}
      })
      drawn.set(selection, plans)
      return plans
    },
  }
  return own
}

/**
 * Draws the first view in each language of the page. Throws whatever prevents that. A build runs no code of third-party
 * plugins, so the view is drawn without them: the ways to connect that they add appear once React has loaded.
 */
async function drawAhead(whole: Selection, root: string, alias: readonly Alias[]): Promise<Plans> {
  const selection = { ...whole, plugins: whole.plugins.filter(({ guest }) => !guest) }
  const { config, languages, plugins } = selection
  // Draw nothing for pages with these settings: they show the modal in another way, or not at all.
  if (config.headless || config.embedded || config.disableAppend) return {}
  const draw = await bundle(selection, root, alias)
  const isEnglish = languages.join() === 'en'
  const rows = languages.map(async (tag) => {
    const texts = await readTexts(tag, plugins)
    return [tag, await draw(isEnglish ? undefined : tag, texts, unreviewed([tag]).length > 0)] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

async function bundle(selection: Selection, root: string, alias: readonly Alias[]): Promise<Draw> {
  const vite = await loadVite(root)
  const icons = await emittedIcons(selection, 'virtual:walletkit/icons')
  const texts: Readonly<Record<string, string>> = {
    [ENTRY]: entry(),
    [MODULE]: emit(selection, root, { plugins: PLUGINS, icons }),
    [PLUGINS]: emitPlugins(selection, root, icons),
  }
  const made = await vite.build({
    root,
    configFile: false,
    logLevel: 'silent',
    // Keep vite from loading the project's PostCSS config: nothing here has styles.
    css: { postcss: {} },
    publicDir: false,
    resolve: { alias: [...alias] },
    plugins: [provide(texts, root)],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      write: false,
      minify: false,
      rollupOptions: { input: { ahead: ENTRY }, output: { format: 'es' } },
    },
  })
  const [output] = [made].flat() as Rollup.RollupOutput[]
  const code = output?.output.find((file) => file.type === 'chunk')?.code ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'walletkit-'))
  try {
    const file = join(folder, 'ahead.mjs')
    await writeFile(file, withoutImports(code))
    return ((await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default: Draw }).default
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Replaces lazy imports by promises that never settle: a drawing needs nothing of what the modal loads later. */
const withoutImports = (code: string) =>
  `${code.replaceAll(/\bimport\(/g, 'later$(')}\nfunction later$() { return new Promise(() => {}) }\n`

/** Provides the modules of `texts`, takes React from the project, and leaves out whatever the modal loads later. */
function provide(texts: Readonly<Record<string, string>>, root: string): Plugin {
  const project = createRequire(join(root, 'package.json'))
  return {
    name: 'walletkit:ahead',
    enforce: 'pre',
    resolveId(id) {
      if (id in texts) return `\0${id}`
      return REACT.test(id) ? { id: pathToFileURL(project.resolve(id)).href, external: true } : undefined
    },
    resolveDynamicImport: () => false,
    load: (id) => texts[id.slice(1)],
  }
}

const from = (path: string) => JSON.stringify(sourceModule(path))

const entry = () => `import { complete } from ${from('runtime/actions/complete.ts')}
import { createKit } from ${from('runtime/kit/createKit.ts')}
import { chooseLanguage } from ${from('runtime/kit/languages.ts')}
import { print } from ${from('runtime/ui/ahead/print.tsx')}
import { generated } from '${MODULE}'
import list from '${PLUGINS}'

export default async (tag, texts, unread) => {
  const load = async () => ({ default: texts })
  const language = tag === undefined ? undefined : chooseLanguage({ [tag]: { words: {}, load, unread } }, tag)
  await language?.load()
  const kit = createKit({ ...generated, language, plugins: async () => ({ default: list }) })
  complete(kit, list)
  return print(kit)
}
`
