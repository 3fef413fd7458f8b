/**
 * Checks a config as it is written in the file, and lists what is wrong as issues. Never throws for a config, whatever
 * it contains.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import { checkMeaning } from './meaning.ts'
import { type Issue, issue } from './issue.ts'
import { isObject, type JsonObject, type Piece } from './pieces.ts'
import { escapePointer, lineAndColumn, MAX_DEPTH, type Place, scan } from './scan.ts'
import { shapeErrors } from './shapeErrors.ts'

export type Rules = {
  schema: JsonObject
  pieces: readonly Piece[]
  /** Namespaces that this version supports. */
  chains: readonly string[]
  /** The version of walletkit, to compare with the version ranges of plugins. */
  version: string
  /** Issues from loading the plugins that the config names, such as a missing package. */
  found?: readonly Issue[]
}

const FORBIDDEN = new Set(['__proto__', 'prototype', 'constructor'])
const compiled = new WeakMap<JsonObject, ValidateFunction>()

/** Compiles a schema: strict, with the extra keyword `visibility`. Throws an Error with the reason if it is invalid. */
export function compileSchema(schema: JsonObject): ValidateFunction {
  const known = compiled.get(schema)
  if (known) return known
  const { $id: _id, ...rest } = schema
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    strictTypes: false,
    // The generated code runs once, on one config: optimising it would cost more than it saves.
    code: { optimize: false },
  })
  ajv.addKeyword({ keyword: 'visibility', metaSchema: { enum: ['page', 'build', 'secret'] } })
  const made = ajv.compile(rest)
  compiled.set(schema, made)
  return made
}

/** Checks a parsed value. An empty list means that it can be resolved. */
export function validateConfig(value: unknown, rules: Rules): Issue[] {
  const unsafe = walk(value)
  if (unsafe.length) return unsafe
  const validate = compileSchema(rules.schema)
  const shape = validate(value) ? [] : shapeErrors(validate.errors ?? [], rules.schema)
  // Check the meaning even if the shape is wrong, so that one run reports everything.
  return [...shape, ...(isObject(value) ? checkMeaning(value, rules, shape) : [])]
}

/** Parses and checks a config file's text. `value` is `undefined` if there are issues. */
export function readConfig(
  text: string,
  file: string,
  rules: Rules,
): { value: JsonObject | undefined; issues: Issue[] } {
  const scanned = scan(text)
  if (!scanned.ok) {
    const found = issue('', scanned.message, 'JSON', scanned.fix)
    return { value: undefined, issues: [{ ...found, file, ...lineAndColumn(text, scanned.offset) }] }
  }
  const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
  const twice = scanned.duplicates.map(({ pointer, offset }) => ({
    ...issue(pointer, 'This key stands here twice', 'each key once', 'Remove one of the two.'),
    file,
    ...lineAndColumn(text, offset),
  }))
  const issues = [...twice, ...validateConfig(value, rules).map((found) => locate(found, text, file, scanned.places))]
  return { value: issues.length || !isObject(value) ? undefined : value, issues }
}

function locate(found: Issue, text: string, file: string, places: ReadonlyMap<string, Place>): Issue {
  const place = places.get(found.pointer) ?? places.get(found.pointer.replace(/\/[^/]*$/, '')) ?? places.get('')
  const offset = /key/i.test(found.message) ? (place?.key ?? place?.start) : place?.start
  return { ...found, file, ...lineAndColumn(text, offset ?? 0) }
}

/** Finds keys that could reach an object's prototype, and too deep nesting. Does not recurse, so it cannot overflow. */
function walk(root: unknown): Issue[] {
  const found: Issue[] = []
  const open: [value: unknown, pointer: string, depth: number][] = [[root, '', 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, pointer, depth] = next
    if (typeof value !== 'object' || value === null) continue
    if (depth > MAX_DEPTH) {
      return [
        issue(
          pointer,
          `Nested deeper than ${MAX_DEPTH} levels`,
          `at most ${MAX_DEPTH} levels`,
          'Flatten it; no option needs that many levels.',
        ),
      ]
    }
    for (const key of Object.keys(value)) {
      const at = `${pointer}/${escapePointer(key)}`
      if (FORBIDDEN.has(key))
        found.push(issue(at, `The key "${key}" is not allowed anywhere`, 'a key of the schema', 'Remove it.'))
      else open.push([(value as Record<string, unknown>)[key], at, depth + 1])
    }
  }
  return found
}
