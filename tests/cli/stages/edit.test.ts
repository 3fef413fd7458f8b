import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setFeature } from '../../../cli/stages/edit.ts'

describe('setFeature', () => {
  it.each([
    ['{ "features": { "send": true, "a": 1 } }', '{ "features": { "send": false, "a": 1 } }'],
    ['{ "features": { "send": { "noReturnTokens": [] } } }', '{ "features": { "send": false } }'],
    ['{\n  "features": {\n    "a": 1\n  }\n}\n', '{\n  "features": {\n    "a": 1,\n    "send": false\n  }\n}\n'],
    ['{ "features": { "a": 1 } }', '{ "features": { "a": 1, "send": false } }'],
    [
      '{\n\t"projectId": "x",\n\t"features": {}\n}',
      '{\n\t"projectId": "x",\n\t"features": {\n\t\t"send": false\n\t}\n}',
    ],
    ['{\n  "projectId": "x"\n}', '{\n  "projectId": "x",\n  "features": {\n    "send": false\n  }\n}'],
    ['{\r\n  "projectId": "x"\r\n}', '{\r\n  "projectId": "x",\r\n  "features": {\r\n    "send": false\r\n  }\r\n}'],
    ['{"projectId":"x"}', '{"projectId":"x", "features": { "send": false }}'],
    ['{}', '{ "features": { "send": false } }'],
  ])('changes %j to %j', (before, after) => {
    expect(setFeature(before, 'send', false)).toBe(after)
  })

  it('changes one feature and nothing else, in any config', () => {
    const config = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true })
    fc.assert(
      fc.property(
        config,
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { noNullPrototype: true }),
        fc.constantFrom(undefined, 2, '\t'),
        (rest, features, space) => {
          const before = { ...rest, features }
          const text = setFeature(JSON.stringify(before, null, space), 'send', true)
          expect(JSON.parse(text)).toEqual(
            JSON.parse(JSON.stringify({ ...before, features: { ...features, send: true } })),
          )
          expect(setFeature(text, 'send', true)).toBe(text)
        },
      ),
    )
  })
})
