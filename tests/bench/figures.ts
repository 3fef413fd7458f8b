/** The figures to reach, and the table that says which were. */
import type { Bytes } from './fetched.ts'
import type { Site } from './site.ts'
import type { Kind, Stat, Times } from './times.ts'
import { round, stat } from './times.ts'
import type { Installed } from './installed.ts'

/** `strict` figures decide the exit code: bytes and requests are the same on every machine, times are not. */
export type Figure = { name: string; reach: number; measured: number; unit: string; strict: boolean }

export const holds = ({ reach, measured }: Figure) => measured <= reach

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

/** Medians; `hanging` are the ratios to the same visitor with every service answering. */
export function timeFigures(template: string, times: Times, hanging: Record<string, Record<Kind, number>>): Figure[] {
  const slow = times[`${template} 4x`]
  const loose = { unit: 'ms', strict: false }
  const ratios = Object.entries(hanging).filter(([name]) => name.startsWith(template))
  return [
    ...(slow
      ? [
          { name: `${template}: click → row, 4×, after intent`, reach: 100, measured: slow.intent.median, ...loose },
          {
            name: `${template}: click → row, 4×, cold`,
            reach: COLD[template] ?? 0,
            measured: slow.cold.median,
            ...loose,
          },
          { name: `${template}: re-open, 4×`, reach: 50, measured: slow.reopen.median, ...loose },
        ]
      : []),
    ...ratios.flatMap(([name, { cold, intent }]) => [
      { name: `${name}: cold, services hanging ÷ answering`, reach: 1.1, measured: cold, unit: '×', strict: false },
      {
        name: `${name}: after intent, services hanging ÷ answering`,
        reach: 1.1,
        measured: intent,
        unit: '×',
        strict: false,
      },
    ]),
  ]
}

export function projectFigures({ template, createSeconds, buildSeconds }: Site, installed: Installed): Figure[] {
  const seconds = (values: readonly number[]) => round(stat(values.map((value) => value * 1000)).median / 1000, 2)
  const loose = { unit: 's', strict: false }
  return [
    { name: `${template}: create-walletkit --no-install`, reach: 2, measured: seconds(createSeconds), ...loose },
    { name: `${template}: walletkit build`, reach: 5, measured: seconds(buildSeconds), ...loose },
    { name: `${template}: packages beside React's`, reach: 20, measured: installed.closure, unit: '', strict: false },
    { name: `${template}: of these twice`, reach: 0, measured: installed.closureTwice.length, unit: '', strict: false },
    {
      name: `${template}: of these with install script`,
      reach: 0,
      measured: installed.closureScripts.length,
      unit: '',
      strict: false,
    },
  ]
}

/** hanging ÷ answering, by subject and kind, of medians. */
export function ratios(times: Times, suffix: string): Record<string, Record<Kind, number>> {
  const share = (over: Stat, under: Stat) => round(over.median / under.median, 2)
  return Object.fromEntries(
    Object.entries(times).flatMap(([name, over]) => {
      const under = times[name.replace(suffix, '')]
      if (!name.endsWith(suffix) || !under) return []
      const { cold, intent, cached, reopen } = over
      const kinds: Record<Kind, number> = {
        cold: share(cold, under.cold),
        intent: share(intent, under.intent),
        cached: share(cached, under.cached),
        reopen: share(reopen, under.reopen),
      }
      return [[name.replace(suffix, ''), kinds]]
    }),
  )
}

export function table(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length))
  const row = (name: string, reach: string, measured: string, mark: string) =>
    `${name.padEnd(width)}${reach.padStart(12)}${measured.padStart(12)}  ${mark}`.trimEnd()
  const lines = figures.map((figure) => {
    const { name, reach, measured, unit, strict } = figure
    const mark = holds(figure) ? '' : strict ? 'OVER' : 'over'
    return row(name, `${reach} ${unit}`.trim(), `${measured} ${unit}`.trim(), mark)
  })
  return [row('figure', 'reach', 'measured', ''), ...lines].join('\n')
}
