import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast, parseHex, readable } from '../../cli/contrast.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('is that of WCAG: 21 for black on white, 4.5 for the grey at its edge', () => {
  expect(contrast('#000', '#ffffff')).toBe(21)
  expect(contrast('#767676', '#fff')).toBeCloseTo(4.54, 2)
  expect(contrast('#777777', '#fff')).toBeCloseTo(4.48, 2)
  expect(contrast('#fff', '#777777')).toBeCloseTo(4.48, 2)
  expect(contrast('rgb(0, 0, 0)', '#fff')).toBeUndefined()
  expect(parseHex('#AbC')).toEqual([0xaa, 0xbb, 0xcc])
  expect(parseHex('#abcd')).toBeUndefined()
})

it('finds a colour that can be read on any ground, and leaves one alone that can', () => {
  fc.assert(
    fc.property(hex, hex, (colour, ground) => {
      const found = readable(colour, [ground], 4.5)
      expect(contrast(found, ground)).toBeGreaterThanOrEqual(4.5)
      if ((contrast(colour, ground) ?? 0) >= 4.5) expect(found).toBe(colour)
    }),
  )
  expect(() => readable('red', ['#fff'], 4.5)).toThrow('red is not a hexadecimal colour')
})
