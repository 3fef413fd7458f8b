/**
 * Reads a package from the sources that its source map holds, one module per file. WalletConnect publishes each of its
 * packages as one minified file that contains copies of other libraries; a bundler can neither leave out what is not
 * used of them, nor share them.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Plugin } from 'rolldown'
import { ROOT } from '../run.ts'

const PUBLISHED =
  /[\\/]node_modules[\\/]@walletconnect[\\/](?:core|relay-auth|sign-client|universal-provider|utils)[\\/]dist[\\/]index\.es\.js$/
/** Between the published file and one of its sources, in a module's id. */
const OF = '?source='
/** In place of an index file, which source maps leave out because it contains no code. */
const ALL = '/*'

const known = new Map<string, Map<string, string>>()

/** The own sources of a published file, by their path in its source map: `../src/controllers/crypto.ts`. */
function sourcesOf(file: string): Map<string, string> {
  const kept = known.get(file)
  if (kept) return kept
  const { sources, sourcesContent } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as {
    sources: string[]
    sourcesContent: string[]
  }
  const own = new Map(
    sources.flatMap((path, at): [string, string][] =>
      path.startsWith('../src/') ? [[path, sourcesContent[at] ?? '']] : [],
    ),
  )
  known.set(file, own)
  return own
}

/** `at` without its ending: a file, a folder's index, or a folder whose index contains no code. */
function idOf(file: string, at: string): string {
  const sources = sourcesOf(file)
  const found = [at, `${at}.ts`, `${at}/index.ts`].find((path) => sources.has(path))
  return `${file}${OF}${found ?? `${at}${ALL}`}`
}

/** What an index file exports: everything of its folder, or of the folders below if it holds no file of its own. */
function indexOf(file: string, folder: string): string {
  const below = [...sourcesOf(file).keys()].filter((path) => path.startsWith(folder))
  const direct = below.filter((path) => !path.slice(folder.length).includes('/'))
  const paths = direct.length ? direct : below
  return paths.map((path) => `export * from './${path.slice(folder.length, -'.ts'.length)}'`).join('\n')
}

/** `standIns` replace sources, by package and path: `utils/polkadot.ts`. */
export const fromSources = (standIns: Readonly<Record<string, string>>): Plugin => ({
  name: 'sources-of-maps',
  async resolveId(id, importer, options) {
    const [file, source] = importer?.split(OF) ?? []
    if (file !== undefined && source !== undefined) {
      if (id.startsWith('.')) return idOf(file, posix.join(posix.dirname(source), id))
      // The version that the page has anyway, and not another one for each package.
      const base = id.startsWith('@noble/') ? join(ROOT, 'package.json') : file
      return entered(await this.resolve(id, base, { ...options, skipSelf: false }))
    }
    if (!id.startsWith('@walletconnect/')) return null
    return entered(await this.resolve(id, importer, { ...options, skipSelf: true }))
  },
  load(id) {
    const [file, source] = id.split(OF)
    if (file === undefined || source === undefined) return null
    const name = `${/@walletconnect[\\/]([\w-]+)/.exec(file)?.[1]}/${source.replace('../src/', '')}`
    const code = source.endsWith(ALL)
      ? indexOf(file, source.slice(0, -ALL.length + 1))
      : (standIns[name] ?? sourcesOf(file).get(source))
    if (code === undefined) throw new Error(`${file} has no source ${source}`)
    return { code, moduleType: 'ts', moduleSideEffects: false }
  },
})

/** The entrance to the sources of a published file that has them. */
function entered<R extends { id: string }>(resolved: R | null): R | string | null {
  if (!resolved || !PUBLISHED.test(resolved.id) || !existsSync(`${resolved.id}.map`)) return resolved
  return idOf(resolved.id, '../src')
}
