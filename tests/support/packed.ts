/** Helpers for tests of the packed packages: they run the packed CLI, and scaffold or copy projects. */
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

/** The last line of the output, parsed as JSON. */
export const lastLine = <T>(text: string): T => JSON.parse(text.trim().split('\n').at(-1) ?? '') as T

/** Runs the packed scaffolder, and returns the line of JSON that it prints. */
export function scaffold(template: string, folder: string): { template: string; files: string[] } {
  const { create, folder: packages } = inject('packed')
  const flags = ['--template', template, '--yes', '--no-install', '--json', '--source', packages]
  return lastLine(sh(packages, process.execPath, create, folder, ...flags))
}

/** Copies the installed project to a folder two levels deep. Its own files are copies; its packages are links. */
export function copyProject(to: string): void {
  const { project, folder } = inject('packed')
  // The copy's package.json contains `file:../packages/…`, so link the tarballs there.
  symlinkSync(folder, join(to, '..', 'packages'), 'junction')
  cpSync(project, to, { recursive: true, filter: (path) => path !== join(project, 'node_modules') })
  linkPackages(project, to)
}

/**
 * Links another project's packages into this one. They share the bytes on disk, so nothing may change them in place.
 */
export function linkPackages(from: string, to: string): void {
  linkFolder(join(from, 'node_modules'), join(to, 'node_modules'))
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    // npm changes this file in place, so copy it.
    else if (basename(source) === '.package-lock.json') copyFileSync(source, target)
    else linkSync(source, target)
  }
}
