/** What a project of one package manager has beside the template's files. */
import type { Manager } from './packageManager.ts'

/**
 * The text of `pnpm-workspace.yaml`. Since version 11, pnpm does not read this setting from `.npmrc`, and an install
 * fails while a package has a script that nobody has allowed or refused. Version 9 refuses such a file, and reads
 * `.npmrc`.
 */
const PNPM_SETTINGS = 'ignoreScripts: true\n'

/** Whether the pnpm that started this command is older than version 10; false if it was not pnpm. */
const isOldPnpm = (agent: string | undefined) => Number(/^pnpm\/(\d+)/.exec(agent ?? '')?.[1] ?? Infinity) < 10

/**
 * Files to add, by path. `inWorkspace`: a folder above is a pnpm workspace. It has settings of its own, and a second
 * file would take the project out of it.
 */
export function managerFiles(
  manager: Manager,
  inWorkspace: boolean,
  agent = process.env.npm_config_user_agent,
): Map<string, string> {
  const wanted = manager === 'pnpm' && !inWorkspace && !isOldPnpm(agent)
  return new Map(wanted ? [['pnpm-workspace.yaml', PNPM_SETTINGS]] : [])
}

/** Lines to add to `.gitignore`: what Yarn writes into a project, without what a team shares. */
export const managerIgnores = (manager: Manager): string =>
  manager === 'yarn' ? ['.pnp.*', '.yarn/*', '!.yarn/patches', '!.yarn/plugins', '!.yarn/releases', ''].join('\n') : ''
