import fc from 'fast-check'
import { expect, it } from 'vitest'
import { visibleParts } from '../../../runtime/lib/visible.ts'

const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u

it('leaves letters, signs and line ends as they are', () => {
  expect(visibleParts('Pay 1 ETH\nto Zoë 支付 ❤')).toEqual(['Pay 1 ETH\nto Zoë 支付 ❤'])
  expect(visibleParts('')).toEqual([])
})

it('tells what hides: directions, zero widths, returns, tags, halves of letters', () => {
  expect(visibleParts('a\u202eb\u200b\r\u0000\u{e0041}\ud800')).toEqual([
    'a',
    { code: 'U+202E' },
    'b',
    { code: 'U+200B' },
    { code: 'U+000D' },
    { code: 'U+0000' },
    { code: 'U+E0041' },
    { code: 'U+D800' },
  ])
})

it('tells invisible letters and marks, but not the color of an emoji', () => {
  expect(visibleParts('a\u3164b\u2800')).toEqual(['a', { code: 'U+3164' }, 'b', { code: 'U+2800' }])
  expect(visibleParts('a\ufe0f')).toEqual(['a', { code: 'U+FE0F' }])
  expect(visibleParts('I ❤\ufe0f it')).toEqual(['I ❤\ufe0f it'])
})

it('tells marks that would stack on one letter and cover the lines around it', () => {
  const stack = visibleParts(`a${'\u0301'.repeat(60)}b`)
  expect(stack.filter((part) => typeof part === 'string')).toEqual([`a${'\u0301'.repeat(4)}`, 'b'])
  expect(stack).toHaveLength(58)
  // Letters of Hebrew, Thai, Tibetan and Burmese with all of their marks, and the digit on a key.
  for (const whole of ['\u05e9\u05c1\u05bc\u05b8\u0596', 'ที่นี้', 'བསྒྲུབས', 'မျှော်လင့်', 'လျှော့ဈေး', '1\u20e3'])
    expect(visibleParts(whole)).toEqual([whole])
})

it('shows every text whole, and nothing hidden', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const parts = visibleParts(text)
      const back = parts.map((part) =>
        typeof part === 'string' ? part : String.fromCodePoint(Number.parseInt(part.code.slice(2), 16)),
      )
      expect(back.join('')).toBe(text)
      for (const part of parts) if (typeof part === 'string') expect(part.replaceAll('\n', '')).not.toMatch(HIDDEN)
    }),
    { numRuns: 2_000 },
  )
})
