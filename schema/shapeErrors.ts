/** Turns ajv's errors into issues with a clear fix. */
import type { ErrorObject } from 'ajv'
import { type Issue, issue, show } from './issue.ts'
import { nearest } from './nearest.ts'
import { isObject, type JsonObject } from './pieces.ts'
import { missingOptions, requiredOptions } from './requiredOptions.ts'
import { escapePointer } from './scan.ts'
import { unknownNetwork } from './unknownNetwork.ts'

const NAMES: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'text in double quotes',
}

export function shapeErrors(errors: readonly ErrorObject[], schema: JsonObject): Issue[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf')
  const hopeless = choices.filter((choice) => branches(choice).every((branch) => !accepts(branch, choice.data)))
  const kept = errors.filter((error) => {
    if (hopeless.includes(error)) return true
    if (error.keyword === 'anyOf' || error.keyword === 'if') return false
    if (hopeless.some(({ instancePath }) => isUnder(error.instancePath, instancePath))) return false
    // Ignore errors from `anyOf` branches for other types: they say nothing about this value.
    const within = choices.some(({ instancePath }) => instancePath === error.instancePath)
    return !within || accepts(error.parentSchema, error.data)
  })
  const seen = new Set<string>()
  return kept
    .map((error) => toIssue(error, schema))
    .filter(({ pointer, message }) => {
      const key = `${pointer} ${message}`
      return !seen.has(key) && Boolean(seen.add(key))
    })
}

