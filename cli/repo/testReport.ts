import { readFile, rm } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './run.ts'

/** The results of a vitest run. */
export type TestReport = {
  /** Longest first. */
  files: { path: string; seconds: number }[]
  /** The tests that did not run for any reason, as `file > describe > test`. */
  skipped: string[]
  /** The tests that failed, each with the beginning of its error. A file that could not be loaded is one failure. */
  failed: string[]
}

type Shape = {
  testResults: {
    name: string
    startTime: number
    endTime: number
    status: string
    message: string
    assertionResults: Assertion[]
  }[]
}

type Assertion = {
  status: string
  fullName: string
  ancestorTitles: string[]
  title: string
  duration?: number
  failureMessages: string[]
}

const fileOf = (step: string) => join(ROOT, '.cache/test', `${step}.json`)

/** Arguments that make vitest write the report that {@link readReport} reads, in addition to its normal output. */
export const reportTo = (step: string): string[] => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${fileOf(step)}`,
]

/** Removes the report of an earlier run, so that it is not taken for this one. */
export const forgetReport = (step: string) => rm(fileOf(step), { force: true })

/** Returns `undefined` when the run ended before it wrote a report. */
export async function readReport(step: string): Promise<TestReport | undefined> {
  const text = await readFile(fileOf(step), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : report(JSON.parse(text) as Shape)
}

export function report({ testResults }: Shape): TestReport {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ path: inTree(name), seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
  const skipped = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo')
      .map(({ fullName }) => `${inTree(name)} > ${fullName}`),
  )
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages: [why = ''] }) => `${inTree(name)} > ${fullName}: ${beginning(why)}`)
    return status === 'failed' && !tests.length ? [`${inTree(name)}: ${beginning(message)}`] : tests
  })
  return { files, skipped: skipped.sort(), failed }
}

/** A test that ran. `group` is its outermost `describe`. */
export type TestRun = { group: string; title: string; seconds: number; passed: boolean }

/** Every test of the step that ran, in order. Empty when the run ended before it wrote a report. */
export async function readTests(step: string): Promise<TestRun[]> {
  const text = await readFile(fileOf(step), 'utf8').catch(() => undefined)
  return text === undefined ? [] : testRuns(JSON.parse(text) as Shape)
}

export const testRuns = ({ testResults }: Shape): TestRun[] =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ ancestorTitles: [group = ''], title, duration = 0, status }) => {
        return { group, title, seconds: duration / 1000, passed: status === 'passed' }
      }),
  )

/** An error's first line and its last eight before the stack: for a command that failed, the end of what it printed. */
function beginning(text: string): string {
  const lines = stripVTControlCharacters(text).split('\n')
  const stack = lines.findIndex((line) => /^\s+at /.test(line))
  const said = lines.slice(0, stack < 0 ? undefined : stack).filter((line) => line.trim())
  return [...said.slice(0, 1), ...said.slice(1).slice(-8)].join('\n           ')
}
const inTree = (path: string) => (isAbsolute(path) ? relative(ROOT, path) : path).replaceAll('\\', '/')
