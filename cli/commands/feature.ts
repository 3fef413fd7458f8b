/** `walletkit add <feature>` and `walletkit remove <feature>`: the smallest edit of the config. */
import { writeFile } from 'node:fs/promises'
import { nearest } from '../../schema/nearest.ts'
import { isObject } from '../../schema/pieces.ts'
import { Failure } from '../failure.ts'
import { messages } from '../messages.ts'
import { setFeature } from '../stages/edit.ts'
import { loadConfig } from '../stages/load.ts'
import { answer, type CommonFlags, say, tell } from './check.ts'

export const add = (feature: string, flags: CommonFlags) => change(feature, true, flags)
export const remove = (feature: string, flags: CommonFlags) => change(feature, false, flags)

async function change(
  feature: string,
  on: boolean,
  { config, json, root = process.cwd() }: CommonFlags,
): Promise<number> {
  const loaded = await loadConfig(root, config)
  const { rules, value, path, text } = loaded
  const known = [...rules.pieces.map((piece) => piece.feature), ...switches(rules.schema)].sort()
  if (!known.includes(feature)) throw new Failure(messages.unknownFeature(feature, nearest(feature, known), known))
  if (on && rules.pieces.some((piece) => piece.feature === feature && !piece.available))
    throw new Failure(messages.notYet(feature))
  if (!value) {
    tell(loaded, undefined, false)
    return 1
  }
  const written = isObject(value.features) ? value.features[feature] : undefined
  const isOn = written !== undefined && written !== false
  const changed = on ? !isOn : written !== false
  if (changed) await writeFile(path, setFeature(text, feature, on))
  if (json) answer({ ok: true, feature, on, changed })
  else if (changed) say(on ? messages.added(feature) : messages.removed(feature))
  else say(on ? messages.alreadyOn(feature) : messages.alreadyOff(feature))
  return 0
}

/** Features of the base that a plain boolean turns on and off. */
function switches(schema: { properties?: unknown }): string[] {
  const features =
    isObject(schema.properties) && isObject(schema.properties.features)
      ? schema.properties.features.properties
      : undefined
  return Object.entries(isObject(features) ? features : {}).flatMap(([key, piece]) =>
    isObject(piece) && piece.type === 'boolean' ? [key] : [],
  )
}
