/** The files that a new project gets for its package manager, in addition to the template's files. */
import type { Manager } from './packageManager.ts'

/**
 * The text of `pnpm-workspace.yaml`. Since version 11, pnpm does not read this setting from `.npmrc`, and an install
 * fails while a package has an install script that the project neither allows nor refuses. pnpm 9 rejects this file,
 * but reads `.npmrc`.
 */
const PNPM_SETTINGS = 'ignoreScripts: true\n'

/** Whether the pnpm that started this command is older than version 10; false if it was not pnpm. */
const isOldPnpm = (agent: string | undefined) => Number(/^pnpm\/(\d+)/.exec(agent ?? '')?.[1] ?? Infinity) < 10

/**
 * Files to add, by path. `inWorkspace`: a folder above is a pnpm workspace. The workspace has its own settings, and a
 * second `pnpm-workspace.yaml` would take the project out of it.
 */
export function managerFiles(
  manager: Manager,
  inWorkspace: boolean,
  agent = process.env.npm_config_user_agent,
): Map<string, string> {
  const wanted = manager === 'pnpm' && !inWorkspace && !isOldPnpm(agent)
  return new Map(wanted ? [['pnpm-workspace.yaml', PNPM_SETTINGS]] : [])
}

/** Lines to add to `.gitignore`: the files that Yarn writes into a project, except those that a team commits. */
export const managerIgnores = (manager: Manager): string =>
  manager === 'yarn' ? ['.pnp.*', '.yarn/*', '!.yarn/patches', '!.yarn/plugins', '!.yarn/releases', ''].join('\n') : ''
