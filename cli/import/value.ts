/** The value of a source expression, as far as reading alone can find it. */
import { isObject, type Json } from '../../schema/pieces.ts'

/** Code whose value is only known when it runs. */
export class Unread {
  readonly code: string
  constructor(code: string) {
    this.code = code.replace(/\s+/g, ' ').slice(0, 60)
  }
}

/** A call, or a `new`, of something that a package exports. */
export class Call {
  readonly name: string
  readonly source: string
  readonly args: readonly Value[]
  constructor(name: string, source: string, args: readonly Value[]) {
    this.name = name
    this.source = source
    this.args = args
  }
}

/** Something that a package exports, by its exported name. */
export class Given {
  readonly name: string
  readonly source: string
  constructor(name: string, source: string) {
    this.name = name
    this.source = source
  }
}

export type Dict = Map<string, Value>
export type Value = undefined | null | boolean | number | string | Value[] | Dict | Unread | Call | Given

/** Looks up a word from a user's source in one of our tables. It ignores inherited keys such as `constructor`. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

export const isDict = (value: Value): value is Dict => value instanceof Map

/** The value as JSON, or undefined when a part of it is unknown. */
export function toJson(value: Value): Json | undefined {
  if (value === undefined || value instanceof Unread || value instanceof Call || value instanceof Given)
    return undefined
  if (Array.isArray(value)) {
    const items = value.map(toJson)
    return items.some((item) => item === undefined) ? undefined : (items as Json[])
  }
  if (!isDict(value)) return value
  const members = [...value].filter(([, item]) => item !== undefined).map(([key, item]) => [key, toJson(item)] as const)
  return members.some(([, item]) => item === undefined) ? undefined : (Object.fromEntries(members) as Json)
}

/** A library's plain data as a value. Functions are left out. */
export function fromData(data: unknown): Value {
  if (Array.isArray(data)) return data.map(fromData)
  if (isObject(data)) {
    return new Map(
      Object.entries(data as Record<string, unknown>)
        .filter(([, item]) => typeof item !== 'function')
        .map(([key, item]) => [key, fromData(item)]),
    )
  }
  return data === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof data)
    ? (data as Value)
    : new Unread(typeof data)
}
