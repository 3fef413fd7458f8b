/** What a plugin asks for; each list is empty where it asks for nothing. */
export type Permissions = Record<'methods' | 'services' | 'hosts' | 'storage', readonly string[]>

/** A plugin that is not of this package, as the config's `plugins` names it. */
export type Guest = {
  /** A package's name, or a folder as `./plugins/tip-jar`. */
  name: string
  version: string | undefined
  /** What the site allows it. */
  grants: Permissions
  /** Its place in `plugins`. */
  index: number
}

/** What schema and CLI know of a plugin: the inert half of its manifest and its piece of the schema. */
export type Piece = {
  id: string
  /** The folder of its files, and in it the manifest's file. */
  folder: string
  entry: string
  /** The key under `features`. */
  feature: string
  available: boolean
  /** The keys that order lists may name, by slot. */
  slotKeys: Record<string, readonly string[]>
  /** Views, for the check that an off feature leaves no byte. */
  views: readonly string[]
  engine: string
  permissions: Permissions
  /** Ids of plugins that it cannot work without. */
  requires: readonly string[]
  /** Gzip bytes. */
  budget: { eager?: number; lazy?: number }
  /** Absent for a plugin of this package. */
  guest?: Guest
  /** The plugin's `config.schema.json`; undefined where a boolean is enough. */
  schema: JsonObject | undefined
}

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a feature is on when the config says nothing: yes, unless its piece says `"default": false`. */
export const onByDefault = (piece: Piece) => piece.schema?.default !== false
