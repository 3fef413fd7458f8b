/**
 * Checks options that a site must write because the plugin has no default for them: `required` of the plugin's schema.
 */
import { type Issue, issue } from './issue.ts'
import { isObject, type JsonObject, type Piece } from './pieces.ts'

/** The names of the options that a plugin's schema requires. */
export function requiredOptions(schema: JsonObject | undefined): string[] {
  const required = schema?.required
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

/** The description of an option in a plugin's schema; `undefined` if there is none. */
export function aboutOption(schema: JsonObject | undefined, option: string): string | undefined {
  const properties = isObject(schema?.properties) ? schema.properties : {}
  const property = Object.hasOwn(properties, option) ? properties[option] : undefined
  return isObject(property) && typeof property.description === 'string' ? property.description : undefined
}

/** A feature as the config has to write it, with its required options: `"tipJar": { "to": … }`. */
const written = (feature: string, options: readonly string[]) =>
  `"${feature}": { ${options.map((name) => `${JSON.stringify(name)}: …`).join(', ')} }`

const listed = (options: readonly string[]) => options.map((name) => JSON.stringify(name)).join(', ')

/** Reports a feature that the config turns on with `true`, although its schema requires options. */
export function missingOptions(at: string, feature: string, schema: JsonObject): Issue {
  const options = requiredOptions(schema)
  return issue(
    at,
    `true does not fit here: features.${feature} needs a value for ${listed(options)}`,
    options.map((name) => aboutOption(schema, name) ?? name).join(' '),
    `Write ${written(feature, options)}, or false.`,
  )
}

/**
 * Reports a plugin that is on because the config does not mention its feature, although its schema requires options.
 */
export function unwrittenOptions({ feature, guest, id, schema }: Piece, at: string): Issue[] {
  const options = requiredOptions(schema)
  if (!options.length) return []
  return [
    issue(
      at,
      `${guest?.name ?? id} needs a value for ${listed(options)}, and the config has no features.${feature}`,
      options.map((name) => aboutOption(schema, name) ?? name).join(' '),
      `Write "features": { ${written(feature, options)} }, or false to leave it out.`,
    ),
  ]
}
