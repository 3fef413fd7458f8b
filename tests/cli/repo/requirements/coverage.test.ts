import { expect, it } from 'vitest'
import { coverage } from '../../../../cli/repo/requirements/coverage.ts'
import type { Named } from '../../../../cli/repo/requirements/named.ts'

const row = (id: string) => ({ id, area: 'Swap', kind: 'state', requirement: 'x', check: 'unit: x', part: 'runtime' })
const named = (id: string, rest: Partial<Named> = {}): Named => ({
  id,
  at: 'a.test.ts:1',
  skipped: false,
  dead: [],
  ...rest,
})
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

it('counts a row that a test names, and leaves the other rows open', () => {
  const { proved, open, faults } = coverage([row('S1.a.01'), row('S1.a.02')], [named('S1.a.01')])
  expect([idsOf(proved), idsOf(open), faults]).toEqual([['S1.a.01'], ['S1.a.02'], []])
})

it.each([
  ['never runs', { skipped: true }, 'a.test.ts:1  names S1.a.01, but never runs'],
  ['is about what only tests use', { dead: ['last'] }, 'a.test.ts:1  names S1.a.01, but only tests use last'],
])('counts no test that %s', (_, rest, fault) => {
  const { open, faults } = coverage([row('S1.a.01')], [named('S1.a.01', rest)])
  expect([idsOf(open), faults]).toEqual([['S1.a.01'], [fault]])
})

it('accepts a test of dead code beside one that proves the row', () => {
  expect(coverage([row('S1.a.01')], [named('S1.a.01', { dead: ['last'] }), named('S1.a.01')]).faults).toEqual([])
})

it('reports ids without a row, and titles that name too many', () => {
  const rows = [1, 2, 3, 4, 5, 6].map((at) => row(`S1.a.0${at}`))
  const { faults } = coverage(rows, [...rows.map(({ id }) => named(id)), named('S9.z.01', { at: 'b.test.ts:2' })])
  expect(faults).toEqual(['b.test.ts:2  no row is called S9.z.01', 'a.test.ts:1  names more than 5 rows'])
})
