/** The type of the build report, and the limits on its sizes. reportText.ts prints it for people. */
import type { Bridge } from './graph.ts'
import type { Piece } from '../schema/pieces.ts'
import type { Sbom } from './stages/sbom.ts'
import type { FeatureRow } from './stages/featureRows.ts'
import type { Security } from './stages/security.ts'
import type { Weights } from './stages/weigh.ts'

/**
 * The limit of a size, and whether the build keeps it. `name` is `eager`, `firstOpen`, or a plugin's part such as
 * `tip-jar lazy`.
 */
export type Budget = { name: string; bytes: number; limit: number; holds: boolean }
export type Report = {
  ok: boolean
  folder: string
  weights: Weights
  /** The bytes of each feature, chain and part of the core except analytics, with the hosts that it may contact. */
  rows: FeatureRow[]
  budgets: Budget[]
  plugins: string[]
  /** Whether the config names the sandbox, which works on this computer only. */
  sandbox: boolean
  leftOut: readonly string[]
  byDefault: readonly string[]
  notes: readonly string[]
  /** One sentence for each thing that the build must not contain, such as a module of a disabled feature. */
  leftovers: string[]
  /** The packages whose modules the build contains. */
  sbom: Sbom
  seconds: number
} & Security

type Limits = Record<'eager' | 'firstOpen', number>

/**
 * Gzip bytes that a page may add by importing entry points for its framework or its other libraries. They load with the
 * page. `compat` contains its buttons' styles too.
 */
const BRIDGES: Record<Bridge, number> = { compat: 3000, framework: 500, interop: 1900 }

/** The limits of the config's features, plus those of the {@link Bridge}s that the page imports. */
export function withBridges({ eager, firstOpen }: Limits, bridges: readonly Bridge[]): Limits {
  const more = bridges.reduce((sum, bridge) => sum + BRIDGES[bridge], 0)
  return { eager: eager + more, firstOpen: firstOpen + more }
}

export function budgetsOf(weights: Weights, limits: Limits): Budget[] {
  return (['eager', 'firstOpen'] as const).map((name) => {
    const bytes = weights[name].overReact
    return { name, bytes, limit: limits[name], holds: bytes <= limits[name] }
  })
}

/**
 * Rollup, the bundler of vite 6 and 7, leaves more code in the first files: 9.5 kB that load with the page and 45 kB
 * until the modal is open, instead of the usual 6 and 29 kB.
 */
const ROLLUP = 1.7

/** The budgets of a build with Rollup. */
export const looser = (limits: Limits): Limits => ({
  eager: Math.round(limits.eager * ROLLUP),
  firstOpen: Math.round(limits.firstOpen * ROLLUP),
})

/** The budgets that plugins declare, with what they weigh in the build. */
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
