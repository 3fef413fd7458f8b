/**
 * Checks the README's list of the files on the way from a typed amount to a swap: all exist, and each imports the next,
 * or an earlier one imports it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { importsOf, ROOT } from '../../architecture/graph.ts'

const readme = readFileSync(join(ROOT, 'plugins/swaps/README.md'), 'utf8')
const walk = [...readme.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file)
const importsFile = (from: string | undefined, to: string | undefined) =>
  from !== undefined && importsOf(from).some((each) => each.to === to)

it('has at most 14 files, all of which exist', () => {
  expect(walk.length).toBeGreaterThan(5)
  expect(walk.length).toBeLessThanOrEqual(14)
  for (const file of walk) expect(existsSync(join(ROOT, file)), file).toBe(true)
})

it('enters each folder once', () => {
  const folders = walk.map(dirname).filter((folder, at, all) => folder !== all[at - 1])
  expect(folders).toEqual([...new Set(folders)])
})

it('follows imports: each file imports the next, or an earlier one imports it', () => {
  const lost = walk.filter((file, at) => {
    const isImported = walk.slice(0, at).some((earlier) => importsFile(earlier, file))
    return !isImported && !importsFile(file, walk[at + 1])
  })
  expect(lost).toEqual([])
})
