/** The kinds of values that a source expression can have when it is read without being run. */
import { isObject, type Json } from '../../schema/pieces.ts'
import type { Node } from '../stages/parse.ts'
import type { Module } from './project.ts'

/** Code that was not evaluated: only running it could tell its value, or reading it is not supported. */
export class Unread {
  /** The beginning of the code, for messages. */
  readonly code: string
  readonly #whole: string
  constructor(code: string) {
    this.code = code.replace(/\s+/g, ' ').slice(0, 60)
    this.#whole = code
  }
  get whole(): string {
    return this.#whole
  }
}

/**
 * An environment variable of which no value is known: no file that is read sets it (in a condition, none for
 * production), and no build tool. Conditions treat it as not set.
 */
export class Unset extends Unread {}

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

/**
 * Something that the project's code imports from a package, such as `metaMaskWallet`. `name`: the exported name, or `*`
 * for all exports. `source`: the package, as the import names it. `*` of `process.env` stands for the environment
 * variables.
 */
export class Given {
  readonly name: string
  readonly source: string
  constructor(name: string, source: string) {
    this.name = name
    this.source = source
  }
}

/** A function of the project, or markup. `name`: its name in the source; empty for a function without one. */
export class Own {
  readonly name: string
  readonly module: Module
  readonly node: Node
  /** The values of the enclosing function's parameters, by name. */
  readonly outer: ReadonlyMap<string, Value>
  /** What the function returns for these arguments; undefined if only running it could tell. */
  readonly call: (args: readonly Value[]) => Value
  constructor(name: string, { module, node, outer, call }: Omit<Own, 'name' | 'text'>) {
    this.name = name
    this.module = module
    this.node = node
    this.outer = outer
    this.call = call
  }
  get text(): string {
    return this.module.text.slice(this.node.start, this.node.end)
  }
}

export type Dict = Map<string, Value>
export type Value = undefined | null | boolean | number | string | Value[] | Dict | Unread | Call | Given | Own

/** Where each member of a dict is written, as `file:line`. */
const places = new WeakMap<Dict, Map<string, string>>()

export const placeOf = (dict: Dict, key: string): string | undefined => places.get(dict)?.get(key)

export function setPlace(dict: Dict, key: string, place: string): void {
  const known = places.get(dict) ?? new Map<string, string>()
  places.set(dict, known.set(key, place))
}

/** Looks up a word from a user's source in a table. Ignores inherited keys such as `constructor`. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

export const isDict = (value: Value): value is Dict => value instanceof Map

/** Whether a dict may have more members than it names: those of a `...rest` or of a `[key]` that cannot be read. */
export const mayHaveMore = (dict: Dict): boolean =>
  [...dict].some(([name, item]) => name.startsWith('[') || (name.startsWith('...') && isCode(item)))

/** Whether the value is code that JSON cannot express: not evaluated, a call, a package's export, or a function. */
export const isCode = (value: Value): value is Unread | Call | Given | Own =>
  value instanceof Unread || value instanceof Call || value instanceof Given || value instanceof Own

/** The value at a path of keys in nested dicts; undefined if a key is missing or a value on the way is no dict. */
export const at = (value: Value, ...path: string[]): Value =>
  path.reduce<Value>((inner, key) => (isDict(inner) ? inner.get(key) : undefined), value)

/** The value as JSON, or undefined when a part of it is unknown. */
export function toJson(value: Value): Json | undefined {
  if (value === undefined || isCode(value)) return undefined
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
