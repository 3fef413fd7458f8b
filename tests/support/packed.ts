/** The packed packages as a stranger has them: a project, and the packed CLI in it. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inject } from 'vitest'
import { outside, sh } from './shell.ts'

export type Ended = { code: number | null; out: string; err: string }

/** Runs the packed CLI of a project, in that project or in another folder. */
export function walletkit(
  project: string,
  args: readonly string[],
  { cwd = project, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Ended {
  const bin = join(project, 'node_modules/walletkit/dist/cli/walletkit.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...outside, ...env },
  })
  return { code: status, out: stdout, err: stderr }
}

/** The last line that was printed, as JSON. */
export const lastLine = <T>(text: string): T => JSON.parse(text.trim().split('\n').at(-1) ?? '') as T

/** Scaffolds with the packed scaffolder; gives the line of JSON that it prints. */
export function scaffold(template: string, folder: string): { template: string; files: string[] } {
  const { create, folder: packages } = inject('packed')
  const flags = ['--template', template, '--yes', '--no-install', '--json', '--source', packages]
  return lastLine(sh(packages, process.execPath, create, folder, ...flags))
}

/** The installed project of this run once more, in a folder of a folder of its own. Its own files are copies. */
export function copyProject(to: string): void {
  const { project, folder } = inject('packed')
  // Its package.json says `file:../packages/…`.
  symlinkSync(folder, join(to, '..', 'packages'), 'junction')
  cpSync(project, to, { recursive: true, filter: (path) => path !== join(project, 'node_modules') })
  linkPackages(project, to)
}

/** Gives a project the packages of another one: the same bytes on the disk, which nobody changes in place. */
export function linkPackages(from: string, to: string): void {
  linkFolder(join(from, 'node_modules'), join(to, 'node_modules'))
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    // npm writes its own list in place.
    else if (basename(source) === '.package-lock.json') copyFileSync(source, target)
    else linkSync(source, target)
  }
}
