/**
 * `walletkit add <feature>` and `walletkit remove <feature>`: change the config with the smallest edit. guest.ts adds
 * third-party plugins, removeGuest.ts removes them.
 */
import { print } from '../answer.ts'
import { dirname, join, resolve } from 'node:path'
import { nearest } from '../../schema/nearest.ts'
import { isObject } from '../../schema/pieces.ts'
import { writeInside } from '../changes.ts'
import { Failure } from '../failure.ts'
import { messages } from '../messages.ts'
import { packageRoot, readJson } from '../package.ts'
import { addGuest, isGuest, namedGuest } from './guest.ts'
import type { GuestFlags } from './guestWrite.ts'
import { removeGuest, removePackage } from './removeGuest.ts'
import { unifiedDiff } from '../stages/diff.ts'
import { setFeature } from '../stages/edit.ts'
import { loadConfig } from '../stages/load.ts'
import { readManifest } from '../stages/manifest.ts'
import { findManager } from '../stages/packageManager.ts'
import { requirePeers } from '../stages/peers.ts'
import { answer, say, tell } from './check.ts'

export const add = (feature: string, flags: GuestFlags) => change(feature, true, flags)
export const remove = (feature: string, flags: GuestFlags) => change(feature, false, flags)

async function change(feature: string, on: boolean, flags: GuestFlags): Promise<number> {
  const { config, json, dryRun, root = process.cwd() } = flags
  const loaded = await loadConfig(root, config)
  const { rules, value, path, text } = loaded
  const known = [...rules.pieces.map((piece) => piece.feature), ...switches(rules.schema)].sort()
  if (on) await checkPeersOf(resolve(root))
  const named = on ? undefined : namedGuest(feature, loaded, root)
  if (named !== undefined) return removeGuest(named, loaded, flags)
  if (on && !known.includes(feature) && (await isGuest(feature, loaded, known))) return addGuest(feature, loaded, flags)
  const removed = on || known.includes(feature) ? undefined : await removePackage(feature, dirname(path), flags)
  if (removed !== undefined) return removed
  if (flags.option?.length) throw new Failure(messages.optionOfPlugin)
  if (!known.includes(feature)) throw new Failure(messages.unknownFeature(feature, nearest(feature, known), known))
  if (on && rules.pieces.some((piece) => piece.feature === feature && !piece.available))
    throw new Failure(messages.notYet(feature))
  if (!value) {
    if (json) answer({ ok: false, file: loaded.file, issues: loaded.issues })
    tell(loaded, undefined, false)
    return 1
  }
  const written = isObject(value.features) ? value.features[feature] : undefined
  const isOn = written !== undefined && written !== false
  const changed = on ? !isOn : written !== false
  const after = changed ? setFeature(text, feature, on) : text
  if (dryRun) {
    const diff = unifiedDiff(loaded.file, text, after)
    if (json) answer({ ok: true, feature, on, changed, dryRun, diff })
    else print(diff)
    return 0
  }
  if (changed) await writeInside(dirname(path), path, text, after)
  if (json) answer({ ok: true, feature, on, changed })
  else if (changed) say(on ? messages.added(feature) : messages.removed(feature))
  else say(on ? messages.alreadyOn(feature) : messages.alreadyOff(feature))
  return 0
}

async function checkPeersOf(root: string): Promise<void> {
  const { manager } = await findManager(root)
  const own = await readJson(join(packageRoot, 'package.json'))
  await requirePeers(root, (await readManifest(root)) ?? {}, own, manager)
}

/** Built-in features that a plain boolean turns on and off. */
function switches(schema: { properties?: unknown }): string[] {
  const features =
    isObject(schema.properties) && isObject(schema.properties.features)
      ? schema.properties.features.properties
      : undefined
  return Object.entries(isObject(features) ? features : {}).flatMap(([key, piece]) =>
    isObject(piece) && piece.type === 'boolean' ? [key] : [],
  )
}
