/** Reads from a node of the JSON schema what the form needs. Pure functions. */
import type { Json, JsonObject } from '../../../schema/pieces.ts'

/** One way to fill in a value: a fixed value (`true`, `"dark"`), or a form of its own (`node`). */
export type Way = { label: string; value?: Json; node?: JsonObject }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** Follows a reference to one of the schema's definitions. */
export function resolve(root: JsonObject, node: JsonObject): JsonObject {
  const [, name] = typeof node.$ref === 'string' ? (/^#\/definitions\/(\w+)$/.exec(node.$ref) ?? []) : []
  const { definitions } = root
  const found = name !== undefined && isObject(definitions) ? definitions[name] : undefined
  return isObject(found) ? { ...found, ...node } : node
}

/** Every way that a node allows, in the schema's order. */
export function waysOf(root: JsonObject, given: JsonObject): Way[] {
  const node = resolve(root, given)
  const forms = [...listOf(node.anyOf), ...listOf(node.oneOf)].filter(isObject)
  if (forms.length) return forms.flatMap((form) => waysOf(root, form))
  if (node.const !== undefined) return [{ label: labelOf(node.const), value: node.const }]
  const values = Array.isArray(node.enum) ? node.enum : node.type === 'boolean' ? [true, false] : undefined
  if (values)
    return values.map((value) => ({
      label: node.type === 'boolean' && value === false ? 'Off' : node.type === 'boolean' ? 'On' : labelOf(value),
      value,
    }))
  return [{ label: node.type === 'array' ? 'A list' : node.type === 'object' ? 'With options' : 'A text', node }]
}

const labelOf = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The properties of an object's form, by key. */
export const propertiesOf = ({ properties }: JsonObject): [string, JsonObject][] =>
  isObject(properties)
    ? Object.entries(properties).flatMap(([key, node]): [string, JsonObject][] => (isObject(node) ? [[key, node]] : []))
    : []

export const textOf = (node: JsonObject, key: 'description' | 'title') => {
  const text = node[key]
  return typeof text === 'string' ? text : ''
}

/** The values that a list's items may have, if there are few; a list of ids has too many for check boxes. */
export function itemValues(root: JsonObject, { items }: JsonObject): string[] {
  const ways = isObject(items) ? waysOf(root, items) : []
  const values = ways.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  return values.length === ways.length && values.length <= 20 ? values : []
}

/** Whether the items of a list may be texts: then each is a line of a text field. */
export const hasTextItems = (root: JsonObject, { items }: JsonObject) =>
  isObject(items) && waysOf(root, items).some(({ value, node }) => typeof value === 'string' || node?.type === 'string')

/** The value at a path, or undefined. */
export const valueAt = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((at, key) => (isObject(at) ? at[key] : undefined), value)

/** The same object with another value at the path; without the key when `next` is undefined. */
export function withValue(
  value: JsonObject,
  [key = '', ...rest]: readonly string[],
  next: Json | undefined,
): JsonObject {
  const inner = value[key]
  const changed = rest.length ? withValue(isObject(inner) ? inner : {}, rest, next) : next
  if (changed === undefined) {
    const { [key]: _, ...others } = value
    return others
  }
  return { ...value, [key]: changed }
}
