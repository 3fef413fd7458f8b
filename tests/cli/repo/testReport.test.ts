import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../../cli/repo/run.ts'
import { report, testRuns } from '../../../cli/repo/testReport.ts'

const file = (name: string, seconds: number, ...statuses: string[]) => ({
  name: join(ROOT, name),
  startTime: 1_000,
  endTime: 1_000 + seconds * 1_000,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  message: '',
  assertionResults: statuses.map((status, at) => ({
    status,
    fullName: `engine test ${at}`,
    ancestorTitles: ['engine'],
    title: `test ${at}`,
    duration: 1_500,
    failureMessages: status === 'failed' ? ['\u001b[31mError: one\u001b[39m\n\nits end\n    at two'] : [],
  })),
})

it('lists the slowest files first, every skipped test, and each failure with its reason', () => {
  const testResults = [
    file('tests/a.test.ts', 2, 'passed', 'skipped'),
    file('tests/b.test.ts', 9.5, 'todo', 'passed', 'failed', 'pending'),
    { ...file('tests/c.test.ts', 0), status: 'failed', message: 'SyntaxError: no\nmore' },
  ]
  expect(report({ testResults })).toEqual({
    files: [
      { path: 'tests/b.test.ts', seconds: 9.5 },
      { path: 'tests/a.test.ts', seconds: 2 },
      { path: 'tests/c.test.ts', seconds: 0 },
    ],
    skipped: ['tests/a.test.ts > engine test 1', 'tests/b.test.ts > engine test 0', 'tests/b.test.ts > engine test 3'],
    failed: [
      'tests/b.test.ts > engine test 2: Error: one\n           its end',
      'tests/c.test.ts: SyntaxError: no\n           more',
    ],
  })
})

it('lists the tests that ran, with their group', () => {
  expect(testRuns({ testResults: [file('tests/a.test.ts', 2, 'passed', 'skipped', 'failed')] })).toEqual([
    { group: 'engine', title: 'test 0', seconds: 1.5, passed: true },
    { group: 'engine', title: 'test 2', seconds: 1.5, passed: false },
  ])
})
