/** What schema and CLI know of a plugin: the inert half of its manifest and its piece of the schema. */
export type Piece = {
  /** The folder's name. */
  id: string
  /** The key under `features`. */
  feature: string
  available: boolean
  /** The keys that order lists may name, by slot. */
  slotKeys: Record<string, readonly string[]>
  /** Views, for the check that an off feature leaves no byte. */
  views: readonly string[]
  /** Keys of `services` that it calls. */
  services: readonly string[]
  /** The plugin's `config.schema.json`; undefined where a boolean is enough. */
  schema: JsonObject | undefined
}

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a feature is on when the config says nothing: yes, unless its piece says `"default": false`. */
export const onByDefault = (piece: Piece) => piece.schema?.default !== false
