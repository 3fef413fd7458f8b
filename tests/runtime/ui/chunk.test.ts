/** The cache of code for screens: all callers share one download, and a failure is not kept for the next caller. */
import { expect, it } from 'vitest'
import { fetchChunk, forgetChunk } from '../../../runtime/ui/chunk.ts'
import { makeKit } from '../../support/kit.ts'
import { usePageEvents } from '../../support/pageEvents.ts'

usePageEvents()

it('fetches once for all concurrent callers, and again after a failure', async () => {
  const kit = makeKit()
  let loads = 0
  const load = async () => {
    if (++loads === 1) throw new TypeError('Importing a module script failed.')
    return loads
  }
  const first = fetchChunk(kit, load)
  expect(fetchChunk(kit, load)).toBe(first)
  await first.loading
  expect(first).toMatchObject({ failure: { reason: new TypeError('Importing a module script failed.') } })

  const second = fetchChunk(kit, load)
  await second.loading
  expect(second).toMatchObject({ value: 2 })
  expect(second.failure).toBeUndefined()
  expect(fetchChunk(kit, load)).toBe(second)
  expect(loads).toBe(2)
})

it('keeps one entry per key, separately for each kit', async () => {
  const [one, other] = [makeKit(), makeKit()]
  const load = async () => 1
  const chunks = [fetchChunk(one, load, 'a'), fetchChunk(one, async () => 2, 'a'), fetchChunk(one, load, 'b')]
  expect(chunks[1]).toBe(chunks[0])
  expect(chunks[2]).not.toBe(chunks[0])
  expect(fetchChunk(other, load, 'a')).not.toBe(chunks[0])
})

it('drops entries that have ended', async () => {
  const kit = makeKit()
  let loads = 0
  const load = async () => ++loads
  await fetchChunk(kit, load, 'a').loading
  forgetChunk(kit, 'a')
  await fetchChunk(kit, load, 'a').loading
  expect(fetchChunk(kit, load, 'a')).toMatchObject({ value: 2 })
})
