/** Validates a plugin's config.schema.json, and its default options against that schema. */
import { pointerParts, show } from '../../../schema/issue.ts'
import { nearest } from '../../../schema/nearest.ts'
import { isObject, type JsonObject } from '../../../schema/pieces.ts'
import { requiredOptions } from '../../../schema/requiredOptions.ts'
import { lineAndColumn, scan } from '../../../schema/scan.ts'
import { compileSchema } from '../../../schema/validate.ts'
import { reasonOf } from '../../failure.ts'
import { isRecord, type Manifest } from '../../record.ts'
import { type Finding, finding } from './finding.ts'

const VISIBILITIES = ['page', 'build', 'secret']

type SchemaFile = { file: string; text: string }

/** Reports faults of the schema or, if it has none, of `defaults`, the manifest's `options`. */
export function checkSchema({ file, text }: SchemaFile, defaults: unknown): Finding[] {
  const scanned = scan(text)
  if (!scanned.ok) {
    const found = finding([], scanned.message, 'JSON', scanned.fix)
    return [{ ...found, file, ...lineAndColumn(text, scanned.offset) }]
  }
  const schema: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
  const wrong = isObject(schema) ? [...required(schema, defaults), ...visibilities(schema)] : []
  const found = isObject(schema)
    ? [...shape(schema), ...(wrong.length ? wrong : compiles(schema))]
    : [finding([], 'The schema is not an object', 'a JSON schema of an object', 'Write an object.')]
  const located = found.map((each) => {
    const place = scanned.places.get(each.pointer) ?? scanned.places.get(each.pointer.replace(/\/[^/]*$/, ''))
    return { ...each, file, ...lineAndColumn(text, place?.key ?? place?.start ?? 0) }
  })
  return located.length || !isObject(schema) ? located : checkDefaults(schema, defaults)
}

/**
 * Checks each option that the permission `hosts` takes a host from: it must exist, be a text, and be visible to the
 * page.
 */
export function checkOptionHosts({ permissions }: Manifest, schema: JsonObject | undefined): Finding[] {
  const hosts: unknown = isRecord(permissions) ? permissions.hosts : undefined
  const properties = isObject(schema?.properties) ? schema.properties : {}
  return (Array.isArray(hosts) ? hosts : []).flatMap((host: unknown, index) => {
    if (!isRecord(host) || typeof host.option !== 'string') return []
    const found = properties[host.option]
    const at = ['permissions', 'hosts', index, 'option']
    const fix = `Write "${host.option}": { "type": "string", "visibility": "page" } in config.schema.json.`
    if (!isObject(found)) {
      const near = nearest(host.option, Object.keys(properties))
      const mend = near === undefined ? fix : `Write "${near}".`
      return [finding(at, `There is no option ${show(host.option)}`, 'an option of the schema', mend, near)]
    }
    if (found.type !== 'string' || (found.visibility ?? 'page') !== 'page')
      return [finding(at, `The option ${show(host.option)} is no text that the page sees`, 'a text for the page', fix)]
    return []
  })
}

function shape(schema: JsonObject): Finding[] {
  const found: Finding[] = []
  if (schema.type !== 'object')
    found.push(finding(['type'], 'The options are no object', '"type": "object"', 'Write "type": "object".'))
  if (schema.additionalProperties !== false)
    found.push(
      finding(
        ['additionalProperties'],
        'A misspelt option would be taken',
        '"additionalProperties": false',
        'Write "additionalProperties": false.',
      ),
    )
  if (typeof schema.description !== 'string')
    found.push(
      finding(['description'], 'The schema says nothing of the feature', 'a sentence', 'Write a "description".'),
    )
  return found
}

/**
 * Checks the options that a site must write: each exists, is no secret (a config may contain none), and has no default.
 */
function required(schema: JsonObject, defaults: unknown): Finding[] {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const names = requiredOptions(schema)
  return names.flatMap((name, index) => {
    const at = ['required', index]
    const option = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!isObject(option))
      return finding(
        at,
        `There is no option ${show(name)} that a site could write`,
        'an option of "properties"',
        `Write "${name}" into "properties", or remove it here.`,
        nearest(name, Object.keys(properties)),
      )
    if (option.visibility === 'secret')
      return finding(
        at,
        `A site must write ${show(name)}, and a config with a secret is refused`,
        'an option that a config may hold',
        'Remove it here, and let the site name a route of its server in an option.',
      )
    if (isRecord(defaults) && Object.hasOwn(defaults, name))
      return finding(
        at,
        `${show(name)} has a default in the manifest, and a site must write it all the same`,
        'an option without a default',
        `Remove "${name}" here, or from "options" of the manifest.`,
      )
    return []
  })
}

function visibilities(schema: JsonObject): Finding[] {
  const properties = isObject(schema.properties) ? schema.properties : {}
  return Object.entries(properties).flatMap(([key, property]) => {
    const visibility = isObject(property) ? property.visibility : undefined
    if (visibility === undefined || VISIBILITIES.includes(visibility as string)) return []
    const near = typeof visibility === 'string' ? nearest(visibility, VISIBILITIES) : undefined
    const fix = near ? `Write "${near}".` : 'Name one of them.'
    const at = ['properties', key, 'visibility']
    return [finding(at, `${show(visibility)} is not a visibility`, `one of: ${VISIBILITIES.join(', ')}`, fix, near)]
  })
}

function compiles(schema: JsonObject): Finding[] {
  try {
    compileSchema(schema)
    return []
  } catch (error) {
    const expected = 'JSON Schema, draft 7, without formats'
    return [finding([], `This is not a schema: ${reasonOf(error)}`, expected, 'Correct what it names.')]
  }
}

/** Checks the manifest's `options`, which a site gets when it writes `true`, against the schema. */
function checkDefaults(schema: JsonObject, defaults: unknown): Finding[] {
  if (defaults === undefined) return []
  // The site itself writes the required options, so the defaults may lack them.
  const { required: _required, ...optional } = schema
  const validate = compileSchema(optional)
  const { $schema: _schema, ...plain } = isObject(defaults) ? defaults : {}
  if (isObject(defaults) && validate(plain)) return []
  const [first] = validate.errors ?? []
  const at = ['options', ...pointerParts(first?.instancePath ?? '')]
  const reason = isObject(defaults) ? (first?.message ?? 'it is not') : 'it is not an object'
  return [
    finding(
      at,
      `The default options are not what the schema allows: ${reason}`,
      'options of the schema',
      'Correct one of the two.',
    ),
  ]
}
