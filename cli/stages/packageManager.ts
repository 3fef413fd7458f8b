/** Finds a project's package manager and its commands. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { detectManager, type Manager } from '../create/packageManager.ts'
import { runQuiet } from '../run.ts'
import { readManifest } from './manifest.ts'

const LOCKFILES: readonly [file: string, manager: Manager][] = [
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
]
const NAMES: readonly string[] = ['npm', 'pnpm', 'yarn', 'bun']
const isManager = (name: string): name is Manager => NAMES.includes(name)

export type FoundManager = { manager: Manager; because: 'packageManager' | 'lockfile' | 'caller' }

/**
 * Uses `packageManager` of the nearest package.json that sets it, else the nearest lockfile, else the manager that
 * started this process.
 */
export async function findManager(root: string): Promise<FoundManager> {
  const folders = upwards(root)
  for (const folder of folders) {
    const { packageManager } = (await readManifest(folder)) ?? {}
    const [name = ''] = typeof packageManager === 'string' ? packageManager.split('@') : []
    if (isManager(name)) return { manager: name, because: 'packageManager' }
  }
  for (const folder of folders) {
    const [, manager] = LOCKFILES.find(([file]) => existsSync(join(folder, file))) ?? []
    if (manager) return { manager, because: 'lockfile' }
  }
  return { manager: detectManager(), because: 'caller' }
}

/** The folder and its parents, up to the repository's root, or else the file system's. */
export function upwards(start: string): string[] {
  const folders: string[] = []
  for (let folder = start; ; folder = dirname(folder)) {
    folders.push(folder)
    if (existsSync(join(folder, '.git')) || folder === dirname(folder)) return folders
  }
}

/** The command that adds packages, for messages. */
export const addCommand = (manager: Manager, names: readonly string[], dev = false) =>
  [
    manager,
    manager === 'npm' ? 'install' : 'add',
    // No version of Yarn knows npm's name for this option.
    ...(dev ? [manager === 'yarn' ? '--dev' : '--save-dev'] : []),
    ...names,
  ].join(' ')

/**
 * A package manager, with the flags and environment variables that keep it from running the scripts of packages at an
 * install.
 */
export type QuietManager = { manager: Manager; flags: readonly string[]; env: Readonly<Record<string, string>> }

/**
 * The project's package manager, and how to keep it from running scripts: by a flag, or for Yarn 2 and later by a
 * setting. A Yarn that does not tell its version gets the flag, which later versions refuse, so that none runs scripts
 * by mistake.
 */
export async function quietManager(root: string): Promise<QuietManager> {
  const { manager } = await findManager(root)
  if (manager === 'yarn') {
    const { stdout } = await runQuiet('yarn', ['--version'], root)
    if (Number(/^(\d+)\./m.exec(stdout)?.[1] ?? 1) > 1)
      return { manager, flags: [], env: { YARN_ENABLE_SCRIPTS: 'false' } }
  }
  return { manager, flags: ['--ignore-scripts'], env: {} }
}

/** After `--` npm takes every word for a package's name, never for an option. Not every other manager supports `--`. */
const names = (manager: Manager) => (manager === 'npm' ? ['--'] : [])

export const addArguments = ({ manager, flags }: QuietManager, spec: string): string[] => [
  manager === 'npm' ? 'install' : 'add',
  ...flags,
  ...names(manager),
  spec,
]
/** The arguments that make the package manager install what the manifest and the lockfile name. */
export const installArguments = ({ flags }: QuietManager): string[] => ['install', ...flags]

export const removeArguments = ({ manager, flags }: QuietManager, name: string): string[] => [
  manager === 'npm' ? 'uninstall' : 'remove',
  ...flags,
  ...names(manager),
  name,
]

/** The paths where lockfiles of a project are or could come to be, in its folder or above it. */
export const possibleLockfiles = (root: string): string[] =>
  upwards(root).flatMap((folder) => LOCKFILES.map(([file]) => join(folder, file)))
