/** The API report: what every public door exports, with its types. A change is seen, and told in a changeset. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { apiReports, REPORTS } from '../../cli/repo/api.ts'
import { ROOT } from './graph.ts'

it('says what every door exports now', () => {
  const reports = apiReports()
  const written = readdirSync(join(ROOT, REPORTS)).filter((name) => name.endsWith('.txt'))
  expect(written.sort(), 'run: npm run generate').toEqual([...reports.keys()].sort())
  for (const [name, text] of reports)
    expect(readFileSync(join(ROOT, REPORTS, name), 'utf8'), 'run: npm run generate').toBe(text)
})
