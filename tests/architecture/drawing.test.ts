/**
 * Measures the size of the source: numbers of files, lines and copies, each with a limit, which must never be raised.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { circlesOf, ENTRY_POINTS, importsOf, layerOf, ROOT, sources, upward } from './graph.ts'

/** A file with at most this many lines should perhaps be a part of another file. */
const SHORT = 15
/** Files that nobody reads: style sheets as text, and third-party code that our package bundles. */
const GENERATED = /\.css\.ts$|^runtime\/lib\/vendor\//
/** If this many lines in a row are equal in files of two plugins, one was copied. */
const RUN = 7

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const linesOf = (file: string) => textOf(file).trimEnd().split('\n')

/** The lines of a file without imports, comments, and lines that are only brackets. */
const meaningful = (file: string) =>
  textOf(file)
    .replace(/^import [^']*'[^']*'$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line) && !/^(export \{|\/\/|\/?\*)/.test(line))

/** Pairs of files of different plugins that have copied lines. */
function copies(): string[] {
  const seen = new Map<string, Set<string>>()
  for (const file of sources('plugins')) {
    const lines = meaningful(file)
    for (let at = 0; at + RUN <= lines.length; at += 1) {
      const run = lines.slice(at, at + RUN).join('\n')
      seen.set(run, (seen.get(run) ?? new Set()).add(file))
    }
  }
  const pluginOf = (file: string) => file.split('/')[1]
  const pairs = [...seen.values()].flatMap((files) =>
    [...files].flatMap((a) => [...files].flatMap((b) => (a < b && pluginOf(a) !== pluginOf(b) ? [`${a} = ${b}`] : []))),
  )
  return [...new Set(pairs)]
}

type Row = { what: string; limit: number; count: number; found: readonly string[] }

function measure(): Row[] {
  const runtime = sources('runtime')
  const imports = runtime.flatMap(importsOf)
  const row = (what: string, limit: number, found: readonly string[]) => ({ what, limit, count: found.length, found })
  const folders = [...new Set(runtime.map(layerOf).filter((layer) => layer !== ENTRY_POINTS))]
  const circles = circlesOf(imports.filter(({ kind }) => kind !== 'type')).sort((a, b) => b.length - a.length)
  return [
    row('folders of runtime/', 20, folders),
    row(
      'imports from a lower layer to a higher one',
      0,
      upward(imports).map(({ from, to }) => `${from} -> ${to}`),
    ),
    row('files in the largest circle, with import()', 3, circles[0] ?? []),
    row(
      `files of at most ${SHORT} lines in runtime/`,
      40,
      runtime.filter((file) => !GENERATED.test(file) && linesOf(file).length <= SHORT),
    ),
    row('pairs of files of two plugins with a copied part', 0, copies()),
  ]
}

it('stays within its limits', () => {
  const rows = measure()
  const line = (what: string, count: string | number, limit: string | number) =>
    what.padEnd(50) + String(count).padStart(7) + String(limit).padStart(7)
  console.info(
    ['', line('', 'count', 'limit'), ...rows.map(({ what, count, limit }) => line(what, count, limit)), ''].join('\n'),
  )
  expect(rows.flatMap(({ what, count, limit, found }) => (count > limit ? [{ what, found }] : []))).toEqual([])
})
