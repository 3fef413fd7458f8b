/** Builds a page with some plugins, and checks that it contains nothing of the others. */
import { expect } from 'vitest'
import { loadPieces } from '../../cli/package.ts'
import type { Combination } from '../support/combinations.ts'
import { build } from './builder.ts'
import { CONFIG, write } from './project.ts'

/** The plugins of this version, with ids and config keys. */
export const available = async () => (await loadPieces()).filter((piece) => piece.available)

/** `root` is a page of `site()`. The build itself reports leftovers of plugins that are off. */
export async function expectTrimmed(root: string, combination: Combination): Promise<void> {
  const pieces = await available()
  const features = Object.fromEntries(pieces.map(({ id, feature }) => [feature, combination[id] === true]))
  await write(root, { 'walletkit.config.json': JSON.stringify({ ...(JSON.parse(CONFIG) as object), features }) })
  const { report, err } = await build(root)
  const on = pieces.filter(({ id }) => combination[id]).map(({ id }) => id)
  expect(report.plugins, err).toEqual(on.sort())
  expect(report.leftovers).toEqual([])
  // Check the report's weights too: exactly the plugins that are on have one.
  expect(Object.keys(report.weights.features).sort()).toEqual(on)
}
