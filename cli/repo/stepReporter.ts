/**
 * A reporter of vitest that writes the run's results as JSON, in the form that `testReport.ts` reads. Vitest's own JSON
 * has neither the differences of a failed comparison, nor that a test timed out, nor that a worker crashed.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'
import type { RanFile, RunResults } from './testReport.ts'

export default class StepReporter implements Reporter {
  #file = ''

  onInit(vitest: Vitest) {
    const { outputFile } = vitest.config
    if (typeof outputFile !== 'string') throw new Error('Tell the file to write with --outputFile=FILE')
    this.#file = outputFile
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const results: RunResults = { files: modules.map(fileOf), errors: unhandled.map(unhandledText) }
    await mkdir(dirname(this.#file), { recursive: true })
    await writeFile(this.#file, JSON.stringify(results))
  }
}

function fileOf(module: TestModule): RanFile {
  const tests = [...module.children.allTests()].map((test) => {
    const { state, errors = [] } = test.result()
    const { duration = 0 } = test.diagnostic() ?? {}
    return { names: namesOf(test), state, seconds: duration / 1000, errors: errors.map(textOf) }
  })
  // A `describe` has errors of its own when its hooks failed.
  const groups = [...module.children.allSuites()].flatMap((group) => group.errors())
  return {
    path: module.moduleId,
    seconds: module.diagnostic().duration / 1000,
    tests,
    errors: [...module.errors(), ...groups].map(textOf),
  }
}

const namesOf = ({ parent, name }: TestCase | TestSuite): string[] =>
  parent.type === 'module' ? [name] : [...namesOf(parent), name]

/** An error that no test caught, with what tells where it came from: its causes, the file that ran, and its stack. */
function unhandledText(error: SerializedError): string {
  const { stack = '', cause, VITEST_TEST_PATH: path, VITEST_TEST_NAME: name } = error
  const frames = stack.split('\n').filter((line) => line.trim().startsWith('at '))
  const running = typeof path === 'string' ? [`while ${[path, name].filter(Boolean).join(' > ')} ran`] : []
  return [textOf(error), ...causesOf(cause), ...running, ...frames.slice(0, 8)].join('\n')
}

const causesOf = (cause: SerializedError | undefined): string[] =>
  cause === undefined ? [] : [`caused by ${textOf(cause)}`, ...causesOf(cause.cause)]

const textOf = ({ name = 'Error', message, diff }: SerializedError) =>
  `${name}: ${message}\n${typeof diff === 'string' ? diff : ''}`.trim()
