/** `walletkit remove <plugin>`: takes a third-party plugin out of the config, with everything that names it. */
import { print } from '../answer.ts'
import { dirname } from 'node:path'
import { isObject, type Piece } from '../../schema/pieces.ts'
import { Failure } from '../failure.ts'
import { runShown } from '../run.ts'
import { unifiedDiff } from '../stages/diff.ts'
import { checkText, type Loaded } from '../stages/load.ts'
import { dependenciesOf, findInstalled, readManifest } from '../stages/manifest.ts'
import { quietManager, removeArguments } from '../stages/packageManager.ts'
import { removeEntry } from '../stages/plugin/entry.ts'
import { neededIds } from '../stages/plugin/required.ts'
import { leftoversOf, removeLeftovers } from '../stages/plugin/leftovers.ts'
import { answer, say, tell } from './check.ts'
import { agrees, type GuestFlags, isTerminal, writeConfig } from './guestWrite.ts'
import { messages } from './plugin/messages.ts'

/**
 * Undoes `add`: removes the config entry and the feature, and uninstalls the package if the user agrees. Also removes
 * order lists and texts in the config that name the plugin; if the user declines that, removes nothing at all. Removes
 * nothing when the config would get new issues, or when another plugin requires this one.
 */
export async function removeGuest(name: string, loaded: Loaded, flags: GuestFlags): Promise<number> {
  const { json, dryRun } = flags
  const piece = loaded.rules.pieces.find(({ guest }) => guest?.name === name)
  const needing = loaded.rules.pieces.flatMap(({ guest, requires }) =>
    guest && guest.name !== name && piece && neededIds(requires).includes(piece.id) ? guest.name : [],
  )
  if (piece && needing.length) throw new Failure(messages.neededBy(piece.id, needing))
  const bare = removeEntry(loaded.text, name, piece?.feature)
  const leftovers = piece ? leftoversOf(bare, piece) : []
  const after = removeLeftovers(bare, leftovers)
  const checked = await checkText(after, loaded.path, loaded.file)
  const known = new Set(loaded.issues.map(({ message }) => message))
  const issues = checked.issues.filter(({ message }) => !known.has(message))
  if (issues.length) {
    if (json) answer({ ok: false, file: loaded.file, issues })
    tell({ ...checked, issues }, undefined, json === true)
    say(messages.stays)
    return 1
  }
  if (leftovers.length) say(messages.leftovers(name, leftovers))
  if (dryRun) {
    const diff = unifiedDiff(loaded.file, loaded.text, after)
    if (json) answer({ ok: true, name, dryRun, leftovers, diff })
    else print(diff)
    return 0
  }
  if (leftovers.length && !(await agrees(messages.removeToo, flags))) {
    say(isTerminal(flags) ? messages.stays : messages.removeNeedsYes(name))
    if (json) answer({ ok: false, name, leftovers })
    return 1
  }
  await writeConfig(loaded, checked)
  if (!piece) say(messages.unread(name))
  const uninstalled = await uninstall(name, dirname(loaded.path), flags)
  if (json) answer({ ok: true, name, feature: piece?.feature, leftovers, uninstalled })
  else told(name, piece)
  return 0
}

function told(name: string, piece: Piece | undefined) {
  say(messages.removed(name))
  const keys = piece?.permissions.storage ?? []
  if (keys.length) say(messages.storageStays(keys))
}

/**
 * Handles `remove` of a plugin that the config does not name any more. Returns undefined if no such plugin is
 * installed.
 */
export async function removePackage(name: string, root: string, flags: GuestFlags): Promise<number | undefined> {
  const own = await readManifest(root)
  if (!own || !Object.hasOwn(dependenciesOf(own), name)) return undefined
  if (!isObject((await findInstalled(root, name))?.manifest.walletkit)) return undefined
  if (flags.dryRun) {
    const { shown } = await commandOf(name, root)
    if (flags.json) answer({ ok: true, name, dryRun: true, uninstall: shown })
    else say(messages.wouldInstall(shown))
    return 0
  }
  const uninstalled = await uninstall(name, root, flags)
  if (flags.json) answer({ ok: uninstalled, name, uninstalled })
  else if (uninstalled) say(messages.uninstalled(name))
  return uninstalled ? 0 : 1
}

/** Uninstalls the package if the project depends on it and the user agrees. Returns whether it did. */
async function uninstall(name: string, root: string, flags: GuestFlags): Promise<boolean> {
  const own = await readManifest(root)
  if (!own || !Object.hasOwn(dependenciesOf(own), name)) return false
  const { manager, args, env, shown } = await commandOf(name, root)
  if (flags.install === false || !(await agrees(messages.uninstall(name), flags))) {
    say(messages.kept(name, isTerminal(flags) || flags.install === false ? undefined : shown))
    return false
  }
  say(messages.installing(shown))
  if ((await runShown(manager, args, root, env)) !== 0) throw new Failure(messages.uninstallFailed(shown))
  return true
}

/** The command that uninstalls a package. */
async function commandOf(name: string, root: string) {
  const quiet = await quietManager(root)
  const args = removeArguments(quiet, name)
  return { ...quiet, args, shown: [quiet.manager, ...args].join(' ') }
}
