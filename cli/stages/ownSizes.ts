/** Calculates what each namespace, and each part of the core, weighs in a build. Pure functions. */
import { isFirstOpen } from '../graph.ts'
import type { OutputFile } from './collect.ts'
import type { Halves } from './weigh.ts'

/**
 * Bytes by owner, which is a namespace or a part of the core: `eager` loads with the page, `lazy` later, for example
 * when the modal opens or a wallet connects. A lazy file counts whole for an owner if it has modules of the owner and
 * none that are fetched when the modal first opens, or if only such files import it; of other files, only the owner's
 * modules count.
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
