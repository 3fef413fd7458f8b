/** `walletkit add <package | ./folder | file.tgz>` and `remove`, for third-party plugins. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { nearest } from '../../schema/nearest.ts'
import { optionOf } from '../../schema/optionHosts.ts'
import { isObject, type Json, type Piece } from '../../schema/pieces.ts'
import type { WriteFlags } from '../ask.ts'
import { Failure } from '../failure.ts'
import { loadGuest, type Unpacked } from '../guests.ts'
import { permissionsOf } from '../package.ts'
import { unifiedDiff } from '../stages/diff.ts'
import { checkText, type Loaded } from '../stages/load.ts'
import { findInstalled } from '../stages/manifest.ts'
import { addEntry, nameOf } from '../stages/plugin/entry.ts'
import { checkPermissions } from '../stages/plugin/checkPermissions.ts'
import { takenBy } from '../stages/plugin/names.ts'
import { idOf } from '../stages/plugin/required.ts'
import { packageOfTarball, unpackTarball } from '../stages/plugin/tarball.ts'
import { answer, say, tell } from './check.ts'
import { type Install, installOf } from './installGuest.ts'
import { messages } from './plugin/messages.ts'

export type GuestFlags = WriteFlags & { install?: boolean }

const SCHEMA = 'walletkit.schema.json'

/**
 * Whether `add <spec>` means a third-party plugin: a path, a tarball, an installed plugin package, or a package-like
 * name that is not close to any feature's name.
 */
export async function isGuest(spec: string, loaded: Loaded, features: readonly string[]): Promise<boolean> {
  if (isPath(spec)) return true
  const installed = await findInstalled(dirname(loaded.path), packageName(spec))
  if (isObject(installed?.manifest.walletkit)) return true
  return /[-/@]/.test(spec) && nearest(spec, [...features, ...loaded.rules.pieces.map(({ id }) => id)]) === undefined
}

/** The config entry that `remove <spec>` means: by its name, its path, or its plugin's id. */
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
 * agrees.
 */
export async function addGuest(spec: string, loaded: Loaded, flags: GuestFlags): Promise<number> {
  const { json, dryRun, yes } = flags
  const root = dirname(loaded.path)
  const cwd = resolve(flags.root ?? process.cwd())
  const name = await nameFor(spec, root, cwd)
  const index = entriesOf(loaded.text).findIndex((entry) => nameOf(entry) === name)
  // Go on despite an issue in this plugin's own entry, because adding the plugin again may repair it, for example a
  // missing grant. The result is checked again before it is written.
  if (loaded.issues.some(({ pointer }) => index < 0 || pointer !== `/plugins/${index}`)) {
    if (json) answer({ ok: false, file: loaded.file, issues: loaded.issues })
    tell(loaded, undefined, json === true)
    return 1
  }
  const asks = yes || dryRun || isTerminal(flags)
  const install = await installOf(
    { spec, name, isTarball: spec.endsWith('.tgz'), isPath: isPath(spec) },
    root,
    cwd,
    flags.install,
  )
  const looks = install && (dryRun || !asks)
  if (looks && !spec.endsWith('.tgz')) {
    if (!asks) throw new Failure(messages.needsDownload(spec))
    if (json) answer({ ok: true, name, dryRun, install: install.shown })
    else say(messages.wouldInstall(install.shown))
    return 0
  }
  const unpacked = looks ? await unpack(resolve(cwd, spec), name) : undefined
  if (install && !looks) {
    // Refuse before the install: npm would look for a required package on the registry, and its error says less.
    if (spec.endsWith('.tgz')) await refuseWithoutRequired(resolve(cwd, spec), name, root, loaded.rules.pieces)
    await install.run()
  }
  try {
    const loading = loadGuest(root, name, permissionsOf(undefined), Math.max(0, index), unpacked?.places)
    const piece = await loading.catch((error: Error) => {
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
    if (!asks) {
      say(messages.asks(name, piece.guest?.version, piece))
      throw new Failure(messages.needsYes(spec))
    }
    const undo = async () => (looks ? undefined : install?.undo())
    return await write({ name, piece, install, undo, unpacked: unpacked?.places }, loaded, flags)
  } catch (error) {
    if (!looks) await install?.undo()
    throw error
  } finally {
    await unpacked?.remove()
  }
}

/** Throws a Failure that names the plugins that a tarball's plugin requires and the project does not have. */
async function refuseWithoutRequired(path: string, name: string, root: string, pieces: readonly Piece[]) {
  const { places, remove } = await unpack(path, name)
  try {
    const piece = await loadGuest(root, name, permissionsOf(undefined), 0, places).catch(() => undefined)
    const missing = piece?.requires.map(idOf).filter((id) => !pieces.some((each) => each.id === id)) ?? []
    if (missing.length) throw new Failure(messages.needsPlugins(name, missing))
  } finally {
    await remove()
  }
}

/** Unpacks a tarball into a temporary folder, to read what its plugin asks for before anything is installed. */
async function unpack(path: string, name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'walletkit-plugin-'))
  await unpackTarball(path, folder)
  return { places: new Map([[name, folder]]), remove: () => rm(folder, { recursive: true, force: true }) }
}

