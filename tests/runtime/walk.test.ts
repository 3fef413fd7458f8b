/** Checks the README's list of the files on the way from a click to a connected account. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importsOf, ROOT } from '../architecture/graph.ts'
import { entryPoints } from '../../cli/repo/entryPoints.ts'

const readme = readFileSync(join(ROOT, 'runtime/README.md'), 'utf8')
const walk = [...readme.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file)
const layerOf = (file: string) => file.split('/')[1]

it('has at most 12 files of at most 4 layers, and all of them exist', () => {
  expect(walk.length).toBeGreaterThan(5)
  expect(walk.length).toBeLessThanOrEqual(12)
  expect(new Set(walk.map(layerOf)).size).toBeLessThanOrEqual(4)
  for (const file of walk) expect(existsSync(join(ROOT, file)), file).toBe(true)
})

it('enters each layer once', () => {
  const layers = walk.map(layerOf).filter((layer, at, all) => layer !== all[at - 1])
  expect(layers).toEqual([...new Set(layers)])
})

it('follows imports: an earlier file imports each one, except the first and the chain, an entry point', () => {
  const entries = new Set(entryPoints().map(({ source }) => source))
  const lost = walk
    .slice(1)
    .filter((file, at) => !entries.has(file) && !walk.slice(0, at + 1).some((earlier) => imports(earlier, file)))
  expect(lost).toEqual([])
})

const imports = (from: string, to: string) => importsOf(from).some((each) => each.to === to)
