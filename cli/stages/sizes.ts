/** A build's sizes, saved between builds, and their comparison. Pure functions. */
import { isObject } from '../../schema/pieces.ts'
import { kilobytes } from '../messages.ts'
import type { Weights } from './weigh.ts'

/**
 * Gzip bytes of walletkit, without React and the page's own code. Namespaces and parts of the core are among the
 * features. `version` is the file's format.
 */
export type Sizes = {
  version: 1
  eager: number
  firstOpen: number
  total: number
  features: Record<string, { eager: number; lazy: number }>
}

export type SizeRow = { name: string; bytes: number; before: number | undefined }

export const sizesOf = ({ eager, firstOpen, total, features, chains, parts }: Weights): Sizes => ({
  version: 1,
  eager: eager.overReact,
  firstOpen: firstOpen.overReact,
  total: total.overReact,
  features: { ...features, ...chains, ...parts },
})

/** Parses a saved report of a build's sizes. Throws an Error with the reason if the text is not one. */
export function readSizes(text: string): Sizes {
  const value: unknown = JSON.parse(text)
  if (!isObject(value) || value.version !== 1) throw new Error('it is not a size report of this version')
  const number = (given: unknown, name: string) => {
    if (typeof given !== 'number' || !Number.isFinite(given)) throw new Error(`${name} is not a number`)
    return given
  }
  const features = isObject(value.features) ? Object.entries(value.features) : []
  return {
    version: 1,
    eager: number(value.eager, 'eager'),
    firstOpen: number(value.firstOpen, 'firstOpen'),
    total: number(value.total, 'total'),
    features: Object.fromEntries(
      features.map(([id, parts]) => {
        const { eager, lazy } = isObject(parts) ? parts : {}
        return [id, { eager: number(eager, `${id} eager`), lazy: number(lazy, `${id} lazy`) }]
      }),
    ),
  }
}

/**
 * One row for each total, and two for each feature: its eager and its lazy bytes. A removed feature is listed with 0.
 */
export function compareSizes(now: Sizes, before: Sizes | undefined): SizeRow[] {
  const parts = (['eager', 'firstOpen', 'total'] as const).map((name) => ({
    name,
    bytes: now[name],
    before: before?.[name],
  }))
  const ids = [...new Set([...Object.keys(now.features), ...Object.keys(before?.features ?? {})])].sort()
  const features = ids.flatMap((id) =>
    (['eager', 'lazy'] as const).map((half) => ({
      name: `${id} ${half}`,
      bytes: now.features[id]?.[half] ?? 0,
      before: before && (before.features[id]?.[half] ?? 0),
    })),
  )
  return [...parts, ...features]
}

const NAMES: Record<string, string> = {
  eager: 'with the page',
  firstOpen: 'until Connect shows',
  total: 'everything',
}

export function sizesText(rows: readonly SizeRow[]): string {
  const difference = ({ bytes, before }: SizeRow) => {
    if (before === undefined) return ''
    return bytes === before ? 'same' : `${bytes > before ? '+' : '−'}${Math.abs(bytes - before)} B`
  }
  return rows
    .map((row) => {
      const cells = [`${row.bytes} B`, kilobytes(row.bytes), difference(row)]
      return `  ${(NAMES[row.name] ?? row.name).padEnd(26)}${cells.map((cell) => cell.padStart(12)).join('')}`.trimEnd()
    })
    .join('\n')
}
