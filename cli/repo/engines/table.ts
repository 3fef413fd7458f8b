import type { TestRun } from '../testReport.ts'

/** One row per step and one column per engine. A test's group is its engine. */
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
