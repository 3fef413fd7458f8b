/** A small share of what tests/proof/loginFrame.test.ts does at length. */
import { expect, it } from 'vitest'
import { checkDescribed } from '../../../support/describedRequests.ts'
import { assail } from '../../../support/frameMessages.ts'

it('signs nothing and throws nothing, whatever a page sends', async () => {
  const { signed, shown } = await assail(4000)
  expect(signed).toBe(0)
  // Some of the requests get as far as the screen, or this would prove little.
  expect(shown).toBeGreaterThan(0)
})

it('shows each value that is signed', () => checkDescribed(400))
