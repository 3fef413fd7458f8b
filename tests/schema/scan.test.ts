import { describe, expect, it } from 'vitest'
import { lineAndColumn, MAX_DEPTH, scan } from '../../schema/scan.ts'

const placesOf = (text: string) => {
  const scanned = scan(text)
  if (!scanned.ok) throw new Error(scanned.message)
  return scanned.places
}

describe('scan', () => {
  it('says where every value and key stands, by pointer', () => {
    const text = '{ "a": [1, { "b/c": "x" }],\n  "~": null }'
    const places = placesOf(text)
    const cut = (pointer: string) => text.slice(places.get(pointer)?.start, places.get(pointer)?.end)
    expect([...places.keys()].sort()).toEqual(['', '/a', '/a/0', '/a/1', '/a/1/b~1c', '/~0'])
    expect(cut('/a')).toBe('[1, { "b/c": "x" }]')
    expect(cut('/a/1/b~1c')).toBe('"x"')
    expect(lineAndColumn(text, places.get('/~0')?.key ?? -1)).toEqual({ line: 2, column: 3 })
  })

  it.each([
    ['', 'The file ends too early'],
    ['{', 'The file ends too early'],
    ['{"a" 1}', 'Unexpected "1"'],
    ['{"a": 1,}', 'A comma stands before the closing bracket'],
    ['[1 2]', 'Unexpected "2"'],
    ["{'a': 1}", 'JSON has no single quotes'],
    ['// no\n{}', 'JSON has no comments'],
    ['{} {}', 'Something follows the end of the JSON'],
    ['{"a": 01}', 'Unexpected "1"'],
    ['"\u0000"', 'Unexpected "\\""'],
    ['nope', 'Unexpected "n"'],
  ])('refuses %j: %s', (text, message) => {
    expect(scan(text)).toMatchObject({ ok: false, message })
    expect(() => void JSON.parse(text)).toThrow()
  })

  it('agrees with JSON.parse on what is JSON', () => {
    for (const text of [
      '[]',
      '{}',
      ' [ ] ',
      '{"a":{"b":[[],{}]}}',
      '-1.5e+3',
      '"\\u00e9\\n"',
      'true',
      '[null,false]',
    ]) {
      expect(() => void JSON.parse(text)).not.toThrow()
      expect(scan(text).ok).toBe(true)
    }
  })

  it('sees a key that stands twice, which JSON.parse hides', () => {
    const scanned = scan('{"a": 1, "b": {"a": 2}, "a": 3}')
    expect(scanned.ok && scanned.duplicates).toEqual([{ pointer: '/a', offset: 24 }])
  })

  it('refuses a megabyte of brackets at the depth limit, without a crash', () => {
    const scanned = scan('['.repeat(1_000_000))
    expect(scanned).toMatchObject({ ok: false, offset: MAX_DEPTH })
    expect(scan(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`).ok).toBe(false)
  })
})
