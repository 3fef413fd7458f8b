import { readFile, rm } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './run.ts'

/** What a run of vitest has to tell of itself. */
export type TestReport = {
  /** Longest first. */
  files: { path: string; seconds: number }[]
  /** `file > describe > test` of what was left out, for whatever reason. */
  skipped: string[]
  /** The same of what failed, each with the first line of why. A file that could not be read fails as a whole. */
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

/** Arguments that make vitest leave its report for {@link readReport}, beside what it prints. */
export const reportTo = (step: string): string[] => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${fileOf(step)}`,
]

/** A report of an earlier run is no report of this one. */
export const forgetReport = (step: string) => rm(fileOf(step), { force: true })

/** `undefined` where the run ended before it could write one. */
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
      .map(({ fullName, failureMessages: [why = ''] }) => `${inTree(name)} > ${fullName}: ${firstLine(why)}`)
    return status === 'failed' && !tests.length ? [`${inTree(name)}: ${firstLine(message)}`] : tests
  })
  return { files, skipped: skipped.sort(), failed }
}

/** A test that ran. `group` is the outermost `describe` around it. */
export type TestRun = { group: string; title: string; seconds: number; passed: boolean }

/** Every test of the step that ran, in its order; none where the run ended before it could write a report. */
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

const firstLine = (text: string) => stripVTControlCharacters(text).split('\n', 1)[0] ?? ''
const inTree = (path: string) => (isAbsolute(path) ? relative(ROOT, path) : path).replaceAll('\\', '/')
