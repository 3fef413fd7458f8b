import { it } from 'vitest'
import { site } from '../cli/builder.ts'
import { available, expectTrimmed } from '../cli/trimmed.ts'
import { allCombinations } from '../support/combinations.ts'

it('builds every combination of plugins without a byte of a disabled one', { timeout: 3_600_000 }, async () => {
  const root = await site()
  const names = (await available()).map(({ id }) => id)
  for (const combination of allCombinations(names)) await expectTrimmed(root, combination)
})
