import { expect, it } from 'vitest'
import { pairwise } from '../support/combinations.ts'
import { site } from './builder.ts'
import { available, expectTrimmed } from './trimmed.ts'

it('covers every pair of plugins in all four on/off states', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  const chosen = pairwise(names)
  expect(chosen.length).toBeLessThanOrEqual(10)
  for (const [at, a] of names.entries())
    for (const b of names.slice(at + 1))
      expect(new Set(chosen.map((each) => `${each[a]} ${each[b]}`)).size, `${a} and ${b}`).toBe(4)
})

it('builds every pair of plugins, on and off, without a byte of a disabled plugin', { timeout: 300_000 }, async () => {
  const root = await site()
  const names = (await available()).map(({ id }) => id)
  for (const combination of pairwise(names)) await expectTrimmed(root, combination)
})
