/** `walletkit add <package | ./folder | file.tgz>`, for third-party plugins. removeGuest.ts removes them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { nearest } from '../../schema/nearest.ts'
import { optionOf } from '../../schema/optionHosts.ts'
import { isObject, type Json, type Piece } from '../../schema/pieces.ts'
import { Failure } from '../failure.ts'
import { grantsOf, loadGuest, type Unpacked } from '../guests.ts'
import { permissionsOf } from '../package.ts'
import type { Loaded } from '../stages/load.ts'
import { findInstalled } from '../stages/manifest.ts'
import { checkPermissions } from '../stages/plugin/checkPermissions.ts'
import { nameOf } from '../stages/plugin/entry.ts'
import { newsOf } from '../stages/plugin/news.ts'
import { neededIds } from '../stages/plugin/required.ts'
import { packageOfTarball, unpackTarball } from '../stages/plugin/tarball.ts'
import { answer, say, tell } from './check.ts'
import { givenOptions, missingOptions } from './guestOptions.ts'
import { refuseWithoutRequired } from './guestRequired.ts'
import { type Addition, entryText, type GuestFlags, isTerminal, screen, writeGuest } from './guestWrite.ts'
import { installOf } from './installGuest.ts'
import { messages } from './plugin/messages.ts'

/**
 * Whether `add <spec>` means a third-party plugin: a path, a tarball, an installed plugin package, or a package-like
 * name that is not close to the name of a feature or to a plugin's id.
 */
export async function isGuest(spec: string, loaded: Loaded, features: readonly string[]): Promise<boolean> {
  if (isPath(spec)) return true
  const installed = await findInstalled(dirname(loaded.path), packageName(spec))
  if (isObject(installed?.manifest.walletkit)) return true
  return /[-/@]/.test(spec) && nearest(spec, [...features, ...loaded.rules.pieces.map(({ id }) => id)]) === undefined
}

/** The name of the config entry that `remove <spec>` means: found by this name, by its path, or by its plugin's id. */
export function namedGuest(spec: string, { text, path, rules }: Loaded, cwd: string): string | undefined {
  const names = entriesOf(text).flatMap((entry) => nameOf(entry) ?? [])
  const byId = rules.pieces.find(({ id, guest }) => guest && id === spec)?.guest?.name
  const byPath = isPath(spec) ? names.find((name) => resolve(dirname(path), name) === resolve(cwd, spec)) : undefined
  return names.find((name) => name === spec) ?? byPath ?? byId
}

const isPath = (spec: string) => /^\.{0,2}[\\/]|^\.{1,2}$|^[A-Za-z]:[\\/]|\.tgz$/.test(spec)
const packageName = (spec: string) => /^(?:@[^/@]+\/)?[^@/]+/.exec(spec)?.[0] ?? spec

function entriesOf(text: string): Json[] {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isObject(value) && Array.isArray(value.plugins) ? value.plugins : []
  } catch {
    return []
  }
}

/**
 * Installs the plugin if it is missing, prints the permissions it asks for, and writes the config entry once the user
 * agrees, or `--yes` says so. An install is undone if the entry is not written.
 */
export async function addGuest(spec: string, loaded: Loaded, flags: GuestFlags): Promise<number> {
  const { json, dryRun, yes } = flags
  const root = dirname(loaded.path)
  const cwd = resolve(flags.root ?? process.cwd())
  const entries = entriesOf(loaded.text)
  const name = writtenName(await nameFor(spec, root, cwd), entries, root)
  const index = entries.findIndex((entry) => nameOf(entry) === name)
  const before = loaded.rules.pieces.find(({ guest }) => guest?.name === name)
  // Go on despite an issue in this plugin's own entry or options, because adding the plugin again may repair it, for
  // example a missing grant. The result is checked again before it is written.
  const own = index < 0 ? [] : [`/plugins/${index}`, ...(before ? [`/features/${before.feature}`] : [])]
  const mayEnd = [...own, ...waiting(loaded.rules.pieces)]
  if (loaded.issues.some(({ pointer }) => !mayEnd.includes(pointer))) {
    if (json) answer({ ok: false, file: loaded.file, issues: loaded.issues })
    tell(loaded, undefined, json === true)
    return 1
  }
  const asks = yes || dryRun || isTerminal(flags)
  const isTarball = spec.endsWith('.tgz')
  const install = await installOf({ spec, name, isTarball, isPath: isPath(spec) }, root, cwd, flags.install)
  const looks = install && (dryRun || !asks)
  if (looks && !isTarball) {
    if (!asks) throw new Failure(messages.needsDownload(spec, flags.option))
    if (json) answer({ ok: true, name, dryRun, install: install.shown })
    else say(messages.wouldInstall(install.shown))
    return 0
  }
  const unpacked = install && isTarball ? await unpack(resolve(cwd, spec), name) : undefined
  const read = async (places?: Unpacked): Promise<Addition> => {
    const piece = await pieceOf(root, name, Math.max(0, index), places)
    const news = index < 0 ? undefined : newsOf(piece, before, grantsOf(entries[index]))
    const given = givenOptions(flags.option ?? [], piece)
    return { spec, name, piece, news, given, install, unpacked: places }
  }
  let isInstalled = false
  try {
    // Refuse a plugin whose required plugins are missing before the install: npm would look for them on the registry,
    // and its error says less.
    const seen = unpacked && (await read(unpacked.places).catch((error: unknown) => refusal(error, looks)))
    if (seen) await refuse(seen, loaded, flags)
    if (install && !looks) {
      isInstalled = true
      await install.run()
    }
    const addition = seen && looks ? seen : await read()
    await refuse(addition, loaded, flags)
    const code = await writeGuest(addition, loaded, flags)
    if (code !== 0 && isInstalled) await install?.undo()
    return code
  } catch (error) {
    if (isInstalled) await install?.undo()
    throw error
  } finally {
    await unpacked?.remove()
  }
}

