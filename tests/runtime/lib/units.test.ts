import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, floorUnits, formatUnits, multiply, parseDecimal, parseUnits } from '../../../runtime/lib/units.ts'

const decimals = fc.integer({ min: 0, max: 36 })
const value = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

describe('parseUnits', () => {
  it('is the inverse of formatUnits for 0 to 36 decimals and 256 bits', () => {
    fc.assert(
      fc.property(value, decimals, (amount, places) => parseUnits(formatUnits(amount, places), places) === amount),
      { numRuns: 5000 },
    )
  })

  it.each([
    ['1', 1_000_000n],
    ['1.', 1_000_000n],
    ['.5', 500_000n],
    ['0.000001', 1n],
    ['007', 7_000_000n],
    ['0', 0n],
  ])('reads %j', (text, expected) => {
    expect(parseUnits(text, 6)).toBe(expected)
  })

  it.each([
    '',
    '.',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '1e3',
    '0x1',
    '1,5',
    '1_000',
    '1.0000001',
    '١',
    '１',
    '1\u202e',
    '1\u200b',
    '1.2.3',
    'NaN',
    'Infinity',
    '9'.repeat(79),
  ])('refuses %j', (text) => expect(parseUnits(text, 6)).toBeUndefined())

  it('accepts exactly its grammar', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789..eE+-x, ') }))
    fc.assert(
      fc.property(text, (typed) => {
        const fits = /^(?:[0-9]{1,78}(?:\.[0-9]{0,6})?|\.[0-9]{1,6})$/.test(typed)
        expect(parseUnits(typed, 6) !== undefined).toBe(fits)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('formatUnits and floorUnits', () => {
  it('are never in exponent form, never "-0", never with trailing zeros', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 128n), max: 2n ** 256n }), decimals, decimals, (amount, places, shown) => {
        for (const text of [formatUnits(amount, places), floorUnits(amount, places, shown)]) {
          expect(text).toMatch(/^-?\d+(\.\d*[1-9])?$/)
          expect(text).not.toBe('-0')
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('cut down, never up', () => {
    expect(floorUnits(1_999_999n, 6, 2)).toBe('1.99')
    expect(floorUnits(999n, 6, 2)).toBe('0')
    expect(floorUnits(5n, 0, 2)).toBe('5')
    fc.assert(
      fc.property(value, decimals, decimals, (amount, places, shown) => {
        const cut = parseUnits(floorUnits(amount, places, shown), places) ?? -1n
        expect(cut <= amount && amount - cut < 10n ** BigInt(Math.max(0, places - shown))).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('parseDecimal', () => {
  it('reads the numbers of services exactly, exponents included', () => {
    expect(parseDecimal('1.50')).toEqual({ value: 150n, decimals: 2 })
    expect(parseDecimal('1.5e-7')).toEqual({ value: 15n, decimals: 8 })
    expect(parseDecimal('1e+21')).toEqual({ value: 10n ** 21n, decimals: 0 })
    expect(parseDecimal('1.234e+2')).toEqual({ value: 1234n, decimals: 1 })
    fc.assert(
      fc.property(fc.double({ min: 1e-90, max: 1e60, noNaN: true }), (number) => {
        const amount = parseDecimal(String(number))
        expect(amount && Number(`${amount.value}e-${amount.decimals}`)).toBe(number)
      }),
      { numRuns: 3000 },
    )
    for (const bad of ['', '-1', 'NaN', '1e', 'Infinity', '0x1', '1e-999', '.'])
      expect(parseDecimal(bad)).toBeUndefined()
  })
})

describe('multiply and compare', () => {
  it('are exact', () => {
    const amount = fc.record({ value, decimals })
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(multiply(a, b)).toEqual({ value: a.value * b.value, decimals: a.decimals + b.decimals })
        const [left, right] = [a.value * 10n ** BigInt(b.decimals), b.value * 10n ** BigInt(a.decimals)]
        expect(compare(a, b)).toBe(left < right ? -1 : left > right ? 1 : 0)
        expect(compare(a, a)).toBe(0)
        expect(compare(b, a)).toBe(-compare(a, b) + 0)
      }),
      { numRuns: 2000 },
    )
  })
})
