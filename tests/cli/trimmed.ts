/** Builds a page with some plugins on, and looks for any byte of the others. */
import { expect } from 'vitest'
import { loadPieces } from '../../cli/package.ts'
import type { Combination } from '../support/combinations.ts'
import { build } from './builder.ts'
import { CONFIG, write } from './project.ts'

/** Ids and config keys of the plugins that exist in this version. */
export const available = async () => (await loadPieces()).filter((piece) => piece.available)

/** `root` is a page of `site()`. The build itself says what it found of a plugin that is off. */
export async function expectTrimmed(root: string, combination: Combination): Promise<void> {
  const pieces = await available()
  const features = Object.fromEntries(pieces.map(({ id, feature }) => [feature, combination[id] === true]))
  await write(root, { 'walletkit.config.json': JSON.stringify({ ...(JSON.parse(CONFIG) as object), features }) })
  const { report, err } = await build(root)
  const on = pieces.filter(({ id }) => combination[id]).map(({ id }) => id)
  expect(report.plugins, err).toEqual(on.sort())
  expect(report.leftovers).toEqual([])
  // The report's own list of modules must agree: a plugin weighs something when it is on, and nothing else does.
  expect(Object.keys(report.weights.features).sort()).toEqual(on)
}
