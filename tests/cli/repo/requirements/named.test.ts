import { expect, it } from 'vitest'
import { parseReport } from '../../../../cli/repo/requirements/dead.ts'
import { namedIn } from '../../../../cli/repo/requirements/named.ts'

const PATH = 'tests/runtime/data/chain.test.ts'
// Build titles from these unused ids, because this file itself is searched for ids in titles.
const [FIRST, SECOND] = ['S1.a.01', 'S1.a.02']
const [A, B] = [`[${FIRST}]`, `[${SECOND}]`]
const ids = (text: string) => namedIn(PATH, text, new Map()).map(({ id }) => id)

it.each([
  ['a title', `it('is so ${A} ${B}', () => {})`, ['S1.a.01', 'S1.a.02']],
  ['a title of a group', `describe('all ${A}', () => { it('is so ${B}', () => {}) })`, ['S1.a.01', 'S1.a.02']],
  ['the rows of a table', `it.each([['a', '${A}']] as const)('is %s %s', () => {})`, ['S1.a.01']],
  ['a title made of parts', `it(\`is \${what} ${A}\`, () => {})`, ['S1.a.01']],
  ['no body of a test', `it('is so', () => { expect(text).toBe('${A}') })`, []],
  ['no comment', `// ${A}\nit('is so', () => {})`, []],
  ['no string of another call', `say('${A}')`, []],
])('reads %s', (_, text, expected) => expect(ids(text)).toEqual(expected))

it.each(['it.skip', 'it.todo', 'test.fails', 'describe.skip', 'it.skip.each([1])'])(
  'marks a test that %s skips',
  (call) => {
    expect(namedIn(PATH, `${call}('is so ${A}', () => {})`, new Map())).toMatchObject([{ skipped: true }])
  },
)

it('marks a test in a skipped group', () => {
  const text = `describe.skip('all', () => { it('is so ${A}', () => {}) })`
  expect(namedIn(PATH, text, new Map())).toMatchObject([{ id: 'S1.a.01', skipped: true }])
})

it('marks a test of code that only tests use, under the name that the test imports it with', () => {
  const json = JSON.stringify({
    issues: [{ file: 'runtime/data/chain.ts', files: [], exports: [{ name: 'lastChain' }] }],
  })
  const text = `
    import { lastChain as last, chain } from '../../../runtime/data/chain.ts'
    it('is the last ${A}', () => { expect(last()).toBe(1) })
    it('is the one ${B}', () => { expect(chain()).toBe(1) })`
  const found = namedIn(PATH, text, parseReport(json))
  expect(found.map(({ id, at, dead }) => [id, at, dead])).toEqual([
    ['S1.a.01', `${PATH}:3`, ['last']],
    ['S1.a.02', `${PATH}:4`, []],
  ])
})

it('marks a test of a file that no product file imports, whatever the test imports from it', () => {
  const json = JSON.stringify({ issues: [{ file: 'runtime/data/chain.ts', files: [{ name: 'x' }], exports: [] }] })
  const text = `
    import { chain } from '../../../runtime/data/chain.ts'
    it('is the one ${B}', () => { expect(chain()).toBe(1) })`
  expect(namedIn(PATH, text, parseReport(json))).toMatchObject([{ dead: ['chain'] }])
})
