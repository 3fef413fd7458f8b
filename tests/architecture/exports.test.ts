/**
 * Imports each entry point, and checks that it has exactly the values that its API report lists: none is missing, and
 * none is added or removed unnoticed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isManifest, REPORTS, reportFile } from '../../cli/repo/api.ts'
import { entryPoints } from '../../cli/repo/entryPoints.ts'
import { ROOT } from './graph.ts'

const exported = async (source: string) => Object.keys((await import(join(ROOT, source))) as object).sort()

/**
 * The names of the values in the first part of a report, which has lines like `function useText(…)` or `ref = const
 * ref: …`.
 */
function reported(name: string): string[] {
  const [exports = ''] = readFileSync(join(ROOT, REPORTS, reportFile(name)), 'utf8').split('\n## ')
  const values = exports.matchAll(
    /^(?:(\w+) = (?!type |interface ).*|(?:abstract class|class|const|enum|function) (\w+).*)$/gm,
  )
  return [...new Set([...values].map(([, renamed, own]) => renamed ?? own))].filter((each) => each !== undefined).sort()
}

const [manifests, reports] = [true, false].map((wanted) =>
  entryPoints().filter(({ source }) => isManifest(source) === wanted),
)

it.each(reports ?? [])('$name exports what its API report lists', async ({ name, source }) => {
  expect(await exported(source)).toEqual(reported(name))
})

it.each(manifests ?? [])('$name exports only the manifest', async ({ source }) => {
  expect(await exported(source)).toEqual(['default'])
})