/**
 * Handles the error of a plugin that cannot be read before the install. It may be readable after it, so the error is
 * thrown only if nothing will be installed (`looks`).
 */
function refusal(error: unknown, looks: boolean | undefined): undefined {
  if (looks) throw error
  return undefined
}

/** Reads the plugin. Throws a Failure if it cannot be read, or asks for what no site can grant. */
async function pieceOf(root: string, name: string, index: number, places: Unpacked | undefined): Promise<Piece> {
  const piece = await loadGuest(root, name, permissionsOf(undefined), index, places).catch((error: Error) => {
    throw new Failure(error.message)
  })
  const { slots: _slots, activate: _activate, ...asked } = piece.permissions
  const hosts = asked.hosts.map((host) => (optionOf(host) === undefined ? host : { option: optionOf(host) }))
  const wrong = checkPermissions({ ...asked, hosts }).filter(({ level }) => level === 'error')
  if (wrong.length)
    throw new Failure(
      messages.asksWrongly(
        name,
        wrong.map(({ message }) => message),
      ),
    )
  return piece
}

/**
 * Throws a Failure if the plugin requires a plugin that the project lacks. Also throws if a required option or the
 * user's consent is missing and the command may not ask for it, for example without a terminal.
 */
async function refuse(addition: Addition, loaded: Loaded, flags: GuestFlags): Promise<void> {
  const { spec, name, piece, given } = addition
  await refuseWithoutRequired(piece, name, loaded.rules.pieces, dirname(loaded.path))
  const missing = missingOptions(piece, loaded.text, given)
  const isAsked = isTerminal(flags) && !flags.yes && !flags.dryRun
  if (missing.length && !isAsked) {
    say(screen(addition))
    throw new Failure(messages.needsOptions(name, spec, missing, flags.option))
  }
  const isSettled = !addition.install && entryText(addition, loaded.text, given) === loaded.text
  if (isAsked || flags.yes || flags.dryRun || isSettled) return
  say(screen(addition))
  throw new Failure(messages.needsYes(spec, flags.option))
}

/** Unpacks a tarball into a temporary folder, to read what its plugin asks for before anything is installed. */
async function unpack(path: string, name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'walletkit-plugin-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  await unpackTarball(path, folder).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  return { places: new Map([[name, folder]]), remove }
}

/** The name that the config will use: a path relative to the config's folder, or a package name. */
async function nameFor(spec: string, root: string, cwd: string): Promise<string> {
  if (!isPath(spec)) {
    // npm would take `plugins/tip-jar` for a repository on GitHub, and fetch the code of a stranger.
    if (/^[^@/]+\//.test(spec)) throw new Failure(messages.bareFolder(spec))
    return checkedName(packageName(spec))
  }
  const path = resolve(cwd, spec)
  if (!existsSync(path)) throw new Failure(messages.noFile(spec))
  if (statSync(path).isDirectory()) {
    const name = relative(root, path).replaceAll('\\', '/')
    return name.startsWith('.') ? name : `./${name}`
  }
  const own = await packageOfTarball(path)
  if (typeof own?.name !== 'string') throw new Failure(messages.badTarball(spec))
  const name = checkedName(own.name)
  if (!isObject(own.walletkit)) throw new Failure(messages.notPluginFile(name))
  return name
}

/** The name that the config already has for the same folder, such as `../` for `..`; else `name`. */
function writtenName(name: string, entries: readonly Json[], root: string): string {
  const written = entries.flatMap((entry) => nameOf(entry) ?? [])
  if (!isPath(name) || written.includes(name)) return name
  return written.find((each) => isPath(each) && resolve(root, each) === resolve(root, name)) ?? name
}

/**
 * Pointers to the third-party plugins in the config that require a plugin which is neither built in nor loaded from the
 * config. `add` goes on despite issues at these pointers, because it may be adding the missing plugin.
 */
function waiting(pieces: readonly Piece[]): string[] {
  return pieces.flatMap(({ guest, requires }) =>
    guest && neededIds(requires).some((id) => !pieces.some((each) => each.id === id)) ? `/plugins/${guest.index}` : [],
  )
}

/** Package names, about as npm allows them, without a hyphen in front: they are used in command lines and paths. */
const NAME = /^(?=.{1,214}$)(?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*$/

function checkedName(name: string): string {
  if (!NAME.test(name)) throw new Failure(messages.badPackageName(name))
  return name
}
