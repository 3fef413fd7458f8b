/**
 * The bundler keeps its few helpers (for React's CommonJS files) in a file of their own as soon as output is grouped:
 * one more request before anything runs. This puts them into the file that the page fetches anyway.
 */
import { posix } from 'node:path'
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
type Bundle = Record<string, Chunk | { type: 'asset' }>

const HELPERS = '\0rolldown/runtime.js'
const IMPORT = /import\s*(?:\{([^}]*)\}\s*from\s*)?(["'])([^"']*)\2;?/g
const EXPORT = /export\s*\{([^}]*)\};?\s*$/
/** Prefix of the names under which the helpers leave their new home. */
const OUT = '$wk_'

const pairs = (list: string) =>
  list
    .split(',')
    .map((item) => item.trim().split(/\s+as\s+/))
    .flatMap(([from, to = from]) => (from && to ? [{ from, to }] : []))

/** Changes nothing where the output is not as expected: the helpers then stay in their own file. */
export function foldHelpers(bundle: Bundle): void {
  const chunks = Object.values(bundle).filter((item) => item.type === 'chunk')
  const helpers = chunks.find(({ moduleIds }) => moduleIds.length === 1 && moduleIds[0] === HELPERS)
  const exported = helpers && EXPORT.exec(helpers.code)
  if (!helpers || !exported) return
  const users = chunks.filter(({ imports }) => imports.includes(helpers.fileName))
  const home =
    users.find(({ name, isEntry }) => !isEntry && (name === 'core' || name === SCRIPT_CHUNK)) ??
    users.find(({ name, isEntry }) => isEntry || name === 'shell')
  if (!home) return
  const names = pairs(exported[1] ?? '')
  const body = helpers.code.slice(0, exported.index)
  // In a scope of its own, so that its short names meet no others.
  const held = `const{${names.map(({ to }) => `${to}:${OUT}${to}`).join()}}=(()=>{${body}return{${names.map(({ from, to }) => `${to}:${from}`).join()}}})();`

  for (const chunk of users) {
    const path = relativeTo(chunk.fileName, home.fileName)
    const own = chunk === home
    chunk.code = chunk.code.replace(IMPORT, (text, list: string | undefined, _quote, from: string) => {
      if (posix.join(posix.dirname(chunk.fileName), from) !== helpers.fileName) return text
      const wanted = pairs(list ?? '')
      if (own)
        return held + (wanted.length ? `const ${wanted.map((name) => `${name.to}=${OUT}${name.from}`).join()};` : '')
      return wanted.length
        ? `import{${wanted.map((name) => `${OUT}${name.from} as ${name.to}`).join()}}from"${path}";`
        : ''
    })
    if (own) chunk.code += `\nexport{${names.map(({ to }) => OUT + to).join()}};\n`
    chunk.imports = [
      ...new Set([...chunk.imports.filter((name) => name !== helpers.fileName), ...(own ? [] : [home.fileName])]),
    ]
  }
  delete bundle[helpers.fileName]
}

const FROM = /export\s*\{([^}]*)\}\s*from\s*(["'])[^"']*\2;?\s*$/

/** The script's own exports (`kit`) leave from the one named file; the file that only passed them on goes. */
export function foldEntry(bundle: Bundle): void {
  const chunks = Object.values(bundle).filter((item) => item.type === 'chunk')
  const script = chunks.find(({ name, isEntry }) => name === SCRIPT_CHUNK && !isEntry)
  const entry = chunks.find(({ name, isEntry }) => name === SCRIPT_CHUNK && isEntry)
  const passed = entry && FROM.exec(entry.code)
  if (!script || !entry || !passed) return
  const inside = new Map(
    [...script.code.matchAll(new RegExp(EXPORT, 'gm'))]
      .flatMap(([, list]) => pairs(list ?? ''))
      .map(({ from, to }) => [to, from]),
  )
  const out = pairs(passed[1] ?? '').flatMap(({ from, to }) =>
    inside.has(from) ? [`${inside.get(from)} as ${to}`] : [],
  )
  script.code += `\nexport{${out.join()}};\n`
  delete bundle[entry.fileName]
}

function relativeTo(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}
