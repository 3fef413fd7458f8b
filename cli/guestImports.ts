/**
 * Makes the build fail if a third-party plugin imports a file that is neither in its own folder nor of a package or
 * walletkit. Otherwise the plugin could put any file of the site or of the computer into the page.
 */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { Failure } from './failure.ts'
import type { Roots } from './graph.ts'
import { messages } from './messages.ts'
import { dependenciesOf, readManifest } from './stages/manifest.ts'

const slashes = (path: string) => path.replaceAll('\\', '/')
const isIn = (path: string, folder: string) => slashes(path).startsWith(`${slashes(folder).replace(/\/$/, '')}/`)
const real = (path: string) => (existsSync(path) ? realpathSync(path) : path)

type Guest = Roots['guests'][number]
type Resolve = (id: string, importer: string) => Promise<{ id: string } | null>

const guestOf = (file: string, { guests }: Roots) =>
  guests.find(({ folder }) => isIn(file, folder) || isIn(file, real(folder)))

/**
 * Whether a file in the plugin's folder belongs to a package that is installed there, such as the vite of its
 * playground.
 */
const isOfPackage = (file: string, { folder }: Guest) =>
  [folder, real(folder)].some((own) => isIn(file, own) && slashes(file).slice(own.length).includes('/node_modules/'))

/**
 * The files that a module's id can mean. Bundlers add queries to a path, and prefixes for modules that they make from a
 * file.
 */
const filesOf = (id: string) => {
  const path = id.replace(/^\0+/, '').replace(/^\/@fs\/(?=\/|[a-z]:)?/i, (_all, at: number) => (at ? '' : '/'))
  return [...new Set([path, path.replace(/\?.*$/s, ''), path.replace(/[?#].*$/s, '')])].filter(
    (file) => isAbsolute(file) && isFile(file),
  )
}

/**
 * Returns false, instead of throwing, for texts that the system rejects as a path, for example one that is too long.
 */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    return false
  }
}

/**
 * Throws a Failure when a third-party plugin's file imports one that is neither its own, a package's nor walletkit's.
 */
export async function checkGuestImport(
  id: string,
  importer: string | undefined,
  { root, roots, resolve: find }: { root: string; roots: Roots; resolve: Resolve },
): Promise<void> {
  const [file] = importer === undefined ? [] : filesOf(importer)
  const guest = file === undefined ? undefined : guestOf(file, roots)
  if (!guest || file === undefined || importer === undefined) return
  const found = await find(id, importer)
  for (const target of found ? filesOf(found.id) : [])
    if (!(await mayImport(guest, id, target, root, roots))) refuse(guest, file, target)
}

async function mayImport(guest: Guest, id: string, target: string, root: string, roots: Roots): Promise<boolean> {
  const path = real(target)
  const own = ['runtime', 'plugins'].map((name) => join(roots.root, name))
  if ([guest.folder, ...own].some((folder) => isIn(path, real(folder)))) return true
  // Refuse an id with `./` or `../`: its file is outside of the plugin's folder. Any other id may be a package's name,
  // even if an alias resolves it to a path.
  if (/(?:^|\/)\.\.?(?:\/|$)/.test(slashes(id))) return false
  if (slashes(path).includes('/node_modules/')) return true
  // A package of the same workspace is outside of node_modules. Allow it if the plugin's package.json names it, or that
  // of the site if the plugin has none.
  const manifest = (await readManifest(guest.folder)) ?? (await readManifest(root)) ?? {}
  const name = id.split('/', id.startsWith('@') ? 2 : 1).join('/')
  return !isAbsolute(id) && name in { ...dependenciesOf(manifest) }
}

function refuse({ id, folder }: Guest, file: string, target: string): never {
  throw new Failure(messages.guestLeaves(id, file, target, folder))
}

const STYLE = /\.(?:css|less|s[ac]ss|styl|stylus|pcss|postcss)(?:\?|$)/
const STYLE_LINK = /(?:url\(|@import|@use|@forward)\s*(?:url\()?\s*(?:"([^"]*)"|'([^']*)'|([^\s'")]+))/g
const QUOTED = /"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g

/**
 * Throws a Failure when a third-party plugin's file refers to a file outside of its folder by a path that bundlers do
 * not resolve as an import. It looks at quoted paths in a script that uses `import.meta`, as in `new URL('./x',
 * import.meta.url)`, and at `url()`, `@import` and the like in a style sheet and in those it imports.
 */
export function checkGuestFiles(source: string, id: string, root: string, roots: Roots): void {
  const [from] = filesOf(id)
  const guest = from === undefined ? undefined : guestOf(from, roots)
  if (!guest || from === undefined || isOfPackage(from, guest)) return
  const isStyle = STYLE.test(id)
  if (!isStyle && !/import\s*\.\s*meta/.test(source)) return
  const seen = new Set<string>()
  const check = (text: string, file: string) => {
    seen.add(file)
    for (const [, ...groups] of text.matchAll(isStyle ? STYLE_LINK : QUOTED)) {
      const link = groups.find((group) => group !== undefined) ?? ''
      if (!/[./]/.test(link)) continue
      const targets = [resolve(dirname(file), link), join(root, link)].flatMap(filesOf)
      for (const target of targets) {
        // Allow files in the plugin's folder. In a script, also allow a text without ./ or / in front, which may equal
        // a file's name by chance.
        const isOwn = isIn(real(target), real(guest.folder))
        if (!isOwn && (/^\.{0,2}\//.test(slashes(link)) || isStyle)) refuse(guest, file, target)
        if (isOwn && STYLE.test(target) && isStyle && !seen.has(target)) check(readFileSync(target, 'utf8'), target)
      }
    }
  }
  check(source, from)
}

/** Workers are bundled separately with a plugin list of their own, which needs the same checks of third-party files. */
export const guestWorkers = (root: () => string, roots: () => Roots): Plugin => ({
  name: 'walletkit:guest-workers',
  enforce: 'pre',
  async resolveId(id, importer) {
    const find: Resolve = (asked, from) => this.resolve(asked, from, { skipSelf: true })
    await checkGuestImport(id, importer, { root: root(), roots: roots(), resolve: find })
    return undefined
  },
  transform(source, id) {
    checkGuestFiles(source, id, root(), roots())
    return undefined
  },
})
