/** Measures the ms from the click to the wallet row, for every kind of visit. */
import { setTimeout as wait } from 'node:timers/promises'
import { close, type Context, hover, load, newContext, slow, type Visitor } from './visit.ts'

export type Stat = { median: number; p95: number }
export const KINDS = ['cold', 'intent', 'cached', 'reopen'] as const
/** - `cold`: first visit, clicked as soon as the button shows, without hover or focus before.
 *  - `intent`: hovered first.
 *  - `cached`: as `cold`, on a second visit with a warm HTTP cache.
 *  - `reopen`: opened, closed, opened again. */
export type Kind = (typeof KINDS)[number]

/** `before` and `after` run around each sample. Without `cached`, the second visit is skipped. */
export type Subject = {
  name: string
  url: string
  slowdown: number
  cached: boolean
  before?: () => void
  after?: () => void
}
export type Measured = Partial<Record<Kind, Stat>>
export type Times = Record<string, Measured>
/** One visit's ms, by kind. */
export type Sample = Partial<Record<Kind, number>>
/** All samples of each subject, by its name. */
export type Samples = Record<string, readonly Sample[]>

/** Median and 95th percentile by the nearest-rank method. */
export function stat(values: readonly number[]): Stat {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
  return { median: round(at(0.5)), p95: round(at(0.95)) }
}
export const round = (value: number, digits = 1) => Number(value.toFixed(digits))

/** Alternates between the subjects, so that other load on the machine affects all alike. Never runs two at once. */
export async function measureTimes(
  visitor: Visitor,
  subjects: readonly Subject[],
  samples: number,
  say: (text: string) => void,
): Promise<Samples> {
  const taken = subjects.map((subject) => ({ subject, values: [] as Sample[] }))
  for (let count = 0; count < samples; count++) {
    for (const { subject, values } of taken) values.push(await once(visitor, subject))
    say(`  ${count + 1} of ${samples}`)
  }
  return Object.fromEntries(taken.map(({ subject, values }) => [subject.name, values]))
}

export const timesOf = (samples: Samples): Times =>
  Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, summary(list)]))

/** The values of one kind of visit. */
export const valuesOf = (samples: readonly Sample[], kind: Kind): number[] =>
  samples.flatMap((sample) => sample[kind] ?? [])

function summary(samples: readonly Sample[]): Measured {
  const kinds = KINDS.map((kind) => [kind, valuesOf(samples, kind)] as const)
  return Object.fromEntries(kinds.flatMap(([kind, values]) => (values.length ? [[kind, stat(values)]] : [])))
}

/**
 * All measurements of one visitor. The hover loads everything before its click, so the warm cache makes no difference
 * to it.
 */
async function once(visitor: Visitor, subject: Subject): Promise<Sample> {
  subject.before?.()
  const context = await newContext(visitor)
  try {
    return { ...(await clicked(context, subject)), intent: await hovered(context, subject) }
  } finally {
    await context.close()
    subject.after?.()
  }
}

async function clicked(context: Context, { url, slowdown, cached }: Subject): Promise<Sample> {
  const fresh = await load(context, url, slowdown)
  const first = await fresh.evaluate(() => __bench.open())
  await close(fresh)
  const second = await fresh.evaluate(() => __bench.open())
  await fresh.close()
  const sample = { cold: first.took, reopen: second.took }
  if (!cached) return sample
  const again = await load(context, url, slowdown)
  const { took } = await again.evaluate(() => __bench.open())
  await again.close()
  return { ...sample, cached: took }
}

/** The page is idle before the click, and loading is not measured here, so slow the CPU down only after both. */
async function hovered(context: Context, { url, slowdown }: Subject): Promise<number> {
  const near = await load(context, url)
  await hover(near)
  if (slowdown > 1) {
    await slow(near, slowdown)
    // The CPU's slowdown is uneven at first.
    await wait(150)
  }
  const { took } = await near.evaluate(() => __bench.open())
  return took
}
