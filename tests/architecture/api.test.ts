/** The API report lists the exports of every public entry point with their types, so that no change goes unnoticed. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { apiReports, REPORTS } from '../../cli/repo/api.ts'
import { ROOT } from './graph.ts'

it('API report matches the exports of every entry point', () => {
  const reports = apiReports()
  const written = readdirSync(join(ROOT, REPORTS)).filter((name) => name.endsWith('.txt'))
  expect(written.sort(), 'run: npm run generate').toEqual([...reports.keys()].sort())
  for (const [name, text] of reports)
    expect(readFileSync(join(ROOT, REPORTS, name), 'utf8'), 'run: npm run generate').toBe(text)
})
