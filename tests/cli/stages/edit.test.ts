import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rewrite, setFeature } from '../../../cli/stages/edit.ts'
import type { JsonObject } from '../../../schema/pieces.ts'

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

describe('rewrite', () => {
  it.each<[string, string, JsonObject, string]>([
    ['nothing', '{ "a":  1 }', { a: 1 }, '{ "a":  1 }'],
    ['a new first member', '{\n  "a":  1\n}\n', { $schema: 's', a: 1 }, '{\n  "$schema": "s",\n  "a":  1\n}\n'],
    ['a new name', '{\n\t"a": [1,2],\n\t"b": 2\n}', { c: [1, 2], b: 2 }, '{\n\t"c": [1,2],\n\t"b": 2\n}'],
    ['the first member out', '{\n  "a": 1,\n  "b":2\n}', { b: 2 }, '{\n  "b":2\n}'],
    ['the last member out', '{\r\n  "a": 1,\r\n  "b": 2\r\n}', { a: 1 }, '{\r\n  "a": 1\r\n}'],
    ['the only member out', '{\n  "a": {\n    "b": 1\n  }\n}', { a: {} }, '{\n  "a": {}\n}'],
    ['one value deep inside', '{"a":{ "b":[1,2],"c":3 }}', { a: { b: [2], c: 3 } }, '{"a":{ "b":[2],"c":3 }}'],
    [
      'an object and lists',
      '{\n  "a": 1\n}',
      { a: 1, b: { c: [1, 2], d: [] } },
      '{\n  "a": 1,\n  "b": {\n    "c": [1, 2],\n    "d": []\n  }\n}',
    ],
  ])('writes %s', (_, before, after, text) => {
    expect(rewrite(before, after)).toBe(text)
  })

  it('writes any config and back', () => {
    const object = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true })
    const space = fc.constantFrom(undefined, 2, '\t')
    fc.assert(
      fc.property(object, object, object, space, (kept, gone, fresh, indent) => {
        const parse = (value: unknown) => JSON.parse(JSON.stringify(value)) as JsonObject
        const text = JSON.stringify({ ...kept, ...gone }, null, indent)
        const after = parse({ ...kept, ...fresh })
        const out = rewrite(text, after)
        expect(JSON.parse(out)).toEqual(after)
        expect(rewrite(out, after)).toBe(out)
        const back = parse({ ...kept, ...gone })
        expect(JSON.parse(rewrite(out, back))).toEqual(back)
      }),
      { numRuns: 300 },
    )
  })
})

describe('rewrite of lists', () => {
  it.each<[string, string, JsonObject, string]>([
    ['a last item', '{ "a": [1,2] }', { a: [1, 2, 3] }, '{ "a": [1,2, 3] }'],
    [
      'a last item on its line',
      '{\n  "a": [\n    1,\n    2\n  ]\n}',
      { a: [1, 2, 3] },
      '{\n  "a": [\n    1,\n    2,\n    3\n  ]\n}',
    ],
    ['a first item', '{\n  "a": []\n}', { a: [{ b: 1 }] }, '{\n  "a": [\n    {\n      "b": 1\n    }\n  ]\n}'],
    ['an item out of the middle', '{ "a": [1,  2,  3] }', { a: [1, 3] }, '{ "a": [1,  3] }'],
    ['the first item out', '{\n  "a": [\n    1,\n    2\n  ]\n}', { a: [2] }, '{\n  "a": [\n    2\n  ]\n}'],
    ['the only item out', '{ "a": [ 1 ] }', { a: [] }, '{ "a": [] }'],
    ['another item in its place', '{ "a": [1,  2,  3] }', { a: [1, 4, 3] }, '{ "a": [1,  4,  3] }'],
    [
      'a part of an item, and every other item as it is',
      '{ "a": [{ "b":1, "c":   2 }, { "d":  3 }] }',
      { a: [{ b: 1, c: 4 }, { d: 3 }] },
      '{ "a": [{ "b":1, "c":   4 }, { "d":  3 }] }',
    ],
    ['another order', '{ "a": [1,2] }', { a: [2, 1] }, '{ "a": [2, 1] }'],
  ])('writes %s', (_, before, after, text) => {
    expect(rewrite(before, after)).toBe(text)
  })
})
