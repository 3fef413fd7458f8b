/** The config entry of a third-party plugin: `add` writes it and `remove` deletes it. Pure functions. */
import { isObject, type Json, type JsonObject, type Permissions } from '../../../schema/pieces.ts'
import { rewrite } from '../edit.ts'

export type Entry = {
  name: string
  feature: string
  permissions: Permissions
  /** Options to write; the others that the config has stay. */
  options?: JsonObject
}

export const nameOf = (entry: Json): string | undefined => {
  const name = isObject(entry) ? entry.name : entry
  return typeof name === 'string' ? name : undefined
}

const parse = (text: string): JsonObject => {
  const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
  return isObject(value) ? value : {}
}
const listOf = (value: Json | undefined) => (Array.isArray(value) ? value : [])

/**
 * Replaces the plugin's entry in place or appends it, and turns its feature on. `text` must be JSON that `scan`
 * (schema/scan.ts) accepts.
 */
export function addEntry(text: string, { name, feature, permissions, options = {} }: Entry): string {
  const config = parse(text)
  const granted = Object.entries(permissions).filter(([, list]) => list.length)
  const grants = Object.fromEntries(granted.map(([kind, list]) => [kind, [...list]]))
  const entry: Json = granted.length ? { name, grants } : name
  const plugins = listOf(config.plugins)
  const isNamed = plugins.some((each) => nameOf(each) === name)
  const features = isObject(config.features) ? config.features : {}
  const written = features[feature]
  const isOn = written !== undefined && written !== false
  const value = Object.keys(options).length ? { ...(isObject(written) && written), ...options } : isOn ? written : true
  return rewrite(text, {
    ...config,
    plugins: isNamed ? plugins.map((each) => (nameOf(each) === name ? entry : each)) : [...plugins, entry],
    ...(value !== written && { features: { ...features, [feature]: value } }),
  })
}

/**
 * Undoes `add`: removes the plugin's entry and its feature. Also removes a list of plugins that is empty then, and an
 * empty `features` object that follows the list in the text, because `add` creates it there.
 */
export function removeEntry(text: string, name: string, feature: string | undefined): string {
  const { plugins, features, ...rest } = parse(text)
  const left = listOf(plugins).filter((each) => nameOf(each) !== name)
  const { [feature ?? '']: _gone, ...others } = isObject(features) ? features : {}
  const keys = Object.keys(parse(text))
  const isWritten = keys.indexOf('features') > keys.indexOf('plugins') && !Object.keys(others).length
  return rewrite(text, {
    ...rest,
    ...(left.length > 0 && { plugins: left }),
    ...(isObject(features) && !(isWritten && feature !== undefined && feature in features) && { features: others }),
  })
}
