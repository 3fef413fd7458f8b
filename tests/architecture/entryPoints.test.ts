/**
 * The list of entry points is `exports` in package.json. tsconfig.json cannot import it, so this test compares the two.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { entryAliases, entryPatterns, entryPoints } from '../../cli/repo/entryPoints.ts'
import { ROOT } from './graph.ts'

it('tsconfig.json maps each entry point of package.json to its source', () => {
  const tsconfig = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: { paths: Record<string, string[]> }
  }
  const paths = Object.fromEntries(entryPatterns().map(({ name, source }) => [name, [`./${source}`]]))
  expect(tsconfig.compilerOptions.paths).toEqual(paths)
})

it('tests import the source that package.json publishes compiled', () => {
  const resolve = (name: string) => {
    const alias = entryAliases().find(({ find }) => find.test(name))
    return alias && name.replace(alias.find, alias.replacement)
  }
  for (const { name, source } of entryPoints()) expect(resolve(name), name).toBe(join(ROOT, source))
  expect(resolve('walletkit/react/inner')).toBeUndefined()
})
