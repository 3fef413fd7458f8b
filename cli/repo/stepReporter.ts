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
    const results: RunResults = { files: modules.map(fileOf), errors: unhandled.map(textOf) }
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

const textOf = ({ name = 'Error', message, diff }: SerializedError) =>
  `${name}: ${message}\n${typeof diff === 'string' ? diff : ''}`.trim()
