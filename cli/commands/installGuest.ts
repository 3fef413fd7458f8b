/** Installs the package of a third-party plugin, and undoes the install. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { quoted } from '../create/packageManager.ts'
import { Failure } from '../failure.ts'
import { runShown } from '../run.ts'
import { findInstalled } from '../stages/manifest.ts'
import { addArguments, installArguments, possibleLockfiles, quietManager } from '../stages/packageManager.ts'
import { say } from './check.ts'
import { messages } from './plugin/messages.ts'

export type Install = {
  /** The package manager's command as text, for messages. */
  shown: string
  run: () => Promise<void>
  /** Removes the package, or brings back the version that was there before. */
  undo: () => Promise<void>
}

type Wanted = { spec: string; name: string; isPath: boolean; isTarball: boolean }

/**
 * How to install the plugin's package; undefined when there is nothing to install, because the plugin is a folder or
 * its package is there already. The install begins only when the caller calls `run`. Package scripts do not run,
 * neither before nor after the user agrees.
 * @throws Failure if the package is missing and `allowed` is false (`--no-install`)
 */
export async function installOf(
  { spec, name, isPath, isTarball }: Wanted,
  root: string,
  cwd: string,
  allowed: boolean | undefined,
): Promise<Install | undefined> {
  if (isPath && !isTarball) return undefined
  const found = await findInstalled(root, name)
  if (found && !isTarball && spec === name) return undefined
  if (allowed === false) {
    if (found) return undefined
    throw new Failure(messages.noPackage(name))
  }
  const quiet = await quietManager(root)
  const { manager, env } = quiet
  const path = relative(root, resolve(cwd, spec)).replaceAll('\\', '/')
  const args = addArguments(quiet, isTarball ? (path.startsWith('.') ? path : `./${path}`) : spec)
  const shown = [manager, ...args].map(quoted).join(' ')
  let restore = async () => {}
  return {
    shown,
    run: async () => {
      restore = await keep([join(root, 'package.json'), ...possibleLockfiles(root)])
      say(messages.installing(shown))
      if ((await runShown(manager, args, root, env)) !== 0) throw new Failure(messages.installFailed(shown))
    },
    undo: async () => {
      // Restore the files and install again. Do not uninstall by the package's name, because what npm has installed
      // could have another name.
      const back = installArguments(quiet)
      await restore()
      if ((await runShown(manager, back, root, env)) !== 0) say(messages.notUndone([manager, ...back].join(' '), name))
      // Installing again may have written a lockfile that the project did not have: remove it.
      await restore()
    },
  }
}

/**
 * Reads files as bytes, because some lockfiles are no text.
 * @returns a function that writes them back, and removes those that did not exist
 */
async function keep(paths: readonly string[]): Promise<() => Promise<void>> {
  const kept = await Promise.all(
    paths.map(async (path) => [path, await readFile(path).catch(() => undefined)] as const),
  )
  return async () => {
    for (const [path, bytes] of kept) await (bytes ? writeFile(path, bytes) : rm(path, { force: true }))
  }
}
