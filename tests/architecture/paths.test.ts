/** File names must differ also on macOS and Windows, where case does not count, or a clone would lose files. */
import { describe, expect, it } from 'vitest'
import { collisions, refuseCollisions, treeFiles } from '../../cli/repo/paths.ts'

it('no two files or folders differ only in case or in the form of an accent', async () => {
  const files = await treeFiles()
  expect(files).toContain('package.json')
  expect(collisions(files)).toEqual([])
})

describe('a collision', () => {
  it.each([
    ['case', ['a/Figures.js', 'a/figures.js']],
    ['case, once it is compiled', ['a/Figures.tsx', 'a/figures.ts']],
    ['the form of an accent', ['caf\u00e9.md', 'cafe\u0301.md']],
    ['a letter with two small forms', ['stra\u00dfe.md', 'STRASSE.md']],
    ['the case of a file and a folder', ['views/a.ts', 'Views']],
  ])('is found in %s', (_what, paths) => {
    expect(collisions(paths)).toEqual([[...paths].map((path) => path.replace(/^views\/.*/, 'views')).sort()])
    expect(() => refuseCollisions('The tree', paths)).toThrow(/^The tree holds names.*\n {2}\S/)
  })

  it('is reported once for two folders, whatever they contain', () => {
    expect(collisions(['a/One/x.ts', 'a/one/y.ts'])).toEqual([['a/One', 'a/one']])
  })

  it('is not reported for a source file beside its declarations or its test', () => {
    expect(collisions(['a/figures.ts', 'a/figures.d.ts', 'a/figures.test.ts', 'b/figures.ts', 'a/figures'])).toEqual([])
  })
})
