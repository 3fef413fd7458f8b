import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../../cli/repo/run.ts'
import { report, testRuns, type RanFile } from '../../../cli/repo/testReport.ts'

type State = RanFile['tests'][number]['state']

const file = (name: string, seconds: number, ...states: State[]): RanFile => ({
  path: join(ROOT, name),
  seconds,
  tests: states.map((state, at) => ({
    names: ['engine', 'part', `test ${at}`],
    state,
    seconds: 1.5,
    errors: state === 'failed' ? ['\u001b[31mError: one\u001b[39m\n\nits end', 'Error: another'] : [],
  })),
  errors: [],
})

it('lists the slowest files first, every test that did not run, and each failure with its reason', () => {
  const files = [
    file('tests/a.test.ts', 2, 'passed', 'skipped'),
    file('tests/b.test.ts', 9.5, 'passed', 'failed', 'pending'),
    { ...file('tests/c.test.ts', 0), errors: ['SyntaxError: no\nmore'] },
  ]
  expect(report({ files, errors: ['Error: Worker exited unexpectedly'] })).toEqual({
    files: [
      { path: 'tests/b.test.ts', seconds: 9.5 },
      { path: 'tests/a.test.ts', seconds: 2 },
      { path: 'tests/c.test.ts', seconds: 0 },
    ],
    skipped: ['tests/a.test.ts > engine > part > test 1', 'tests/b.test.ts > engine > part > test 2'],
    failed: [
      'tests/b.test.ts > engine > part > test 1: Error: one\n           its end\n           Error: another',
      'tests/c.test.ts: SyntaxError: no\n           more',
      'Error: Worker exited unexpectedly',
    ],
  })
})

it('shows of a comparison the lines that differ', () => {
  const difference = '- Expected\n+ Received\n\n  {\n    "same": 1,\n-   "hash": "0x1",\n+   "hash": "",\n  }'
  const [path, names] = ['tests/a.test.ts', ['equals']]
  const tests = [{ names, state: 'failed' as const, seconds: 0, errors: [`AssertionError: no\n${difference}`] }]
  const lines = ['- Expected', '+ Received', '-   "hash": "0x1",', '+   "hash": "",']
  expect(report({ files: [{ path, seconds: 0, tests, errors: [] }], errors: [] }).failed).toEqual([
    ['tests/a.test.ts > equals: AssertionError: no', ...lines].join('\n           '),
  ])
})

it('lists the tests that ran, with their group', () => {
  const files = [file('tests/a.test.ts', 2, 'passed', 'skipped', 'failed')]
  expect(testRuns({ files, errors: [] })).toEqual([
    { group: 'engine', title: 'test 0', seconds: 1.5, passed: true },
    { group: 'engine', title: 'test 2', seconds: 1.5, passed: false },
  ])
})
