import { describe, expect, it } from 'vitest'
import { extendSchema } from '../../schema/compose.ts'
import { isObject, type JsonObject, type Piece } from '../../schema/pieces.ts'
import { readConfig, type Rules } from '../../schema/validate.ts'
import { config, rules } from './rules.ts'

const [send] = rules.pieces
if (!send) throw new Error('There are no plugins')
const OPTIONS = {
  description: 'A jar for tips.',
  type: 'object',
  additionalProperties: false,
  required: ['to'],
  properties: { to: { type: 'string', description: 'Who gets the tips.' }, amount: { type: 'string' } },
}
const jar: Piece = {
  ...send,
  id: 'tip-jar',
  feature: 'tipJar',
  slotKeys: {},
  views: [],
  permissions: Object.fromEntries(
    Object.keys(send.permissions).map((kind) => [kind, []]),
  ) as unknown as Piece['permissions'],
  requires: [],
  schema: OPTIONS,
  guest: { name: 'walletkit-plugin-tip-jar', version: '1.0.0', index: 0, grants: send.permissions },
}
const own: Rules = { ...rules, schema: extendSchema(rules.schema, [jar]), pieces: [...rules.pieces, jar] }
const issuesOf = (features?: JsonObject) =>
  readConfig(
    JSON.stringify(config({ plugins: ['walletkit-plugin-tip-jar'], ...(features && { features }) })),
    'walletkit.config.json',
    own,
  ).issues.map(({ path, message, expected, fix }) => ({ path, message, expected, fix }))

describe('an option that a plugin requires', () => {
  it('is missing when the config says true, with the path and how to write it', () => {
    expect(issuesOf({ tipJar: true })).toEqual([
      {
        path: 'features.tipJar',
        message: 'true does not fit here: features.tipJar needs a value for "to"',
        expected: 'Who gets the tips.',
        fix: 'Write "tipJar": { "to": … }, or false.',
      },
    ])
  })

  it('is missing when the config gives other options only', () => {
    expect(issuesOf({ tipJar: { amount: '1' } })).toMatchObject([
      { path: 'features.tipJar', message: '"to" is missing', expected: 'Who gets the tips.', fix: 'Add "to".' },
    ])
  })

  it('is missing when the config says nothing, because the plugin is on then', () => {
    const fix = 'Write "features": { "tipJar": { "to": … } }, or false to leave it out.'
    const message = 'walletkit-plugin-tip-jar needs a value for "to", and the config has no features.tipJar'
    expect(issuesOf()).toMatchObject([{ path: 'plugins[0]', message, fix }])
    expect(issuesOf({})).toMatchObject([{ path: 'plugins[0]', message, fix }])
  })

  it('is not missed when it is there, or the plugin is off', () => {
    expect(issuesOf({ tipJar: { to: 'me' } })).toEqual([])
    expect(issuesOf({ tipJar: false })).toEqual([])
  })

  it('is in the schema that editors read: a feature that cannot be true', () => {
    const properties = isObject(own.schema.properties) ? own.schema.properties : {}
    const features = isObject(properties.features) ? properties.features.properties : undefined
    expect(isObject(features) ? features.tipJar : undefined).toMatchObject({
      anyOf: [
        { type: 'boolean', enum: [false] },
        { type: 'object', required: ['to'] },
      ],
    })
  })
})
