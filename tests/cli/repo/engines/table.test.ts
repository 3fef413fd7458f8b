import { expect, it } from 'vitest'
import { table } from '../../../../cli/repo/engines/table.ts'

it('shows the seconds of each step in each engine, what failed, and what did not run', () => {
  const rows = [
    { group: 'chromium', title: 'connect', seconds: 1.24, passed: true },
    { group: 'chromium', title: 'QR code', seconds: 2, passed: true },
    { group: 'webkit', title: 'connect', seconds: 12.5, passed: false },
  ]
  expect(table(rows, ['chromium', 'webkit']).split('\n')).toEqual([
    '                    chromium          webkit',
    '  connect              1.2 s   FAILED 12.5 s',
    '  QR code              2.0 s         not run',
    '  together             3.2 s          12.5 s',
  ])
})