type Addition = {
  name: string
  piece: Piece
  install: Install | undefined
  undo: () => Promise<unknown>
  unpacked: Unpacked | undefined
}

async function write(
  { name, piece, install, undo, unpacked }: Addition,
  loaded: Loaded,
  flags: GuestFlags,
): Promise<number> {
  const { json, dryRun } = flags
  const { feature, permissions } = piece
  const after = addEntry(loaded.text, { name, feature, permissions })
  const told = { name, id: piece.id, feature, permissions, installed: install !== undefined && !dryRun }
  if (after === loaded.text) {
    if (json) answer({ ok: true, ...told, changed: false })
    else say(messages.alreadyNamed(name, feature))
    return 0
  }
  const checked = await checkText(after, loaded.path, loaded.file, unpacked)
  if (checked.issues.length) {
    await undo()
    if (json) answer({ ok: false, file: loaded.file, issues: checked.issues })
    tell(checked, undefined, json === true)
    say(messages.declined)
    return 1
  }
  if (!json || !dryRun) say(messages.asks(name, piece.guest?.version, piece))
  if (dryRun) {
    const diff = unifiedDiff(loaded.file, loaded.text, after)
    if (json) answer({ ok: true, ...told, changed: true, dryRun, install: install?.shown, diff })
    else {
      if (install) say(messages.wouldInstall(install.shown))
      process.stdout.write(diff)
    }
    return 0
  }
  const taken = takenBy(
    piece.id,
    loaded.rules.pieces.filter(({ guest }) => !guest),
  )
  if (taken !== undefined) say(messages.lookAlike(piece.id, taken))
  say(messages.warned)
  if (!(await agrees(messages.consent, flags))) {
    await undo()
    say(messages.declined)
    return 1
  }
  await writeFile(loaded.path, after)
  await writeSchema(checked)
  if (json) answer({ ok: true, ...told, changed: true })
  else say(messages.added(name, feature))
  return 0
}

/** The name that the config will use: a path relative to the config's folder, or a package name. */
async function nameFor(spec: string, root: string, cwd: string): Promise<string> {
  if (!isPath(spec)) return packageName(spec)
  const path = resolve(cwd, spec)
  if (!existsSync(path)) throw new Failure(messages.noFile(spec))
  if (statSync(path).isDirectory()) {
    const name = relative(root, path).replaceAll('\\', '/')
    return name.startsWith('.') ? name : `./${name}`
  }
  const own = await packageOfTarball(path)
  if (typeof own?.name !== 'string') throw new Failure(messages.badTarball(spec))
  if (!isObject(own.walletkit)) throw new Failure(messages.notPluginFile(own.name))
  return own.name
}

export const isTerminal = ({ json }: GuestFlags) =>
  !json && process.stdin.isTTY === true && process.stdout.isTTY === true

/** Asks for consent. Unlike `confirm`, it returns false when there is no terminal to ask on, unless `--yes` is set. */
export async function agrees(question: string, flags: GuestFlags): Promise<boolean> {
  if (flags.yes) return true
  if (!isTerminal(flags)) return false
  const { default: prompts } = await import('prompts')
  const { go } = (await prompts({ type: 'confirm', name: 'go', message: question, initial: false })) as { go?: unknown }
  return go === true
}

/**
 * Writes the schema file if the config names it as its `$schema`, so that editors complete the plugins' options too.
 */
export async function writeSchema({ text, path, rules }: Loaded): Promise<void> {
  const { $schema } = JSON.parse(text.replace(/^\ufeff/, '')) as { $schema?: unknown }
  const file = join(dirname(path), SCHEMA)
  if (typeof $schema !== 'string' || resolve(dirname(path), $schema) !== file) return
  const after = `${JSON.stringify(rules.schema, null, 2)}\n`
  if ((await readFile(file, 'utf8').catch(() => undefined)) !== after) await writeFile(file, after)
}
