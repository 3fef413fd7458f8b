/**
 * Edits the files of a finished build, to save requests and bytes. For example, when output is grouped, the bundler
 * puts its few helpers (for React's CommonJS files) into their own file, which costs one more request before anything
 * runs: `foldHelpers` moves them into a file that is fetched anyway.
 */
import { posix } from 'node:path'
import { applyEdits, type Edit } from './edits.ts'
import { SCRIPT_CHUNK } from './graph.ts'

type Chunk = {
  type: 'chunk'
  fileName: string
  name: string
  isEntry: boolean
  code: string
  imports: string[]
  moduleIds: string[]
}
type Asset = { type: 'asset'; source?: string | Uint8Array }
export type Bundle = Record<string, Chunk | Asset>

const HELPERS = '\0rolldown/runtime.js'
const IMPORT = /import\s*(?:\{([^}]*)\}\s*from\s*)?(["'])([^"']*)\2;?/g
const EXPORT = /export\s*\{([^}]*)\};?\s*$/
/**
 * Prefix of the helpers' exported names in the file that they are moved to, so that they collide with nothing there.
 */
const OUT = '$wk_'
const MAP_COMMENT = /\n?\/\/# sourceMappingURL=.*\s*$/

const pairs = (list: string) =>
  list
    .split(',')
    .map((item) => item.trim().split(/\s+as\s+/))
    .flatMap(([from, to = from]) => (from && to ? [{ from, to }] : []))

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((item) => item.type === 'chunk')
/** The offset at which text can be appended: before the comment that names the source map. */
const endOf = (code: string) => MAP_COMMENT.exec(code)?.index ?? code.length
const append = (code: string, text: string): Edit => ({ start: endOf(code), end: endOf(code), text })

function edit(bundle: Bundle, chunk: Chunk, edits: readonly Edit[]) {
  const asset = bundle[`${chunk.fileName}.map`]
  const map = asset?.type === 'asset' && asset.source !== undefined ? asset.source.toString() : undefined
  const edited = applyEdits(chunk.code, map, edits)
  chunk.code = edited.code
  if (asset?.type === 'asset' && edited.map !== undefined) asset.source = edited.map
}

/**
 * Moves the bundler's helpers from their own file into one that the page fetches anyway. Changes nothing if the output
 * does not have the expected form.
 */
export function foldHelpers(bundle: Bundle): void {
  const chunks = chunksOf(bundle)
  const helpers = chunks.find(({ moduleIds }) => moduleIds.length === 1 && moduleIds[0] === HELPERS)
  const exported = helpers && EXPORT.exec(helpers.code.slice(0, endOf(helpers.code)))
  if (!helpers || !exported) return
  const users = chunks.filter(({ imports }) => imports.includes(helpers.fileName))
  const home =
    users.find(({ name, isEntry }) => !isEntry && (name === 'core' || name === SCRIPT_CHUNK)) ??
    users.find(({ name, isEntry }) => isEntry || name === 'shell')
  if (!home) return
  const names = pairs(exported[1] ?? '')
  const body = helpers.code.slice(0, exported.index)
  // A function scope keeps the helpers' short names from colliding with names in the file that gets them.
  const held = `const{${names.map(({ to }) => `${to}:${OUT}${to}`).join()}}=(()=>{${body}return{${names.map(({ from, to }) => `${to}:${from}`).join()}}})();`

  for (const chunk of users) {
    const path = relativeTo(chunk.fileName, home.fileName)
    const own = chunk === home
    const edits = importsOf(chunk)
      .filter(({ from }) => posix.join(posix.dirname(chunk.fileName), from) === helpers.fileName)
      .map(({ start, end, wanted }) => {
        const local = wanted.map((name) => `${name.to}=${OUT}${name.from}`).join()
        const far = wanted.map((name) => `${OUT}${name.from} as ${name.to}`).join()
        const text = own ? held + (local && `const ${local};`) : far && `import{${far}}from"${path}";`
        return { start, end, text }
      })
    if (own) edits.push(append(chunk.code, `\nexport{${names.map(({ to }) => OUT + to).join()}};\n`))
    edit(bundle, chunk, edits)
    chunk.imports = [
      ...new Set([...chunk.imports.filter((name) => name !== helpers.fileName), ...(own ? [] : [home.fileName])]),
    ]
  }
  delete bundle[helpers.fileName]
  delete bundle[`${helpers.fileName}.map`]
}

const importsOf = ({ code }: Chunk) =>
  [...code.matchAll(IMPORT)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    from: match[3] ?? '',
    wanted: pairs(match[1] ?? ''),
  }))

