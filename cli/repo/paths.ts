/** Paths that a disk of macOS or Windows keeps as one: there the second overwrites the first, without a word. */
import { must, run, Stop } from './run.ts'

/** A path as such a disk compares it: without case, and with every accent composed the same way. */
export const fold = (path: string) => path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC')

/** What the compiler makes of a source file: `a.ts` and `A.tsx` become two files that differ in case only. */
const compiled = (path: string) => path.replace(/(?<!\.d)\.tsx?$/, '.js')

/** Groups of paths, and of folders above them, that are written differently and fold to one. */
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

/** Throws a {@link Stop} that names them. `where` is what holds the paths. */
export function refuseCollisions(where: string, paths: Iterable<string>): void {
  const found = collisions(paths)
  if (!found.length) return
  const list = found.map((group) => `  ${group.join('  ')}`).join('\n')
  throw new Stop(`${where} holds names that macOS and Windows take for one. Rename all but one of each:\n${list}`)
}

/** Every file that git has in the tree or would take into it; [] where the tree is not under git. */
export async function treeFiles(): Promise<string[]> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { code, stdout } = await run('git', list).catch(() => ({ code: 1, stdout: '' }))
  return code === 0 ? stdout.split('\0').filter(Boolean) : []
}

/** The files of a tarball, without the folder `package/` around them. */
export async function tarballFiles(path: string): Promise<string[]> {
  const { stdout } = await must('', 'tar', ['-tzf', path])
  return stdout.split('\n').flatMap((line) => (line && !line.endsWith('/') ? [line.replace(/^package\//, '')] : []))
}
