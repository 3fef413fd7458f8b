/**
 * Compares every calculation with money with an independent decimal library. The long proofs run a million cases of
 * each.
 */
import fc from 'fast-check'
import { it } from 'vitest'
import { AGREEMENTS } from '../../support/decimals.ts'

it.each(Object.entries(AGREEMENTS))('agrees on %s', (_what, property) => {
  fc.assert(property, { numRuns: 1_000 })
})
