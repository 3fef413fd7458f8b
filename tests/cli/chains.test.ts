/** A page contains only the chain families that its config names. Limits what each adds to a build (gzip bytes). */
import { expect, it } from 'vitest'
import { build, site } from './builder.ts'
import { CONFIG, write } from './project.ts'

const NETWORKS = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
}
/** The most gzip bytes that load later for each family, all of its parts and libraries together. */
const LIMITS = { solana: 35_000, polkadot: 8_000, bip122: 12_400 }

const buildOf = async (root: string, networks: readonly string[]) => {
  await write(root, { 'walletkit.config.json': JSON.stringify({ ...(JSON.parse(CONFIG) as object), networks }) })
  const { report, out, err } = await build(root)
  expect(out, err).not.toBe('')
  return report
}

it('builds a page of EVM chains without a byte of the other kinds', { timeout: 120_000 }, async () => {
  const { weights, leftovers, budgets } = await buildOf(await site(), [NETWORKS.eip155])
  expect(Object.keys(weights.chains)).toEqual(['eip155'])
  expect(leftovers).toEqual([])
  expect(budgets.filter(({ holds }) => !holds)).toEqual([])
})

it('builds each kind alone within its budget, without loading its code eagerly', { timeout: 300_000 }, async () => {
  const root = await site()
  for (const namespace of ['solana', 'polkadot', 'bip122'] as const) {
    const { weights, leftovers, budgets } = await buildOf(root, [NETWORKS[namespace]])
    const own = weights.chains[namespace]
    expect(leftovers).toEqual([])
    expect(own?.lazy, namespace).toBeLessThanOrEqual(LIMITS[namespace])
    expect(own?.lazy, namespace).toBeGreaterThan(1_000)
    expect(
      budgets.filter(({ holds }) => !holds),
      namespace,
    ).toEqual([])
    // The page itself gets only names and `import()` calls: weigh the family alone.
    expect(own?.eager, namespace).toBeLessThanOrEqual(250)
  }
})

it('builds all four kinds together within the combined budgets', { timeout: 120_000 }, async () => {
  const report = await buildOf(await site(), Object.values(NETWORKS))
  expect(Object.keys(report.weights.chains)).toEqual(['bip122', 'eip155', 'polkadot', 'solana'])
  expect(report.budgets.filter(({ holds }) => !holds)).toEqual([])
})
