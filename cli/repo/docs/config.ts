/** Writes the docs' config reference, from the JSON schema that editors and `walletkit check` use too. */
import { isObject, type Json, type JsonObject } from '../../../schema/pieces.ts'
import schema from '../../../schema/generated/schema.json' with { type: 'json' }

const ROOT: JsonObject = schema

const INTRO = `What \`walletkit.config.json\` may say. Keys that are not here are refused, with the nearest known one. Options that JSON
cannot hold, such as functions, are passed to \`createWalletKit\` in code. The schema comes with the package, so that editors
complete keys and show these descriptions:

\`\`\`json
{
  "$schema": "./node_modules/walletkit/schema/generated/schema.json",
  "projectId": "sandbox",
  "networks": ["eip155:31337"]
}
\`\`\``

export function configPage(): string {
  const features = objectAt(objectAt(ROOT, 'properties'), 'features')
  const keys = keysOf(ROOT)
  const top = keys.filter(([key]) => key !== '$schema' && key !== 'features')
  return [
    '# Config',
    INTRO,
    ...top.map(([key, node]) => entry(ROOT, key, node, 2)),
    `## \`features\`\n\n${descriptionOf(features)}`,
    ...keysOf(features).map(([key, node]) => entry(features, `features.${key}`, node, 3)),
  ].join('\n\n')
}

function entry(parent: JsonObject, path: string, node: JsonObject, level: number): string {
  const required = listOf(parent.required).includes(path.split('.').at(-1) ?? '')
  const rows = rowsOf(node, path)
  return [
    `${'#'.repeat(level)} \`${path}\``,
    [descriptionOf(node), `${required ? '**Required.** ' : ''}Type: ${typeOf(node)}.`].filter(Boolean).join(' '),
    rows.length ? ['| Key | Type | What it does |', '| --- | --- | --- |', ...rows].join('\n') : '',
  ]
    .filter(Boolean)
    .join('\n\n')
}

/**
 * The table rows of a value: one for each key inside it, also of objects in a list or in one of several allowed forms.
 */
function rowsOf(node: JsonObject, path: string): string[] {
  return formsOf(node).flatMap((form) => {
    const own = keysOf(form).flatMap(([key, child]) => {
      const at = `${path}.${key}`
      const required = listOf(form.required).includes(key) ? '**Required.** ' : ''
      return [`| \`${at}\` | ${cell(typeOf(child))} | ${required}${cell(descriptionOf(child))} |`, ...rowsOf(child, at)]
    })
    const items = isObject(form.items) ? rowsOf(form.items, `${path}[]`) : []
    return [...own, ...items]
  })
}

function formsOf(node: JsonObject): JsonObject[] {
  const resolved = resolve(node)
  const forms = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => listOf(resolved[key]).filter(isObject))
  return forms.length ? forms.flatMap(formsOf) : [resolved]
}

/** Replaces a `$ref` by the definition that it names; a node without one stays as it is. */
function resolve(node: JsonObject): JsonObject {
  const [, name] = typeof node.$ref === 'string' ? (/^#\/definitions\/(\w+)$/.exec(node.$ref) ?? []) : []
  if (name === undefined) return node
  const { $ref: _, ...rest } = node
  return { ...objectAt(objectAt(ROOT, 'definitions'), name), ...rest }
}

/** The values that a node allows, as one line, for example "`"light"` or `"dark"`" or "list of text". */
function typeOf(node: JsonObject): string {
  const types = [...new Set(formsOf(node).map(typeOfForm))]
  return types.length > 1 ? `${types.slice(0, -1).join(', ')} or ${types.at(-1)}` : (types[0] ?? 'any value')
}

function typeOfForm(form: JsonObject): string {
  const values = form.const === undefined ? listOf(form.enum) : [form.const]
  if (values.length > 30) return `one of ${values.length} ids`
  if (values.length) return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  const type = textsOf(form.type).join(' or ')
  if (type === 'array') return isObject(form.items) ? `list of ${typeOf(form.items)}` : 'list'
  const limits = [
    typeof form.minimum === 'number' ? `from ${form.minimum}` : '',
    typeof form.maximum === 'number' && form.maximum < Number.MAX_SAFE_INTEGER ? `to ${form.maximum}` : '',
  ].filter(Boolean)
  const named = type.replaceAll('string', 'text').replaceAll('boolean', '`true` or `false`') || 'any value'
  return [named, ...limits].join(' ')
}

const descriptionOf = ({ description }: JsonObject) => (typeof description === 'string' ? description : '')

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const textsOf = (value: Json | undefined) =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

const keysOf = ({ properties }: JsonObject): [string, JsonObject][] =>
  isObject(properties)
    ? Object.entries(properties).flatMap(([key, node]): [string, JsonObject][] => (isObject(node) ? [[key, node]] : []))
    : []

function objectAt(parent: JsonObject, key: string): JsonObject {
  const child = parent[key]
  if (!isObject(child)) throw new Error(`The schema lacks ${key}`)
  return child
}
