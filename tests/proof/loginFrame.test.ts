/**
 * Sends the login frame a million messages of a hostile page: it must sign nothing, and show every value that would be
 * signed.
 */
import { expect, it } from 'vitest'
import { checkDescribed } from '../support/describedRequests.ts'
import { assail } from '../support/frameMessages.ts'

it('signs nothing and throws nothing for 1,000,000 random and mutated messages', async () => {
  expect(await assail(1_000_000)).toMatchObject({ signed: 0 })
})

it('shows each value that is signed of 100,000 random and mutated requests', () => checkDescribed(100_000))