const FROM = /export\s*\{([^}]*)\}\s*from\s*(["'])[^"']*\2;?\s*$/

/** Exports `kit` from the script file itself, and removes the file that only re-exported it. */
export function foldEntry(bundle: Bundle): void {
  const chunks = chunksOf(bundle)
  const script = chunks.find(({ name, isEntry }) => name === SCRIPT_CHUNK && !isEntry)
  const entry = chunks.find(({ name, isEntry }) => name === SCRIPT_CHUNK && isEntry)
  const passed = entry && FROM.exec(entry.code.slice(0, endOf(entry.code)))
  if (!script || !entry || !passed) return
  const inside = new Map(
    [...script.code.matchAll(new RegExp(EXPORT, 'gm'))]
      .flatMap(([, list]) => pairs(list ?? ''))
      .map(({ from, to }) => [to, from]),
  )
  const out = pairs(passed[1] ?? '').flatMap(({ from, to }) =>
    inside.has(from) ? [`${inside.get(from)} as ${to}`] : [],
  )
  edit(bundle, script, [append(script.code, `\nexport{${out.join()}};\n`)])
  delete bundle[entry.fileName]
  delete bundle[`${entry.fileName}.map`]
}

const PRELOAD = '\0virtual:walletkit/preload'
/**
 * Matches a lazy import in an argument of the loader in virtual.ts: an import of a file, or of a module that the
 * bundler put into the same file.
 */
const LAZY =
  /(?:import\((?<quote>["'`])[^"'`]*\k<quote>\)|Promise\.resolve\(\)\.then\(\(\) ?=> ?[\w$]+\))(?:\.then\(\(?[\w$]+\)? ?=> ?[\w$]+\.[\w$]+(?:\((?:[\w$]+(?:, ?[\w$]+)*)?\))?\))*/
/** The names that vite lists between the braces when it destructures a lazily imported module. */
const NAMES = /\{ ?[\w$]+(?:: ?[\w$]+)?(?:, ?[\w$]+(?:: ?[\w$]+)?)* ?\}/
const ASKS = `\\(\\) ?=> ?(?<plain>${LAZY.source})`
const ASKS_FOR_NAMES = `async ?\\(\\) ?=> ?\\{(?:let|const) ?${NAMES.source} ?= ?await (?<named>${LAZY.source.replaceAll('quote', 'mark')}); ?return ?${NAMES.source};?\\}`
const WRAPPED = new RegExp(
  `(?<![\\w$.])(?<loader>[\\w$]+)\\((?:${ASKS}|${ASKS_FOR_NAMES}), ?(?:\\[\\]|void 0)(?:, ?import\\.meta\\.url)?\\)`,
  'g',
)

/**
 * Replaces each call of walletkit's loader (`PRELOAD` in virtual.ts) by the lazy import in its argument, because that
 * loader only runs the import. The page's own imports keep vite's loader.
 */
export function unwrapImports(bundle: Bundle): void {
  const chunks = chunksOf(bundle)
  const home = chunks.find(({ moduleIds }) => moduleIds.includes(PRELOAD))
  const own = home && /(?:var|let|const|,)\s*([\w$]+) ?= ?\(?([\w$]+)\)? ?=> ?\2\(\)/.exec(home.code)?.[1]
  if (!home || own === undefined) return
  const passed = pairs(EXPORT.exec(home.code.slice(0, endOf(home.code)))?.[1] ?? '').find(
    ({ from }) => from === own,
  )?.to
  for (const chunk of chunks) {
    const names = importsOf(chunk)
      .filter(({ from }) => posix.join(posix.dirname(chunk.fileName), from) === home.fileName)
      .flatMap(({ wanted }) => wanted.flatMap(({ from, to }) => (from === passed ? [to] : [])))
    const known = new Set(chunk === home ? [own] : names)
    const edits = [...chunk.code.matchAll(WRAPPED)]
      .filter(({ groups }) => known.has(groups?.['loader'] ?? ''))
      .map(({ index, 0: { length }, groups }) => ({
        start: index,
        end: index + length,
        text: groups?.['plain'] ?? groups?.['named'] ?? '',
      }))
    if (edits.length) edit(bundle, chunk, edits)
  }
}

/**
 * Most of the shell and of the modal runs as soon as it arrives. Chromium compiles a file that begins with this line in
 * the background while it downloads, instead of function by function during the visitor's click. Other browsers ignore
 * the line.
 */
const HINT = '//# allFunctionsCalledOnLoad\n'

export function hintShell(bundle: Bundle): void {
  for (const chunk of chunksOf(bundle))
    if (chunk.name === 'shell' || chunk.name === 'modal') edit(bundle, chunk, [{ start: 0, end: 0, text: HINT }])
}

function relativeTo(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}
