import { describe, expect, it } from 'vitest'
import { composeSchema } from '../../schema/compose.ts'
import type { JsonObject, Piece } from '../../schema/pieces.ts'

const base = (): JsonObject => ({
  type: 'object',
  properties: {
    networks: { items: { anyOf: [{ type: 'string' }, { type: 'object' }] } },
    features: {
      properties: {
        walletFeaturesOrder: { items: { enum: ['onramp', 'send'] } },
        connectMethodsOrder: { items: { enum: ['wallet'] } },
      },
    },
  },
})
const piece = (changes: Partial<Piece> = {}): Piece => ({
  id: 'fees',
  feature: 'fees',
  available: true,
  slotKeys: {},
  views: [],
  folder: '/fees',
  entry: '/fees/index.js',
  engine: '^0.1',
  permissions: {
    methods: [],
    services: [],
    hosts: [],
    storage: [],
    names: [],
    identity: [],
    events: [],
    activate: [],
    slots: [],
  },
  requires: [],
  provides: undefined,
  events: [],
  budget: {},
  schema: undefined,
  ...changes,
})
const features = (schema: JsonObject) =>
  ((schema.properties as JsonObject).features as JsonObject).properties as Record<string, JsonObject>

describe('composeSchema', () => {
  it('puts each piece under its feature key: a boolean, or the piece', () => {
    const schema = composeSchema(
      base(),
      [piece({ schema: { type: 'object', description: 'Fees.' } }), piece({ id: 'b', feature: 'b' })],
      [],
    )
    expect(features(schema).fees).toMatchObject({
      description: 'Fees. Default: true.',
      anyOf: [{ type: 'boolean' }, { type: 'object' }],
    })
    expect(features(schema).b?.anyOf).toHaveLength(1)
  })

  it('takes the default from the piece and says when a feature is not built', () => {
    const schema = composeSchema(
      base(),
      [piece({ schema: { default: false } }), piece({ id: 'b', feature: 'b', available: false })],
      [],
    )
    expect(features(schema).fees?.description).toBe('fees Default: false.')
    expect(features(schema).b?.description).toContain('Not in this version')
  })

  it('adds the keys of slot items to the order lists, once', () => {
    const schema = composeSchema(
      base(),
      [piece({ slotKeys: { walletFeatures: ['send', 'fees'], connectMethods: ['email'] } })],
      [],
    )
    expect(features(schema).walletFeaturesOrder?.items).toEqual({ enum: ['onramp', 'send', 'fees'] })
    expect(features(schema).connectMethodsOrder?.items).toEqual({ enum: ['wallet', 'email'] })
  })

  it('refuses two owners of one feature', () => {
    expect(() => composeSchema(base(), [piece(), piece({ id: 'other' })], [])).toThrow('Two owners of features.fees')
    expect(() => composeSchema(base(), [piece({ feature: 'walletFeaturesOrder' })], [])).toThrow('Two owners')
  })

  it('leaves its input as it was', () => {
    const given = base()
    composeSchema(given, [piece()], ['eip155:1'])
    expect(given).toEqual(base())
  })
})
