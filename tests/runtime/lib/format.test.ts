import { describe, expect, it } from 'vitest'
import { fiatText, formatFiat, formatNumber, formatToken, MESSAGE_DECIMALS } from '../../../runtime/lib/format.ts'
import { parseUnits } from '../../../runtime/lib/units.ts'
import { shortAddress } from '../../../runtime/lib/shortAddress.ts'

const amount = (text: string, decimals = 18) => ({ value: parseUnits(text, decimals) ?? -1n, decimals })

describe('numbers', () => {
  it('have 2 decimals by default, cut down [S9.num.01]', () => {
    expect(formatNumber('1.23456')).toBe('1.23')
    expect(formatNumber('1.999')).toBe('1.99')
    expect(formatNumber('5')).toBe('5.00')
  })

  it('are grouped by the locale, exact far beyond a float', () => {
    expect(formatNumber('12345678901234567890.129')).toBe('12,345,678,901,234,567,890.12')
    expect(formatNumber('1234.5', 2, 'de-DE')).toBe('1.234,50')
  })
})

describe('token amounts', () => {
  it('have 6 decimals, and the amount itself keeps all [S9.num.02]', () => {
    const held = amount('1.123456789')
    expect(formatToken(held)).toBe('1.123456')
    expect(held.value).toBe(1_123_456_789_000_000_000n)
  })

  it('have 3 in messages, and dust is not shown as nothing', () => {
    expect(formatToken(amount('1.23456'), MESSAGE_DECIMALS)).toBe('1.234')
    expect(formatToken({ value: 1n, decimals: 18 })).toBe('<0.000001')
    expect(formatToken({ value: 0n, decimals: 18 })).toBe('0')
    expect(formatToken(amount('1000000.5', 6))).toBe('1,000,000.5')
  })
})

describe('fiat', () => {
  it('comes with its cents apart', () => {
    expect(formatFiat(amount('12480.629', 3))).toEqual({ whole: '$12,480', cents: '.62' })
    expect(fiatText(amount('0', 0))).toBe('$0.00')
  })

  it('keeps the letters and the sign of a currency together in right-to-left text', () => {
    const marked = fiatText(amount('5', 0), 'ar')
    expect(marked.replace(/[\u200e\u200f]/g, '')).toBe('5.00\u00a0US$')
    expect(marked).toMatch(/^\u200f.*US\$\u200e$/)
    expect(fiatText(amount('5', 0), 'en-AU')).not.toMatch(/[\u200e\u200f]/)
  })
})

describe('shortAddress', () => {
  it('keeps both ends', () => {
    expect(shortAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266')
    expect(shortAddress('0x12345678')).toBe('0x12345678')
  })
})