const isUnder = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`)

const branches = (error: ErrorObject): JsonObject[] =>
  Array.isArray(error.schema) ? (error.schema as unknown[]).filter(isObject) : []

function typesOf(schema: JsonObject): string[] {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.filter((type) => typeof type === 'string')
}

function accepts(schema: unknown, data: unknown): boolean {
  const types = isObject(schema) ? typesOf(schema) : []
  if (!types.length) return true
  const type = data === null ? 'null' : Array.isArray(data) ? 'array' : typeof data
  return types.includes(type) || (type === 'number' && types.includes('integer'))
}

const list = (values: readonly unknown[]) => {
  const texts = values.map((value) => JSON.stringify(value))
  return texts.length > 12
    ? `one of ${texts.length} known values, as ${texts.slice(0, 3).join(', ')}`
    : `one of ${texts.join(', ')}`
}

const describe = (schema: JsonObject) =>
  Array.isArray(schema.enum)
    ? list(schema.enum)
    : typesOf(schema)
        .map((type) => NAMES[type] ?? type)
        .join(' or ')

function toIssue(error: ErrorObject, schema: JsonObject): Issue {
  const { instancePath: at, keyword, params, data } = error as ErrorObject<string, Record<string, unknown>>
  const parent: JsonObject = isObject(error.parentSchema) ? error.parentSchema : {}
  if (keyword === 'additionalProperties') return unknownKey(at, String(params.additionalProperty), parent, schema)
  if (keyword === 'required') {
    const key = String(params.missingProperty)
    const about =
      isObject(parent.properties) && isObject(parent.properties[key]) ? parent.properties[key].description : undefined
    return issue(at, `${JSON.stringify(key)} is missing`, typeof about === 'string' ? about : key, `Add "${key}".`)
  }
  if (keyword === 'anyOf') {
    const expected = branches(error).map(describe).join(', or ')
    return issue(at, `${show(data)} does not fit here`, expected, `Put ${expected} here.`)
  }
  if (keyword === 'type')
    return issue(at, `${show(data)} does not fit here`, describe(parent), `Put ${describe(parent)} here.`)
  if (keyword === 'enum' && typeof data === 'string' && /^\/networks\/\d+$/.test(at)) return unknownNetwork(data, at)
  const options = keyword === 'enum' && data === true ? featureOptions(at, schema) : undefined
  if (options) return missingOptions(at, at.split('/').at(-1) ?? '', options)
  if (keyword === 'enum') {
    const allowed = Array.isArray(params.allowedValues) ? params.allowedValues : []
    const near =
      typeof data === 'string'
        ? nearest(
            data,
            allowed.filter((value) => typeof value === 'string'),
          )
        : undefined
    const fix = near === undefined ? `Put ${list(allowed)} here.` : `Write ${JSON.stringify(near)}.`
    return issue(at, `${show(data)} is not known here`, list(allowed), fix, near)
  }
  if (keyword === 'propertyNames') {
    const key = String(params.propertyName)
    const pattern = isObject(parent.propertyNames) ? parent.propertyNames.pattern : undefined
    const rule = typeof pattern === 'string' ? pattern : 'a known key'
    return issue(
      `${at}/${escapePointer(key)}`,
      `The key ${show(key)} does not fit here`,
      `a key of the form ${rule}`,
      'Rename the key.',
    )
  }
  const about = typeof parent.description === 'string' ? ` ${parent.description}` : ''
  if (keyword === 'pattern') {
    const form = FORMS[String(params.pattern)] ?? `text of the form ${String(params.pattern)}`
    return issue(at, `${show(data)} does not fit here`, `${form}.${about}`, `Put ${form} here.`)
  }
  if (keyword === 'uniqueItems')
    return issue(at, 'An entry stands here twice', 'each entry once', 'Remove the second one.')
  if (keyword === 'minItems')
    return issue(at, 'The list is empty', `at least ${String(params.limit)}.${about}`, 'Add an entry.')
  if (keyword === 'minLength')
    return issue(at, 'The text is empty', `some text.${about}`, 'Fill it in, or remove the key.')
  const rule = error.message ?? keyword
  return issue(at, `${show(data)} ${rule}`, rule, `Put a value here that ${rule}.`)
}

/** The schema of a feature's options, if `at` is a feature that requires some. */
function featureOptions(at: string, { properties }: JsonObject): JsonObject | undefined {
  const [, name] = /^\/features\/([^/]+)$/.exec(at) ?? []
  const features = isObject(properties) && isObject(properties.features) ? properties.features.properties : undefined
  const feature = isObject(features) && name !== undefined ? features[name] : undefined
  const forms = isObject(feature) && Array.isArray(feature.anyOf) ? feature.anyOf : []
  return forms.filter(isObject).find((form) => requiredOptions(form).length > 0)
}

const FORMS: Record<string, string> = {
  '^https?://[^\\s]+$': 'an http(s) address',
  '^wss?://[^\\s]+$': 'a ws(s) address',
  '^(https?://|/)[^\\s]*$': 'an http(s) address or a path from /',
  '^eip155:[0-9]+/erc20:0x[0-9a-fA-F]{40}$': 'a token as eip155:1/erc20:0x… with its 40 digits (CAIP-19)',
}

function unknownKey(at: string, key: string, parent: JsonObject, schema: JsonObject): Issue {
  const known = isObject(parent.properties) ? Object.keys(parent.properties) : []
  const near = nearest(key, known)
  const elsewhere = near === undefined ? homeOf(key, schema) : undefined
  const fix =
    near !== undefined ? `Rename it to "${near}".` : elsewhere !== undefined ? `Move it to ${elsewhere}.` : 'Remove it.'
  const expected = known.length ? `one of: ${known.filter((name) => name !== '$schema').join(', ')}` : 'no keys'
  return issue(`${at}/${escapePointer(key)}`, `Unknown key ${show(key)}`, expected, fix, near ?? elsewhere)
}

/**
 * The path where a key of this name belongs, if exactly one place at the top of the schema or one level below has such
 * a key; else `undefined`.
 */
function homeOf(key: string, schema: JsonObject): string | undefined {
  const homes = Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([name, child]) =>
    isObject(child) && isObject(child.properties) && Object.hasOwn(child.properties, key) ? [`${name}.${key}`] : [],
  )
  if (isObject(schema.properties) && Object.hasOwn(schema.properties, key)) homes.push(key)
  return homes.length === 1 ? homes[0] : undefined
}
