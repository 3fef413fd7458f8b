/**
 * Gets values for the options of the plugin that `add` adds: from `--option name=value`, or by asking at the terminal.
 */
import { nearest } from '../../schema/nearest.ts'
import { isObject, type Json, type JsonObject, type Piece } from '../../schema/pieces.ts'
import { aboutOption, requiredOptions } from '../../schema/requiredOptions.ts'
import { Failure } from '../failure.ts'
import { messages } from './plugin/messages.ts'

/** An option that needs a value, and what the plugin's schema says of it. */
export type Missing = { option: string; about: string | undefined }

/** Parses each `name=value`. Throws a Failure for another form, and for an option that the plugin does not have. */
export function givenOptions(given: readonly string[], { schema, guest, id }: Piece): JsonObject {
  const properties = isObject(schema?.properties) ? schema.properties : {}
  return Object.fromEntries(
    given.map((text) => {
      const [, option, value] = /^([^=]+)=([^]*)$/.exec(text) ?? []
      if (option === undefined || value === undefined) throw new Failure(messages.badOption(text))
      const known = Object.keys(properties)
      if (!known.includes(option))
        throw new Failure(messages.unknownOption(option, guest?.name ?? id, known, nearest(option, known)))
      return [option, parsed(value, properties[option])]
    }),
  )
}

/**
 * Parses the text of an option's value as JSON. Returns the text itself if the option's type is string, or if the text
 * is no JSON.
 */
function parsed(text: string, property: Json | undefined): Json {
  const type = isObject(property) ? property.type : undefined
  if (type === 'string') return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** The required options that neither the config nor `given` has. */
export function missingOptions(
  { feature, schema }: Piece,
  config: string,
  given: Readonly<JsonObject>,
): readonly Missing[] {
  const value: unknown = JSON.parse(config.replace(/^\ufeff/, ''))
  const features = isObject(value) && isObject(value.features) ? value.features : {}
  const written = isObject(features[feature]) ? features[feature] : {}
  return requiredOptions(schema)
    .filter((option) => !Object.hasOwn(given, option) && !Object.hasOwn(written, option))
    .map((option) => ({ option, about: aboutOption(schema, option) }))
}

/** Asks for each value at the terminal. Returns undefined if the user stops or enters nothing. */
export async function askOptions(missing: readonly Missing[], { schema }: Piece): Promise<JsonObject | undefined> {
  const { default: prompts } = await import('prompts')
  const properties = isObject(schema?.properties) ? schema.properties : {}
  const values: JsonObject = {}
  for (const each of missing) {
    const { value } = (await prompts({ type: 'text', name: 'value', message: messages.askOption(each) })) as {
      value?: unknown
    }
    if (typeof value !== 'string' || value === '') return undefined
    values[each.option] = parsed(value, properties[each.option])
  }
  return values
}
