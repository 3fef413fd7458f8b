import { expect, it } from 'vitest'
import { parseTable, readTable } from '../../../../cli/repo/requirements/table.ts'

const HEAD = 'id\tarea\tkind\trequirement\thow_to_check\tpart\n'
const row = (id: string) => `${id}\tSwap\tstate\tSays so\tunit: ask\tplugins/swaps\n`

it('reads the rows of this repository', async () => {
  const rows = await readTable()
  expect(rows.length).toBeGreaterThan(700)
  expect(rows[0]).toMatchObject({ id: 'S1.scope.01', part: 'runtime' })
})

it.each([
  ['a row without all its cells', 'S1.a.01\tSwap\n', 'tests/requirements.tsv:2: six cells, none empty, are wanted'],
  ['an id of another form', row('swap-1'), 'tests/requirements.tsv:2: swap-1 is not an id'],
  ['an id twice', row('S1.a.01') + row('S1.a.01'), 'tests/requirements.tsv:3: S1.a.01 is taken'],
])('rejects %s', (_, text, message) => {
  expect(() => parseTable(HEAD + text)).toThrow(message)
})
