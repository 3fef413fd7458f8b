import { expect, it } from 'vitest'
import { loadParse } from '../../../../cli/stages/parse.ts'
import { readSources } from '../../../../cli/stages/plugin/sources.ts'
import { folder } from '../../project.ts'

it('reads only what can become part of a page: no hidden file, no test, no config', async () => {
  const code = 'export const a = 1'
  const names = [
    'index.ts',
    'views/View.tsx',
    '.eslintrc.cjs',
    '.cache/a.js',
    'views/.draft.ts',
    'a.test.ts',
    'dist/a.js',
  ]
  const root = await folder(Object.fromEntries(names.map((name) => [name, code])))
  const { sources, found } = await readSources(root, await loadParse())
  expect(found).toEqual([])
  expect(sources.map(({ file }) => file)).toEqual(['index.ts', 'views/View.tsx'])
})
