/** Finds paths that macOS and Windows treat as the same file: there the second one silently overwrites the first. */
import { run, Stop } from './run.ts'

/** Normalizes a path as macOS and Windows compare paths: without case, and with accents composed in one way. */
export const fold = (path: string) => path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC')

/** The name that the compiler gives a source file: `a.ts` and `A.tsx` become two files that differ only in case. */
const compiled = (path: string) => path.replace(/(?<!\.d)\.tsx?$/, '.js')

/** Groups of files and parent folders that are written differently but are equal after folding. */
export function collisions(paths: Iterable<string>): string[][] {
  const groups = new Map<string, Set<string>>()
  for (const path of paths) {
    const parts = path.split('/')
    for (let end = 1; end <= parts.length; end++) {
      const at = parts.slice(0, end).join('/')
      const key = fold(compiled(at))
      groups.set(key, (groups.get(key) ?? new Set()).add(at))
    }
  }
  return [...groups.values()].filter(({ size }) => size > 1).map((group) => [...group].sort())
}

/** Throws a {@link Stop} that lists the collisions. `where` names the container of the paths. */
export function refuseCollisions(where: string, paths: Iterable<string>): void {
  const found = collisions(paths)
  if (!found.length) return
  const list = found.map((group) => `  ${group.join('  ')}`).join('\n')
  throw new Stop(`${where} holds names that macOS and Windows take for one. Rename all but one of each:\n${list}`)
}

/** Every file that git tracks or would add. Returns [] when the tree is not in git. */
export async function treeFiles(): Promise<string[]> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { code, stdout } = await run('git', list).catch(() => ({ code: 1, stdout: '' }))
  return code === 0 ? stdout.split('\0').filter(Boolean) : []
}
