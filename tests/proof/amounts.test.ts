/** Long property tests of amounts, with a million cases each. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatUnits as viemFormat, parseUnits as viemParse } from 'viem'
import { formatUnits, parseUnits } from '../../runtime/lib/units.ts'
import { AGREEMENTS } from '../support/decimals.ts'

const RUNS = 1_000_000
const decimals = fc.integer({ min: 0, max: 36 })

it('parses every formatted amount back to the same value, at every scale', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 2n ** 256n - 1n),
      decimals,
      (value, scale) => parseUnits(formatUnits(value, scale), scale) === value,
    ),
    { numRuns: RUNS },
  )
})

it('agrees with viem on every amount that both accept', () => {
  const text = fc
    .tuple(fc.bigInt(0n, 10n ** 30n), fc.stringMatching(/^\d{1,18}$/))
    .map(([whole, fraction]) => `${whole}.${fraction}`)
  fc.assert(
    fc.property(text, (typed) => {
      const own = parseUnits(typed, 18)
      return own === viemParse(typed, 18) && viemFormat(own ?? 0n, 18) === formatUnits(own ?? 0n, 18)
    }),
    { numRuns: RUNS },
  )
})

it('accepts the grammar and nothing else', () => {
  const grammar = /^(\d+(\.\d{0,18})?|\.\d{1,18})$/
  let taken = 0
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,-+eExX \u0661\u202e_'), maxLength: 12 }), (typed) => {
      const own = parseUnits(typed, 18)
      taken += Number(own !== undefined)
      return (own !== undefined) === grammar.test(typed)
    }),
    { numRuns: RUNS },
  )
  expect(taken).toBeGreaterThan(1000)
})

it.each(Object.entries(AGREEMENTS))('agrees with an independent decimal library on %s', (_what, property) => {
  fc.assert(property, { numRuns: RUNS })
})
