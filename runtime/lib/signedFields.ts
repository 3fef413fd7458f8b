/** Finds the fields of typed data that EIP-712 signs: only those that `types` name. */
import { isRecord } from './isRecord.ts'

export type TypedField = { name: string; type: string }
export type Types = Readonly<Record<string, readonly TypedField[]>>
/**
 * One signed value. `value` is undefined where the data lacks the field, has no object for a struct, or has a list of
 * another length than the type says. It is an empty array for an empty list and for a struct without fields.
 */
export type Signed = { path: string; type: string; value: unknown }

/**
 * The most levels and values to read: more than honest requests have. Without a limit, a message that contains itself
 * would never end.
 */
const [DEEPEST, MOST] = [16, 2000]

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/**
 * Every signed value under its path, such as `permitted.amount` or `orders[0].price`. Undefined if `types` lack a type
 * that the data uses, if the message is not an object, or if the data is too large to show.
 */
export function signedFields(types: Types, primaryType: string, message: unknown): Signed[] | undefined {
  const found: Signed[] = []
  const walk = (type: string, value: unknown, path: string, depth: number): boolean => {
    if (depth > DEEPEST || found.length > MOST) return false
    const [, item, count] = /^(.*)\[(\d*)\]$/s.exec(type) ?? []
    if (item !== undefined) {
      const isShort = Array.isArray(value) && count && value.length !== Number(count)
      if (isShort) found.push({ path, type, value: undefined })
      else if (!Array.isArray(value) || !value.length) found.push({ path, type, value })
      else return value.every((each: unknown, at) => walk(item, each, `${path}[${at}]`, depth + 1))
      return true
    }
    const fields = Object.hasOwn(types, type) ? types[type] : undefined
    if (!fields) {
      // A type that is not in `types` must be one of Solidity's own; otherwise the typed data is not valid.
      if (!/^(u?int\d*|bytes\d*|address|bool|string)$/.test(type)) return false
      found.push({ path, type, value })
      return true
    }
    if (!fields.length || !isRecord(value)) {
      if (path) found.push({ path, type, value: fields.length || !isRecord(value) ? undefined : [] })
      return fields.length === 0 || path !== ''
    }
    return fields.every(({ name, type: inner }) =>
      walk(inner, own(value, name), path ? `${path}.${name}` : name, depth + 1),
    )
  }
  return Object.hasOwn(types, primaryType) && walk(primaryType, message, '', 0) ? found : undefined
}

/**
 * A copy of the message with only the signed fields, at every depth. Call it only if {@link signedFields} returned a
 * list: it does not limit the depth itself.
 */
export function signedOnly(types: Types, primaryType: string, message: object): Record<string, unknown> {
  const prune = (type: string, value: unknown): unknown => {
    const item = /^(.*)\[\d*\]$/s.exec(type)?.[1]
    if (item !== undefined) return Array.isArray(value) ? value.map((each: unknown) => prune(item, each)) : value
    const fields = Object.hasOwn(types, type) ? types[type] : undefined
    if (!fields || typeof value !== 'object' || value === null) return value
    return Object.fromEntries(fields.map(({ name, type: inner }) => [name, prune(inner, own(value, name))]))
  }
  return prune(primaryType, message) as Record<string, unknown>
}

/** Parses the `types` of a request; undefined unless each of them is a list of fields with a name and a type. */
export function readTypes(given: unknown): Types | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const isField = (value: unknown): value is TypedField =>
    typeof own(value, 'name') === 'string' && typeof own(value, 'type') === 'string'
  const entries = Object.entries(given).filter(
    (entry): entry is [string, TypedField[]] => Array.isArray(entry[1]) && entry[1].every(isField),
  )
  return entries.length === Object.keys(given).length ? Object.fromEntries(entries) : undefined
}
