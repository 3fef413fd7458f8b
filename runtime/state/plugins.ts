/**
 * The usable plugins of a kit. A manifest may come from a third party, so the kit validates each one, once, when a slot
 * or view is first needed. An invalid manifest disables its whole plugin; the kit works without it.
 */
import { PluginError } from '../errors/plugin.ts'
import type { AnyPlugin } from '../contracts/definePlugin.ts'
import type { Kit } from '../contracts/kit.ts'
import { isRecord } from '../lib/isRecord.ts'
import { perKit } from '../contracts/perKit.ts'

export type Plugins = { readonly sound: readonly AnyPlugin[]; readonly faults: readonly PluginError[] }

const NONE: Plugins = { sound: [], faults: [] }

/** The usable plugins in the config's order, and why the others are not usable. None until they are loaded. */
export const plugins = (kit: Kit): Plugins => (kit.plugins ? validated(kit) : NONE)

const validated = perKit((kit: Kit): Plugins => {
  const sound: AnyPlugin[] = []
  const faults: PluginError[] = []
  for (const [at, plugin] of (kit.plugins ?? []).entries()) {
    const id = nameOf(plugin, at)
    try {
      const fault = faultOf(plugin) ?? clashOf(plugin, sound)
      if (fault) faults.push(new PluginError(id, `: its manifest ${fault}`))
      else sound.push(plugin)
    } catch (error) {
      faults.push(new PluginError(id, ': its manifest cannot be read', error))
    }
  }
  return { sound, faults }
})

/** The usable plugins whose feature is on now; the site may change features with `updateFeatures`. */
export const pluginsOn = (kit: Kit): readonly AnyPlugin[] =>
  plugins(kit).sound.filter(({ feature }) => kit.state.options.features[feature] !== false)

/** The usable plugin that put an item into a slot; `undefined` if none did. */
export const ownerOf = (kit: Kit, item: unknown): AnyPlugin | undefined =>
  plugins(kit).sound.find(({ slots }) =>
    Object.values(slots ?? {}).some((items) => (items as readonly unknown[]).includes(item)),
  )

/** What the items of each slot must have besides `key`: the name of a property, and its type. */
const NEEDS: Readonly<Record<string, readonly [key: string, type: string][]>> = {
  connectMethods: [['load', 'function']],
  accountTabs: [
    ['load', 'function'],
    ['label', 'string'],
  ],
  walletFeatures: [
    ['label', 'string'],
    ['view', 'string'],
  ],
  accountMenu: [
    ['label', 'string'],
    ['view', 'string'],
  ],
  guards: [['mayClose', 'function']],
  names: [['load', 'function']],
}

/** Describes the first rule of manifests that this value breaks; `undefined` for a valid manifest. */
function faultOf(plugin: unknown): string | undefined {
  if (!isRecord(plugin)) return 'is no object'
  const { id, api, controller, permissions, views, slots } = plugin
  if (typeof id !== 'string' || !id) return 'has no id'
  for (const [key, thunk] of Object.entries({ api, controller }))
    if (thunk !== undefined && typeof thunk !== 'function') return `has a ${key} that is no function`
  if (!isMissing(permissions) && !(isRecord(permissions) && Object.values(permissions).every(isTexts)))
    return 'has permissions that are no lists of texts'
  if (!isMissing(views) && !isRecord(views)) return 'has views that are no object'
  for (const [name, view] of Object.entries(views ?? {}))
    if (!isRecord(view) || typeof view['load'] !== 'function' || !['string', 'function'].includes(typeof view['title']))
      return `has a view ${name} without a title or a load function`
  if (!isMissing(slots) && !isRecord(slots)) return 'has slots that are no object'
  for (const [name, items] of Object.entries(slots ?? {})) {
    if (!Array.isArray(items)) return `has a slot ${name} that is no list`
    const needs = [['key', 'string'] as const, ...(NEEDS[name] ?? [])]
    for (const item of items as unknown[]) {
      if (isRecord(item) && !isTexts(item['namespaces']))
        return `has an item of ${name} with namespaces that are no list`
      for (const [key, type] of needs)
        if (!isRecord(item) || typeof item[key] !== type) return `has an item of ${name} without a ${type} as ${key}`
    }
  }
  return undefined
}

/** Describes an id or view name that an earlier plugin uses already; the earlier plugin keeps it. */
function clashOf({ id, views }: AnyPlugin, earlier: readonly AnyPlugin[]): string | undefined {
  if (earlier.some((plugin) => plugin.id === id)) return 'has the id of another plugin'
  const view = Object.keys(views ?? {}).find((name) =>
    earlier.some((plugin) => Object.hasOwn(plugin.views ?? {}, name)),
  )
  return view && `has the view ${view} of another plugin`
}

function nameOf(plugin: unknown, at: number): string {
  try {
    const { id, feature } = plugin as Partial<AnyPlugin>
    return [id, feature].find((name) => typeof name === 'string' && name) ?? `number ${at + 1}`
  } catch {
    return `number ${at + 1}`
  }
}

const isMissing = (value: unknown) => value === undefined
const isTexts = (value: unknown) =>
  value === undefined || (Array.isArray(value) && value.every((each) => typeof each === 'string'))
