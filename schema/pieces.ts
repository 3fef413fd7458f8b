/**
 * What a plugin asks for; a list is empty if it asks for none of that kind. `slots` are the places of the modal that
 * its manifest puts items into, `activate` the events that start it; all other kinds are the manifest's `permissions`.
 */
export type Permissions = Record<
  'methods' | 'services' | 'hosts' | 'storage' | 'names' | 'identity' | 'events' | 'activate' | 'slots',
  readonly string[]
>

/** A third-party plugin, as the config's `plugins` names it. */
export type Guest = {
  /** The name of a package, or a folder such as `./plugins/tip-jar`. */
  name: string
  version: string | undefined
  /** The permissions that the site grants. */
  grants: Permissions
  /** The plugin's index in the config's `plugins`. */
  index: number
}

/** What the schema and the CLI know of a plugin: the data of its manifest, without its code, and its own schema. */
export type Piece = {
  id: string
  /** The plugin's folder; `entry` is the manifest's file in it. */
  folder: string
  entry: string
  /** The plugin's key under `features`. */
  feature: string
  available: boolean
  /** By slot, the keys of the plugin's items, which the slot's order list in the config may name, if it has one. */
  slotKeys: Record<string, readonly string[]>
  /**
   * The names of the plugin's views. The build searches its output for them, to check that a feature that is off left
   * no code.
   */
  views: readonly string[]
  engine: string
  permissions: Permissions
  /**
   * The plugins that this one requires: an id, or an id with a range of that plugin's API, as `other-plugin@^1.2`. With
   * `?` after the id, this plugin works without the other one.
   */
  requires: readonly string[]
  /** The version of the API that the plugin offers to other plugins. */
  provides: string | undefined
  /** The names of the plugin's tracking events. */
  events: readonly string[]
  /** Maximum sizes, in gzip bytes: `eager` loads with the page, `lazy` on use. */
  budget: { eager?: number; lazy?: number }
  /** Set for third-party plugins only. */
  guest?: Guest
  /** The plugin's `config.schema.json`; `undefined` if the feature has no options, only on and off. */
  schema: JsonObject | undefined
}

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a feature is on if the config does not mention it: yes, unless its schema has `"default": false`. */
export const onByDefault = (piece: Piece) => piece.schema?.default !== false
