/** Merges the base schema and each plugin's part into the schema that editors and the CLI use. Pure. */
import { isObject, type Json, type JsonObject, onByDefault, type Piece } from './pieces.ts'
import { requiredOptions } from './requiredOptions.ts'

/**
 * The base schema with each plugin's part and the known network ids. Throws if two plugins, or a plugin and the base
 * schema, have the same feature key.
 */
export function composeSchema(base: JsonObject, pieces: readonly Piece[], networkIds: readonly string[]): JsonObject {
  const schema = extendSchema(base, pieces)
  nameNetworks(objectAt(schema, 'properties'), networkIds)
  return schema
}

/** Adds the parts of further plugins to a schema. Throws like `composeSchema`. */
export function extendSchema(base: JsonObject, pieces: readonly Piece[]): JsonObject {
  const schema = structuredClone(base)
  const properties = objectAt(schema, 'properties')
  const features = objectAt(objectAt(properties, 'features'), 'properties')
  for (const piece of [...pieces].sort((a, b) => (a.feature < b.feature ? -1 : 1))) {
    if (features[piece.feature])
      throw new Error(`Two owners of features.${piece.feature}; the second is plugin ${piece.id}`)
    features[piece.feature] = feature(piece)
  }
  for (const slot of ['walletFeatures', 'connectMethods']) {
    const items = objectAt(objectAt(features, `${slot}Order`), 'items')
    const known = Array.isArray(items.enum) ? items.enum : []
    items.enum = [...new Set([...known, ...pieces.flatMap(({ slotKeys }) => [...(slotKeys[slot] ?? [])]).sort()])]
  }
  return schema
}

/** Replaces the boolean in the schema of a feature with required options, because `true` would leave these out. */
const OFF: JsonObject = { type: 'boolean', enum: [false], description: 'Off.' }

function feature(piece: Piece): JsonObject {
  const { description, default: _default, $schema: _schema, ...rest } = piece.schema ?? {}
  const about = typeof description === 'string' ? description : piece.id
  const state = piece.available ? `Default: ${onByDefault(piece)}.` : 'Not in this version: leave it out, or false.'
  const options: Json[] = piece.schema ? [{ ...rest, description: 'On, with these options.' }] : []
  return {
    description: `${about} ${state}`,
    anyOf: [requiredOptions(piece.schema).length ? OFF : { type: 'boolean', description: 'On or off.' }, ...options],
  }
}

/** Lists the known network ids in the schema, so that editors can complete them. */
function nameNetworks(properties: JsonObject, ids: readonly string[]) {
  const branches = objectAt(objectAt(properties, 'networks'), 'items').anyOf
  const [id] = Array.isArray(branches) ? branches : []
  if (isObject(id)) id.enum = [...ids]
}

function objectAt(parent: JsonObject, key: string): JsonObject {
  const child = parent[key]
  if (!isObject(child)) throw new Error(`The base schema lacks ${key}`)
  return child
}
