import { describe, expect, it } from 'vitest'
import { cleanText, fill } from '../../../runtime/lib/text.ts'

it.each([
  ['U+3164', 'USD\u3164C'],
  ['U+115F and U+1160', '\u115fUSD\u1160C'],
  ['U+FFA0', 'USDC\uffa0'],
  ['U+2800', 'USD\u2800C'],
  ['U+034F', 'USD\u034fC'],
  ['U+17B4 and U+17B5', 'US\u17b4DC\u17b5'],
  ['U+180B to U+180F', 'U\u180bS\u180cD\u180d\u180fC'],
  ['U+FE00 to U+FE0F', 'U\ufe00S\ufe07DC\ufe0f'],
  ['U+E0100 to U+E01EF', 'USD\u{e0100}C\u{e01ef}'],
  ['U+E0000 to U+E0FFF', 'USD\u{e0041}C\u{e0fff}'],
  ['U+00AD, U+200B to U+200F, U+2060 to U+206F, U+FEFF', '\u00adU\u200bS\u200fD\u2060\u206fC\ufeff'],
  ['U+1D173', 'USD\u{1d173}C'],
])('removes invisible characters: %s', (_what, text) => {
  expect(cleanText(text)).toBe('USDC')
})

it.each(['\n', '\r\n', '\t', '\u2028', ' \u200b '])('keeps two words apart that %j separates', (between) => {
  expect(cleanText(`free${between}claim`)).toBe('free claim')
})

it('removes every default-ignorable and format character, wherever it is', () => {
  const found: string[] = []
  for (let code = 1; code < 0x110000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const each = String.fromCodePoint(code)
    if (/[\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(each) && cleanText(`a${each}b`) !== 'ab')
      found.push(code.toString(16))
  }
  expect(found).toEqual([])
})

it('keeps letters, accents, other scripts and plain emoji', () => {
  for (const text of ['Ether', 'Café', 'Übertrag', 'テスト', 'اختبار', '한국어', '🙂', 'A b', 'ก็'])
    expect(cleanText(text)).toBe(text)
})

it('keeps four marks on a letter, which no language exceeds, and no more', () => {
  const marks = '\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308'
  expect(cleanText(`U${marks}S${marks}DC`)).toBe(`U${marks.slice(0, 4)}S${marks.slice(0, 4)}DC`)
  for (const text of ['Tiếng Việt'.normalize('NFD'), 'בְּרֵאשִׁ֖ית', 'ཧཱུྃ', 'क्षत्रिय्']) expect(cleanText(text)).toBe(text)
})

describe('fill', () => {
  it('puts values into a text, and leaves names without a value', () => {
    expect(fill('Send {amount} to {name}', { amount: 0.5 })).toBe('Send 0.5 to {name}')
    expect(fill('{first}{second}', { first: '', second: 0 })).toBe('0')
    expect(fill('{constructor} of {toString}', { amount: 1 })).toBe('{constructor} of {toString}')
  })

  it.each([
    ['words from right to left', 'إرسال {amount}', '0.25 ETH'],
    ['a value from right to left', '{amount} (1%)', '\u200f7.23 US$'],
  ])('isolates values among %s', (_what, text, amount) => {
    expect(fill(text, { amount })).toBe(text.replace('{amount}', `\u2068${amount}\u2069`))
    expect(fill(`${text} {rest}`, { amount })).toContain(' {rest}')
  })
})
