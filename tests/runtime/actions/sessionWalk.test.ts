/** Random walks through the model of sessions: two tabs, three wallets, two namespaces. */
import fc from 'fast-check'
import { afterEach, beforeEach, it, vi } from 'vitest'
import { walk, walks } from '../../support/walk/run.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it('200 walks: never trapped, never two truths, never a foreign account, nothing left after a disconnect', async () => {
  await fc.assert(
    fc.asyncProperty(walks(), async (steps) => {
      const wrong = await walk(steps)
      if (wrong) throw new Error(wrong)
    }),
    { numRuns: 200, seed: 20_261_125 },
  )
}, 120_000)
