/** `walletkit plugin new <name>`: creates a working plugin in its own folder. */
import { readdir } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { WriteFlags } from '../../ask.ts'
import { writeChanges } from '../../changes.ts'
import { detectManager, execCommand, installCommand, quoted, runCommand } from '../../create/packageManager.ts'
import { specsOf } from '../../create/scaffold.ts'
import { Failure } from '../../failure.ts'
import { installOf } from '../../project.ts'
import { findInstalled } from '../../stages/manifest.ts'
import { CONFIG_FILE } from '../../messages.ts'
import { loadPieces, readVersion } from '../../package.ts'
import { isId, madeTaken, takenBy } from '../../stages/plugin/names.ts'
import { pluginFiles } from '../../stages/plugin/template.ts'
import { answer, say } from '../check.ts'
import { messages } from './messages.ts'

export type NewFlags = WriteFlags & { package?: boolean; dir?: string; source?: string }

export async function newPlugin(name: string, flags: NewFlags): Promise<number> {
  const { dir, dryRun, json, source, package: standAlone = false, root: folder = process.cwd() } = flags
  if (!isId(name)) throw new Failure(messages.badName(name))
  const taken = takenBy(name, await loadPieces()) ?? madeTaken(name)
  if (taken !== undefined) throw new Failure(messages.takenName(name, taken))
  const target = resolve(folder, dir ?? (standAlone ? name : join('plugins', name)))
  const shown = relative(folder, target) || '.'
  await refuseFull(target, shown)

  const version = await readVersion()
  const specs = await specsOf({ source: source && resolve(folder, source), version, folder: target })
  const files = await pluginFiles({ id: name, standAlone, version, specs })
  const next = await steps(shown, standAlone, resolve(folder, flags.config ?? CONFIG_FILE), target)
  const answered = { dir: target, files: [...files.keys()], next }
  if (dryRun) {
    if (json) answer({ ok: true, ...answered, dryRun: true })
    else process.stdout.write(`${shown}/\n${answered.files.map((file) => `  ${file}\n`).join('')}`)
    return 0
  }
  await writeChanges(
    target,
    [...files].map(([file, after]) => ({ file, before: undefined, after })),
  )
  if (json) answer({ ok: true, ...answered })
  else say(messages.made(shown, next))
  return 0
}

async function refuseFull(folder: string, shown: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new Failure(messages.fileFolder(shown))
    throw error
  })
  if (entries.some((name) => name !== '.git' && name !== '.DS_Store')) throw new Failure(messages.fullFolder(shown))
}

async function steps(shown: string, standAlone: boolean, config: string, target: string): Promise<string[]> {
  const manager = detectManager()
  const run = runCommand(manager, 'dev')
  if (standAlone) return [`cd ${quoted(shown)}`, installCommand(manager), run]
  const name = relative(dirname(config), target).replaceAll('\\', '/')
  return [
    execCommand(manager, `walletkit add ${quoted(`./${name}`)}`),
    ...(await toolsFor(dirname(config))),
    `cd ${quoted(shown)}`,
    run,
  ]
}

/** Packages that the plugin's test and types need. The site has to have them: the plugin's package.json lists none. */
const TOOLS = ['vitest', 'typescript', '@types/node']

/** The command that installs the {@link TOOLS} that the site lacks; an empty list if it lacks none. */
async function toolsFor(site: string): Promise<string[]> {
  const found = await Promise.all(TOOLS.map(async (name) => ((await findInstalled(site, name)) ? [] : [name])))
  const missing = found.flat()
  return missing.length ? [`${await installOf(site, ...missing)}   for its test and types`] : []
}
