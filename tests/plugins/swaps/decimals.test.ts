/** Every figure of money agrees with an independent decimal library; a million cases each in the long proofs. */
import fc from 'fast-check'
import { it } from 'vitest'
import { AGREEMENTS } from '../../support/decimals.ts'

it.each(Object.entries(AGREEMENTS))('agrees on %s', (_what, property) => {
  fc.assert(property, { numRuns: 1_000 })
})
