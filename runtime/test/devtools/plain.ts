/** Copies any value of the page as JSON, so that a recording keeps no reference to what the page changes later. */
export type Plain = string | number | boolean | null | readonly Plain[] | PlainRecord
export type PlainRecord = { readonly [key: string]: Plain }

const DEPTH = 8
/** The most items of a list, or fields of an object, that are copied. */
const WIDTH = 100
const LENGTH = 4000

export function plain(value: unknown, depth = 0): Plain {
  try {
    return copy(value, depth)
  } catch {
    // The value could not be read: a getter of a wallet's object threw, or the object belongs to another origin.
    return '<unreadable>'
  }
}

function copy(value: unknown, depth: number): Plain {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value.length > LENGTH ? `${value.slice(0, LENGTH)}…` : value
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object') return `<${typeof value}>`
  if (ArrayBuffer.isView(value)) return `<${value.byteLength} bytes>`
  if (depth >= DEPTH) return '<deeper>'
  if (Array.isArray(value)) return value.slice(0, WIDTH).map((item) => plain(item, depth + 1))
  if (value instanceof Map) return fields(Object.fromEntries(value) as Record<string, unknown>, depth)
  if (value instanceof Error) return errorFields(value, depth)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return `<${value.constructor.name}>`
  return fields(value as Record<string, unknown>, depth)
}

/** Functions carry no state, so leave them out. */
const fields = (value: Record<string, unknown>, depth: number): PlainRecord =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => typeof field !== 'function' && field !== undefined)
      .slice(0, WIDTH)
      .map(([key, field]) => [key, plain(field, depth + 1)]),
  )

function errorFields(error: Error, depth: number): PlainRecord {
  const { code, data } = error as { code?: unknown; data?: unknown }
  return fields({ name: error.name, message: error.message, code, data, cause: error.cause }, depth)
}

export const isPlainRecord = (value: Plain | undefined): value is PlainRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
