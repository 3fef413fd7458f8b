/** The figures with their limits, and the table of them. */
import type { Bytes } from './fetched.ts'
import type { Site } from './site.ts'
import type { Installed } from './installed.ts'
import { isLarger } from './rank.ts'
import { type Kind, KINDS, type Measured, round, type Samples, stat, type Times, timesOf, valuesOf } from './times.ts'

/**
 * A figure. Only `strict` ones decide the exit code: bytes, requests and packages are the same on every computer, times
 * are not.
 */
export type Figure = {
  name: string
  reach: number
  measured: number
  unit: string
  strict: boolean
  /** Whether `measured` may be over its reach by chance alone. */
  byChance?: boolean
}

export const holds = ({ reach, measured, byChance = false }: Figure) => measured <= reach || byChance

/** 1 if a strict figure is over its limit. */
export const exitCode = (figures: readonly Figure[]) =>
  figures.every((figure) => !figure.strict || holds(figure)) ? 0 : 1

export function bytesFigures(template: string, bytes: Bytes): Figure[] {
  const figure = (name: string, unit: string, reach: number, measured: number): Figure => ({
    name: `${template}: ${name}`,
    reach,
    measured,
    unit,
    strict: true,
  })
  return [
    figure('eager over React, gzip', 'B', 6_000, bytes.eagerGzip),
    figure('until Connect shows, over React, gzip', 'B', 30_000, bytes.firstOpenGzip),
    figure('script and style files until Connect shows', '', 3, bytes.requestsToOpen),
    figure('data requests before the row shows', '', 0, bytes.dataRequestsToOpen),
    figure('third-party requests at load, open, connect', '', 0, bytes.thirdPartyRequests),
  ]
}

const COLD: Record<string, number> = { react: 200, html: 300 }

const HANGING_REACH = 1.1

/**
 * `hanging` are ratios of medians: the time with services that never answer ÷ the time with services that answer. One
 * over its reach counts only if a rank test of all samples agrees.
 */
export function timeFigures(template: string, samples: Samples, hanging: Ratios): Figure[] {
  const figure = (name: string, reach: number, measured: number | undefined, unit: string): Figure[] =>
    measured === undefined ? [] : [{ name: `${template}: ${name}`, reach, measured, unit, strict: false }]
  const slow = timesOf(samples)[`${template} 4x`]
  const ratio = (name: string, kind: Kind, measured: number | undefined) => {
    const [over, under] = [`${name}${HANGING}`, name].map((each) => valuesOf(samples[each] ?? [], kind))
    const byChance = !isLarger(over ?? [], under ?? [], HANGING_REACH)
    const text = `${kind === 'cold' ? 'cold' : 'after intent'}, services hanging ÷ answering, ${name.split(' ')[1]}`
    return figure(text, HANGING_REACH, measured, '×').map((each) => ({ ...each, byChance }))
  }
  const own = Object.entries(hanging).filter(([name]) => name.startsWith(`${template} `))
  return [
    ...figure('click → row, 4×, after intent', 100, slow?.intent?.median, 'ms'),
    ...figure('click → row, 4×, cold', COLD[template] ?? 0, slow?.cold?.median, 'ms'),
    ...figure('re-open, 4×', 50, slow?.reopen?.median, 'ms'),
    ...own.flatMap(([name, { cold, intent }]) => [...ratio(name, 'cold', cold), ...ratio(name, 'intent', intent)]),
  ]
}

export function projectFigures({ template, createSeconds, buildSeconds }: Site, installed: Installed): Figure[] {
  const seconds = (values: readonly number[]) => round(stat(values.map((value) => value * 1000)).median / 1000, 2)
  const loose = { unit: 's', strict: false }
  const strict = { unit: '', strict: true }
  return [
    { name: `${template}: create-walletkit --no-install`, reach: 2, measured: seconds(createSeconds), ...loose },
    { name: `${template}: walletkit build`, reach: 5, measured: seconds(buildSeconds), ...loose },
    { name: `${template}: packages beside React's`, reach: 20, measured: installed.closure, ...strict },
    { name: `${template}: of these twice`, reach: 0, measured: installed.closureTwice.length, ...strict },
    {
      name: `${template}: of these with install script`,
      reach: 0,
      measured: installed.closureScripts.length,
      ...strict,
    },
  ]
}

export type Ratios = Record<string, Partial<Record<Kind, number>>>

/** Ends the name of a subject whose services hang. */
export const HANGING = ' hanging'

/** Ratios of medians: each subject whose services hang ÷ the same subject while they answer. */
export function ratios(times: Times): Ratios {
  const pairs = Object.entries(times).flatMap(([name, over]) => {
    const under = times[name.replace(HANGING, '')]
    return name.endsWith(HANGING) && under ? [{ name: name.replace(HANGING, ''), over, under }] : []
  })
  const shares = (over: Measured, under: Measured) =>
    KINDS.flatMap((kind) => {
      const [a, b] = [over[kind]?.median, under[kind]?.median]
      return a && b ? [[kind, round(a / b, 2)] as const] : []
    })
  return Object.fromEntries(pairs.map(({ name, over, under }) => [name, Object.fromEntries(shares(over, under))]))
}

export function table(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length))
  const row = (name: string, reach: string, measured: string, mark: string) =>
    `${name.padEnd(width)}${reach.padStart(12)}${measured.padStart(12)}  ${mark}`.trimEnd()
  const lines = figures.map((figure) => {
    const { name, reach, measured, unit, strict } = figure
    const mark = measured <= reach ? '' : holds(figure) ? 'by chance' : strict ? 'OVER' : 'over'
    return row(name, `${reach} ${unit}`.trim(), `${measured} ${unit}`.trim(), mark)
  })
  return [row('figure', 'reach', 'measured', ''), ...lines].join('\n')
}
