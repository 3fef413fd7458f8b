/** A short version of `tests/proof/loginFrame.test.ts`. */
import { expect, it } from 'vitest'
import { checkDescribed } from '../../../support/describedRequests.ts'
import { assail } from '../../../support/frameMessages.ts'

it('signs nothing and throws nothing, whatever a page sends', async () => {
  const { signed, shown } = await assail(4000)
  expect(signed).toBe(0)
  // Some requests must be shown, or the test would prove little.
  expect(shown).toBeGreaterThan(0)
})

it('shows each value that is signed', () => checkDescribed(400))
