import type { TestRun } from '../testReport.ts'

/** Prints test results as a table with a row for each step and a column for each engine (a test's `group`). */
export function table(rows: readonly TestRun[], engines: readonly string[]): string {
  const steps = [...new Set(rows.filter(({ group }) => engines.includes(group)).map(({ title }) => title))]
  const cell = (step: string, engine: string) => {
    const row = rows.find(({ title, group }) => title === step && group === engine)
    return row ? `${row.passed ? '' : 'FAILED '}${row.seconds.toFixed(1)} s` : 'not run'
  }
  const sum = (engine: string) => {
    const seconds = rows.filter(({ group }) => group === engine).reduce((all, row) => all + row.seconds, 0)
    return `${seconds.toFixed(1)} s`
  }
  const lines = [
    ['', ...engines],
    ...steps.map((step) => [step, ...engines.map((engine) => cell(step, engine))]),
    ['together', ...engines.map(sum)],
  ]
  return lines
    .map(([name = '', ...cells]) => `  ${name.padEnd(10)}${cells.map((each) => each.padStart(16)).join('')}`)
    .join('\n')
}
