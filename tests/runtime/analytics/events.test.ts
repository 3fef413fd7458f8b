import { expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import coreEvents from '../../../schema/generated/coreEvents.json' with { type: 'json' }
import { ROOT, sources } from '../../architecture/graph.ts'

const trackedBy = (files: readonly string[]) =>
  new Set(
    files.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\.track\(\s*'([A-Z_]+)'/g)].flatMap(
        ([, name]) => name ?? [],
      ),
    ),
  )

it('is the one table, with a goodbye that went well and one that did not [S4.disc.09]', () => {
  expect(coreEvents).toEqual(expect.arrayContaining(['DISCONNECT_SUCCESS', 'DISCONNECT_ERROR']))
  expect(new Set(coreEvents).size).toBe(coreEvents.length)
  expect(coreEvents).not.toContain('MODAL_CREATED')
})

it('names every event that the core tells, and none besides', () => {
  expect([...trackedBy(sources('runtime'))].sort()).toEqual([...coreEvents].sort())
})
