/** `kit.use` of a plugin: what another plugin's controller offers as its member `api`. */
import type { AnyPlugin } from '../contracts/definePlugin.ts'
import type { Kit } from '../contracts/kit.ts'
import { fitsRange } from '../lib/fitsRange.ts'
import { isRecord, plain } from '../lib/isRecord.ts'
import { pluginsOn } from '../state/plugins.ts'
import { watch } from './blame.ts'
import { refusal } from './permissions.ts'
import { running } from './running.ts'

export async function useApi(kit: Kit, { id, requires }: AnyPlugin, wanted: string, range: string) {
  if (!requires?.some((each) => each.split('@')[0]?.replace('?', '') === wanted))
    throw refusal(`Plugin "${id}" did not declare ${wanted} in its requires`)
  const other = pluginsOn(kit).find((each) => each.id === wanted)
  const activation = running(kit).get(wanted)
  if (!other || !activation) return undefined
  const version = other.provides?.api
  if (version === undefined) throw new Error(`Plugin "${wanted}" provides no API`)
  if (!fitsRange(version, range))
    throw new Error(`Plugin "${id}" needs the API ${range} of "${wanted}", which provides ${version}`)
  const { api } = Object(await activation.controller()) as { api?: unknown }
  if (!isRecord(api)) throw new Error(`Plugin "${wanted}" provides an API, and its controller has no member api`)
  return frozen(kit, wanted, api)
}

/** A frozen copy of another plugin's API. What its functions throw counts as an error of the plugin that owns it. */
const frozen = (kit: Kit, owner: string, api: Record<string, unknown>) =>
  Object.freeze(
    Object.fromEntries(
      Object.entries(api).map(([key, value]) => [
        key,
        typeof value === 'function' ? watch(kit, owner, (value as () => unknown).bind(api)) : plain(value),
      ]),
    ),
  )
