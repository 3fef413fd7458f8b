/**
 * Parsers for messages. Each parses untrusted data or throws a {@link Mismatch}, and can name in text what it accepts.
 */

/**
 * A parser. `takes` is the type that it accepts, in TypeScript's notation, for error messages and the generated
 * documentation.
 */
export type Shape<T> = { readonly parse: (value: unknown, path?: string) => T; readonly takes: string }
export type Parsed<S> = S extends Shape<infer T> ? T : never

/** Data does not have the expected shape. The message names the place: `payload.email: expected string`. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch'
  constructor(path: string, takes: string) {
    super(`${path}: expected ${takes}`)
  }
}

const shape = <T>(takes: string, fits: (value: unknown) => value is T): Shape<T> => ({
  takes,
  parse: (value, path = 'value') => {
    if (!fits(value)) throw new Mismatch(path, takes)
    return value
  },
})

export const text = shape('string', (value): value is string => typeof value === 'string')
export const flag = shape('boolean', (value): value is boolean => typeof value === 'boolean')
export const number = shape('number', (value): value is number => typeof value === 'number' && Number.isFinite(value))
/** No payload. Ignores one that is sent anyway. */
export const nothing: Shape<undefined> = { takes: 'nothing', parse: () => undefined }
/** Accepts any value, which the caller must check. */
export const anything: Shape<unknown> = { takes: 'unknown', parse: (value) => value }

export const matching = (pattern: RegExp, takes: string): Shape<string> =>
  shape(takes, (value): value is string => typeof value === 'string' && pattern.test(value))

export const oneOf = <const V extends string>(...values: readonly V[]): Shape<V> =>
  shape(values.map((value) => `'${value}'`).join(' | '), (value): value is V => values.includes(value as V))

/** Parses with the first shape that matches. */
export const either = <A, B>(a: Shape<A>, b: Shape<B>): Shape<A | B> => ({
  takes: `${a.takes} | ${b.takes}`,
  parse: (value, path = 'value') => {
    for (const each of [a, b]) {
      try {
        return each.parse(value, path)
      } catch (error) {
        if (!(error instanceof Mismatch)) throw error
      }
    }
    throw new Mismatch(path, `${a.takes} | ${b.takes}`)
  },
})

export const nullable = <T>({ takes, parse }: Shape<T>): Shape<T | null> => ({
  takes: `${takes} | null`,
  parse: (value, path) => (value === null ? null : parse(value, path)),
})

export const list = <T>(of: Shape<T>): Shape<T[]> => ({
  takes: `(${of.takes})[]`.replace(/^\((\w+)\)/, '$1'),
  parse: (value, path = 'value') => {
    if (!Array.isArray(value)) throw new Mismatch(path, 'a list')
    return value.map((each, at) => of.parse(each, `${path}[${at}]`))
  },
})

/** Strings under any keys. */
export const texts: Shape<Record<string, string>> = {
  takes: 'Record<string, string>',
  parse: (value, path = 'value') =>
    Object.fromEntries(Object.entries(record(value, path)).map(([key, each]) => [key, text.parse(each, path)])),
}

type Fields = Readonly<Record<string, Shape<unknown>>>
type Required<F extends Fields> = { [K in keyof F]: Parsed<F[K]> }
type Optional<F extends Fields> = { [K in keyof F]?: Parsed<F[K]> }

/** An object with these fields; optional ones may be absent. Drops all other fields. */
export const object = <R extends Fields, O extends Fields = Record<never, never>>(
  required: R,
  optional: O = {} as O,
): Shape<Required<R> & Optional<O>> => ({
  takes: `{ ${[
    ...Object.entries(required).map(([key, { takes }]) => `${key}: ${takes}`),
    ...Object.entries(optional).map(([key, { takes }]) => `${key}?: ${takes}`),
  ].join(', ')} }`,
  parse: (value, path = 'value') => {
    const from = record(value, path)
    const read = (fields: Fields, must: boolean) =>
      Object.entries(fields).flatMap(([key, { parse }]) => {
        const own = Object.hasOwn(from, key) ? from[key] : undefined
        return own === undefined && !must ? [] : [[key, parse(own, `${path}.${key}`)]]
      })
    return Object.fromEntries([...read(required, true), ...read(optional, false)]) as Required<R> & Optional<O>
  },
})

function record(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Mismatch(path, 'an object')
  return value as Record<string, unknown>
}
