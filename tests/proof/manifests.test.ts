/**
 * Reads a hundred thousand random hostile plugin manifests: none may run, or change the prototypes that all objects
 * share.
 */
import { expect, it } from 'vitest'
import { readHostile } from '../cli/stages/plugin/hostile.ts'

it('T19: a hundred thousand hostile manifests run nothing, and every refusal names a path', async () => {
  const { read, refused } = await readHostile(0, 100_000)
  console.info('manifests', { read, refused })
  expect(read).toBeGreaterThan(10_000)
  expect(refused).toBeGreaterThan(10_000)
})
