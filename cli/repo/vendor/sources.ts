/**
 * Reads a package's code from its source map, one module for each source file. WalletConnect publishes each package as
 * one minified file with copies of other libraries in it. A bundler could neither remove the unused parts of such a
 * file nor share the copies.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Plugin } from 'rolldown'
import { ROOT } from '../run.ts'

const PUBLISHED =
  /[\\/]node_modules[\\/]@walletconnect[\\/](?:core|relay-auth|sign-client|universal-provider|utils)[\\/]dist[\\/]index\.es\.js$/
/** Separates the path of the published file from that of one of its sources, in a module's id. */
const OF = '?source='
/** Ends the id of an index file, which source maps leave out because it only exports other files. */
const ALL = '/*'

const known = new Map<string, Map<string, string>>()

/**
 * The package's own sources of a published file, by their path in the source map, such as
 * `../src/controllers/crypto.ts`.
 */
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

/**
 * The module's id for an import of `at`, which has no ending: a file, a folder with an index, or a folder without one.
 */
function idOf(file: string, at: string): string {
  const sources = sourcesOf(file)
  const found = [at, `${at}.ts`, `${at}/index.ts`].find((path) => sources.has(path))
  return `${file}${OF}${found ?? `${at}${ALL}`}`
}

/**
 * The code of a missing index file: exports of all files in its folder, or, if there are none, in the folders below.
 */
function indexOf(file: string, folder: string): string {
  const below = [...sourcesOf(file).keys()].filter((path) => path.startsWith(folder))
  const direct = below.filter((path) => !path.slice(folder.length).includes('/'))
  const paths = direct.length ? direct : below
  return paths.map((path) => `export * from './${path.slice(folder.length, -'.ts'.length)}'`).join('\n')
}

/**
 * A rolldown plugin that reads WalletConnect's packages from the sources in their source maps.
 * @param standIns code that replaces a source, by package and path, such as `utils/polkadot.ts`
 */
export const fromSources = (standIns: Readonly<Record<string, string>>): Plugin => ({
  name: 'sources-of-maps',
  async resolveId(id, importer, options) {
    const [file, source] = importer?.split(OF) ?? []
    if (file !== undefined && source !== undefined) {
      if (id.startsWith('.')) return idOf(file, posix.join(posix.dirname(source), id))
      // Use this repository's version of the `@noble` libraries, which the page has anyway, not the version that each
      // package wants.
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

/** Redirects a resolved import to the package's sources, if it is one of the published files and has a source map. */
function entered<R extends { id: string }>(resolved: R | null): R | string | null {
  if (!resolved || !PUBLISHED.test(resolved.id) || !existsSync(`${resolved.id}.map`)) return resolved
  return idOf(resolved.id, '../src')
}
