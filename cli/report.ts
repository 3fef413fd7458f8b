/** The build report: the text for people, and the object that `--json` prints. */
import type { Bridge } from './graph.ts'
import { kilobytes, messages } from './messages.ts'
import type { Piece } from '../schema/pieces.ts'
import type { Sbom } from './stages/sbom.ts'
import type { Security } from './stages/security.ts'
import type { Weights } from './stages/weigh.ts'

/** `name` is `eager`, `firstOpen`, or a plugin's part such as `tip-jar lazy`. */
export type Budget = { name: string; bytes: number; limit: number; holds: boolean }
export type Report = {
  ok: boolean
  folder: string
  weights: Weights
  budgets: Budget[]
  plugins: string[]
  leftOut: readonly string[]
  byDefault: readonly string[]
  notes: readonly string[]
  /** What a disabled feature left in the build. */
  leftovers: string[]
  /** The packages whose modules the build contains. */
  sbom: Sbom
  seconds: number
} & Security

type Limits = Record<'eager' | 'firstOpen', number>

/** Bytes that a page may add by importing entry points for its other libraries. They load with the page. */
const BRIDGES: Record<Bridge, number> = { compat: 2500, framework: 500, interop: 1900 }

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
 * Rollup, the bundler of vite 6 and 7, leaves more code in the first files: 9.5 and 45 kB instead of the usual 6 and
 * 29.
 */
const ROLLUP = 1.7

/** The budgets of a build with Rollup. */
export const looser = (limits: Limits): Limits => ({
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

const row = (label: string, ...cells: string[]) =>
  `  ${label.padEnd(22)}${cells.map((cell) => cell.padStart(12)).join('')}`

const halves = (sizes: Weights['features']) =>
  Object.entries(sizes).map(([id, { eager, lazy }]) => row(id, kilobytes(eager), kilobytes(lazy)))

export function reportText(report: Report): string {
  const { weights, hosts, budgets } = report
  const part = (label: string, { gzip, overReact, files }: Weights['eager']) =>
    row(label, kilobytes(gzip), kilobytes(overReact), String(files.length))
  const failures = [
    ...budgets.filter(({ holds }) => !holds).map(({ name, bytes, limit }) => messages.overBudget(name, bytes, limit)),
    ...report.leftovers,
  ]
  return [
    `Built ${report.folder} in ${report.seconds.toFixed(1)} s`,
    '',
    row('gzip', 'all', 'walletkit', 'files'),
    part('with the page', weights.eager),
    part('when it is idle', weights.idle),
    part('until Connect shows', weights.firstOpen),
    part('everything', weights.total),
    row('of that, screens', '', kilobytes(weights.screens)),
    '',
    row('feature', 'eager', 'lazy'),
    ...halves(weights.features),
    '',
    row('chains', 'eager', 'lazy'),
    ...halves(weights.chains),
    ...(Object.keys(weights.parts).length ? ['', row('parts', 'eager', 'lazy'), ...halves(weights.parts)] : []),
    '',
    `Made of: ${report.sbom.components.map(({ name, version }) => `${name} ${version}`).join(', ')}`,
    `May contact: ${hosts.connect.join(' ') || 'nobody'}`,
    `Images from: ${hosts.images.join(' ') || 'itself only'}`,
    '',
    'Content-Security-Policy:',
    `  ${report.csp}`,
    '',
    'Integrity, by file:',
    ...Object.entries(report.sri).map(([file, hash]) => `  ${file}  ${hash}`),
    'Integrity of lazy files: put this in the page before any script,',
    `  <script type="importmap">${report.importMap.json}</script>`,
    'and send this policy instead:',
    `  ${report.importMap.csp}`,
    '',
    ...budgets.map(
      ({ name, bytes, limit, holds }) => `Budget ${name}: ${bytes} of ${limit} B${holds ? '' : ', exceeded'}`,
    ),
    ...(report.byDefault.length ? [messages.onByDefault(report.byDefault)] : []),
    ...(report.leftOut.length ? [messages.leftOut(report.leftOut)] : []),
    ...report.notes,
    ...(failures.length ? ['', ...failures] : []),
  ].join('\n')
}
