/** A hundred thousand random walks of sessions: wallets, a remote session, a visitor, reloads, tabs, lost answers. */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NAMES } from '../support/walk/steps.ts'
import { walk, type Walk, walks } from '../support/walk/run.ts'

const WALKS = 100_000
const SEED = 20_261_125

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it(`${WALKS} walks are never trapped, have one truth, use no foreign account, and leave nothing`, async () => {
  const taken = new Map(NAMES.map((name) => [name, 0]))
  const began = Date.now()
  let count = 0
  const run = async (steps: Walk) => {
    count++
    for (const { name } of steps) taken.set(name, (taken.get(name) ?? 0) + 1)
    const wrong = await walk(steps)
    if (wrong) throw new Error(wrong)
  }
  await fc.assert(fc.asyncProperty(walks(), run), { numRuns: WALKS, seed: SEED })
  const steps = [...taken.values()].reduce((sum, each) => sum + each, 0)
  console.log(`${count} walks, ${steps} steps, ${Math.round((Date.now() - began) / 1000)} s`)
  console.table(Object.fromEntries(taken))
  expect(Math.min(...taken.values())).toBeGreaterThan(1_000)
}, 3_600_000)
