/** What each kind of chain, and each part of the core, weighs in a build. Pure. */
import { isFirstOpen } from '../graph.ts'
import type { OutputFile } from './collect.ts'
import type { Halves } from './weigh.ts'

/**
 * Bytes by owner: `eager` stands with the page, `lazy` comes once somebody opens the modal or connects. A file counts for
 * the owner that asks for it when nobody else does; of a file that others ask for too, only the owner's own modules.
 */
export function ownSizes(
  files: readonly OutputFile[],
  eager: readonly OutputFile[],
  root: string,
  gzip: (code: Buffer | string) => number,
  ownerOf: (id: string) => string | undefined,
): Record<string, Halves> {
  const askers = (name: string) =>
    files.filter(({ imports, lazyImports }) => imports.includes(name) || lazyImports.includes(name))
  const lazy = files.filter((file) => !eager.includes(file))
  const sizes = (owner: string): Halves => {
    const own = ({ modules }: OutputFile) => modules.filter(({ id }) => ownerOf(id) === owner)
    const share = (file: OutputFile) =>
      gzip(
        own(file)
          .map(({ code }) => code)
          .join('\n'),
      )
    const alone = new Set(
      lazy.filter((file) => own(file).length && !file.modules.some(({ id }) => isFirstOpen(id, root))),
    )
    const isAlone = ({ name }: OutputFile) => {
      const known = askers(name)
      return known.length > 0 && known.every((file) => alone.has(file))
    }
    for (let before = -1; before < alone.size;) {
      before = alone.size
      for (const file of lazy) if (isAlone(file)) alone.add(file)
    }
    const shared = lazy.filter((file) => !alone.has(file) && own(file).length)
    return {
      eager: eager.filter((file) => own(file).length).reduce((sum, file) => sum + share(file), 0),
      lazy:
        [...alone].reduce((sum, { content }) => sum + gzip(content), 0) +
        shared.reduce((sum, file) => sum + share(file), 0),
    }
  }
  const owners = new Set(files.flatMap(({ modules }) => modules.flatMap(({ id }) => ownerOf(id) ?? [])))
  return Object.fromEntries([...owners].sort().map((owner) => [owner, sizes(owner)]))
}
