import { must } from './run.ts'

/** The paths of files that differ from the commit `ref`, and of untracked files. Deleted files are left out. */
export async function changedFiles(ref: string): Promise<string[]> {
  const git = async (...args: string[]) => {
    const { stdout } = await must('Name a commit that git knows.', 'git', args)
    return stdout.split('\0').filter(Boolean)
  }
  const known = await git('diff', '--name-only', '--diff-filter=d', '-z', ref, '--')
  const fresh = await git('ls-files', '--others', '--exclude-standard', '-z')
  return [...new Set([...known, ...fresh])].sort()
}
