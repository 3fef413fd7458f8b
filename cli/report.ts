/** The build report: the text for people, and the object that `--json` prints. */
import type { Piece } from '../schema/pieces.ts'
import type { Sbom } from './stages/sbom.ts'
import type { FeatureRow } from './stages/featureRows.ts'
import type { Security } from './stages/security.ts'
import type { Weights } from './stages/weigh.ts'

/** `name` is `eager`, `firstOpen`, or a plugin's part such as `tip-jar lazy`. */
export type Budget = { name: string; bytes: number; limit: number; holds: boolean }
export type Report = {
  ok: boolean
  folder: string
  weights: Weights
  /** The same by feature, chain and part, with the hosts of each. */
  rows: FeatureRow[]
  budgets: Budget[]
  plugins: string[]
  /** The config names the sandbox, which works on this computer only. */
  sandbox: boolean
  leftOut: readonly string[]
  byDefault: readonly string[]
  notes: readonly string[]
  /** What a disabled feature left in the build. */
  leftovers: string[]
  /** The packages whose modules the build contains. */
  sbom: Sbom
  seconds: number
} & Security

export function budgetsOf(weights: Weights, limits: Record<'eager' | 'firstOpen', number>): Budget[] {
  const bytes = { eager: weights.eager.overReact, firstOpen: weights.firstOpen.overReact }
  return (['eager', 'firstOpen'] as const).map((name) => ({
    name,
    bytes: bytes[name],
    limit: limits[name],
    holds: bytes[name] <= limits[name],
  }))
}

/**
 * Rollup, the bundler of vite 6 and 7, leaves more code in the first files: 9.5 and 45 kB instead of the usual 6 and
 * 29.
 */
const ROLLUP = 1.7

/** The budgets of a build with Rollup. */
export const looser = (limits: Record<'eager' | 'firstOpen', number>) => ({
  eager: Math.round(limits.eager * ROLLUP),
  firstOpen: Math.round(limits.firstOpen * ROLLUP),
})

/** The weights that plugins declare as their limits. */
export function pluginBudgets(
  { features }: Pick<Weights, 'features'>,
  plugins: readonly Pick<Piece, 'id' | 'budget'>[],
): Budget[] {
  return plugins.flatMap(({ id, budget }) =>
    (['eager', 'lazy'] as const).flatMap((part) => {
      const limit = budget[part]
      const bytes = features[id]?.[part] ?? 0
      return limit === undefined ? [] : [{ name: `${id} ${part}`, bytes, limit, holds: bytes <= limit }]
    }),
  )
}
