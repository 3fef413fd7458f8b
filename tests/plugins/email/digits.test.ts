import { expect, it } from 'vitest'
import { digitsOf } from '../../../plugins/email/digits.ts'

it('of a code may be typed in Arabic or Persian, and pasted with spaces', () => {
  for (const text of ['123456', '١٢٣٤٥٦', '۱۲۳۴۵۶', ' 123 456 ', '1234567']) expect(digitsOf(text, 6)).toBe('123456')
})

it('of a code may be typed in Hindi, and in the full width of Japanese and Chinese keyboards', () => {
  for (const text of ['१२३४५६', '１２３４５６', '１２３　４５６']) expect(digitsOf(text, 6)).toBe('123456')
  expect(digitsOf('०९ ０９ ٠٩ ۰۹', 8)).toBe('09090909')
})
