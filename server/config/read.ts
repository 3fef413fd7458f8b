/**
 * Functions that each read one field of a config. They record an error instead of throwing it, so that one run finds
 * all errors.
 */

/** `path` names the field or the environment variable; `fix` is what to write. */
export type Issue = { path: string; problem: string; fix: string }

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export type Reader = ReturnType<typeof createReader>

export function createReader(issues: Issue[]) {
  const wrong = (path: string, problem: string, fix: string) => void issues.push({ path, problem, fix })
  const text = (fields: Fields, name: string, path: string, fix: string): string | undefined => {
    const value = fields[name]
    if (value === undefined) return undefined
    if (typeof value === 'string' && value !== '') return value
    wrong(path, 'is not a text', fix)
    return undefined
  }
  return {
    wrong,
    text,
    /** Reads an http or https origin, without a path: `https://example.com`. */
    origin(value: unknown, path: string): string | undefined {
      const fix = 'Write an origin, as "https://example.com": no path, no slash at the end.'
      if (typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value)
        return value
      wrong(path, 'is not an origin', fix)
      return undefined
    },
    /** Reads an http or https address, to which paths are appended: `https://example.com/api`. */
    base(value: unknown, path: string): string | undefined {
      const fix = 'Write an address, as "https://example.com/api": no query, no slash at the end.'
      if (typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value)) {
        const { origin, pathname } = new URL(value)
        if (origin + pathname.replace(/\/$/, '') === value) return value
      }
      wrong(path, 'is not an address', fix)
      return undefined
    },
    oneOf<const V extends string>(fields: Fields, name: string, values: readonly V[]): V | undefined {
      const value = fields[name]
      if (value === undefined) return undefined
      const found = values.find((each) => each === value)
      if (!found) wrong(name, `is not one of ${values.join(', ')}`, `Write one of ${values.join(', ')}.`)
      return found
    },
    /** Reads a whole number from `least` to `most`, also from a string, because environment variables are strings. */
    whole(value: unknown, path: string, least: number, most: number): number | undefined {
      if (value === undefined) return undefined
      const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
      if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least && number <= most) return number
      wrong(path, 'is not a whole number in its range', `Write a whole number from ${least} to ${most}.`)
      return undefined
    },
    onlyKnown(fields: Fields, known: readonly string[], path: string) {
      for (const name of Object.keys(fields))
        if (!known.includes(name))
          wrong(`${path}${name || '""'}`, 'is not a field', `Remove it. The fields are ${known.join(', ')}.`)
    },
  }
}
