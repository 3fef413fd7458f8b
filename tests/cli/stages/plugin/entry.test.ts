import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addEntry, removeEntry } from '../../../../cli/stages/plugin/entry.ts'

const none = {
  methods: [],
  services: [],
  hosts: [],
  storage: [],
  names: [],
  identity: [],
  events: [],
  activate: [],
  slots: [],
}
const entry = { name: 'tips', feature: 'tips', permissions: { ...none, hosts: ['https://a.example'] } }

describe('addEntry', () => {
  it.each([
    [
      '{\n  "projectId": "x",\n  "features": {\n    "send": true\n  }\n}\n',
      '{\n  "projectId": "x",\n  "features": {\n    "send": true,\n    "tips": true\n  },\n  "plugins": [\n    {\n      "name": "tips",\n      "grants": {\n        "hosts": ["https://a.example"]\n      }\n    }\n  ]\n}\n',
    ],
    [
      '{\n  "plugins": [\n    "a",\n    "b"\n  ],\n  "features": { "tips": {} }\n}',
      '{\n  "plugins": [\n    "a",\n    "b",\n    {\n      "name": "tips",\n      "grants": {\n        "hosts": ["https://a.example"]\n      }\n    }\n  ],\n  "features": { "tips": {} }\n}',
    ],
    [
      '{ "plugins": ["a"] }',
      '{ "plugins": ["a", { "name": "tips", "grants": { "hosts": ["https://a.example"] } }], "features": { "tips": true } }',
    ],
  ])('changes %j', (before, after) => {
    expect(addEntry(before, entry)).toBe(after)
    expect(addEntry(after, entry)).toBe(after)
    expect(removeEntry(addEntry('{ "plugins": ["a"] }', entry), 'tips', 'tips')).toBe('{ "plugins": ["a"] }')
  })

  it('replaces the old entry with what a newer version requests', () => {
    const before = '{ "plugins": [{ "name": "tips" }, "b"], "features": { "tips": false } }'
    expect(addEntry(before, { ...entry, permissions: none })).toBe(
      '{ "plugins": ["tips", "b"], "features": { "tips": true } }',
    )
  })
})

describe('removeEntry', () => {
  it('restores any config byte for byte', () => {
    const key = fc
      .string({ maxLength: 4 })
      .filter((word) => !['plugins', 'features', 'tips', '__proto__'].includes(word))
    const rest = fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true })
    const features = fc.option(fc.dictionary(key, fc.boolean(), { noNullPrototype: true }), { nil: undefined })
    const plugins = fc.option(fc.array(fc.constantFrom('a', 'b', './c'), { minLength: 1 }), { nil: undefined })
    const space = fc.constantFrom(undefined, 2, '\t')
    fc.assert(
      fc.property(rest, features, plugins, space, (some, on, named, indent) => {
        const config = { ...some, ...(on && { features: on }), ...(named && { plugins: [...new Set(named)] }) }
        const text = JSON.stringify(config, null, indent)
        const added = addEntry(text, entry)
        expect(JSON.parse(added)).toMatchObject({ features: { tips: true } })
        expect(removeEntry(added, 'tips', 'tips')).toBe(text)
      }),
      { numRuns: 300 },
    )
  })
})
