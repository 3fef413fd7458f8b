import { readFile, rm } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './run.ts'

/** What `stepReporter.ts` writes of a vitest run. */
export type RunResults = {
  files: RanFile[]
  /** Errors outside of any test, for instance of a worker that crashed. */
  errors: string[]
}

export type RanFile = {
  path: string
  seconds: number
  tests: {
    /** The test's title after those of the `describe`s around it, outermost first. */
    names: string[]
    state: 'passed' | 'failed' | 'skipped' | 'pending'
    seconds: number
    errors: string[]
  }[]
  /** The file's errors outside of its tests: of hooks, or because the file could not be loaded. */
  errors: string[]
}

/** The results of a vitest run, for printing. */
export type TestReport = {
  /** Longest first. */
  files: { path: string; seconds: number }[]
  /** The tests that did not run for any reason, as `file > describe > test`. */
  skipped: string[]
  /** What failed, each with its error in a few lines: tests, hooks, files that could not be loaded, and workers. */
  failed: string[]
}

const fileOf = (step: string) => join(ROOT, '.cache/test', `${step}.json`)

/** Arguments that make vitest write the report that {@link readReport} reads, in addition to its normal output. */
export const reportTo = (step: string): string[] => [
  '--reporter=default',
  `--reporter=${join(import.meta.dirname, 'stepReporter.ts')}`,
  `--outputFile=${fileOf(step)}`,
]

/** Removes the report of an earlier run, so that it is not taken for the report of the next run. */
export const forgetReport = (step: string) => rm(fileOf(step), { force: true })

/** Reads the results that the run of a step wrote. Returns `undefined` when the run ended before it wrote a report. */
async function readResults(step: string): Promise<RunResults | undefined> {
  const text = await readFile(fileOf(step), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as RunResults)
}

/** Reads the report of a step. Returns `undefined` when the run ended before it wrote a report. */
export async function readReport(step: string): Promise<TestReport | undefined> {
  const results = await readResults(step)
  return results && report(results)
}

export function report({ files, errors }: RunResults): TestReport {
  const inFiles = files.map(({ path, ...rest }) => ({ ...rest, path: inTree(path) }))
  return {
    files: inFiles.map(({ path, seconds }) => ({ path, seconds })).sort((a, b) => b.seconds - a.seconds),
    skipped: inFiles
      .flatMap(({ path, tests }) =>
        tests
          .filter(({ state }) => state === 'skipped' || state === 'pending')
          .map(({ names }) => [path, ...names].join(' > ')),
      )
      .sort(),
    failed: [
      ...inFiles.flatMap(({ path, tests, errors: outside }) => [
        ...outside.map((error) => `${path}: ${inShort(error)}`),
        ...tests
          .filter(({ state }) => state === 'failed')
          .map((test) => `${[path, ...test.names].join(' > ')}: ${test.errors.map(inShort).join(NEXT)}`),
      ]),
      ...errors.map(inShort),
    ],
  }
}

/** A test that ran. `group` is its outermost `describe`. */
export type TestRun = { group: string; title: string; seconds: number; passed: boolean }

/** Every test of the step that ran, in order. Empty when the run ended before it wrote a report. */
export async function readTests(step: string): Promise<TestRun[]> {
  const results = await readResults(step)
  return results ? testRuns(results) : []
}

export const testRuns = ({ files }: RunResults): TestRun[] =>
  files.flatMap(({ tests }) =>
    tests
      .filter(({ state }) => state === 'passed' || state === 'failed')
      .map(({ names, seconds, state }) => {
        return {
          group: names.length > 1 ? (names[0] ?? '') : '',
          title: names.at(-1) ?? '',
          seconds,
          passed: state === 'passed',
        }
      }),
  )

const NEXT = '\n           '

/**
 * An error's first line, and its last twelve: for a command that failed, the end of what it printed; for a comparison,
 * the lines that differ.
 */
function inShort(error: string): string {
  const [first = '', ...rest] = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim())
  const differing = rest.filter((line) => /^[+-] /.test(line))
  return [first, ...(differing.length ? differing : rest).slice(-12)].join(NEXT)
}
const inTree = (path: string) => (isAbsolute(path) ? relative(ROOT, path) : path).replaceAll('\\', '/')
