/** Click → wallet row, in milliseconds, for every kind of visitor. */
import { close, hover, load, newContext, type Visitor } from './visit.ts'

export type Stat = { median: number; p95: number }
export const KINDS = ['cold', 'intent', 'cached', 'reopen'] as const
/** - `cold`: first visit, clicked as soon as the button shows, no sign of interest before.
 *  - `intent`: first visit, hovered first.
 *  - `cached`: as `cold`, on a second visit with a warm HTTP cache.
 *  - `reopen`: opened, closed, opened again. */
export type Kind = (typeof KINDS)[number]

export type Subject = { name: string; url: string; slowdown: number; before?: () => void; after?: () => void }
export type Times = Record<string, Record<Kind, Stat>>

/** Nearest rank. */
export function stat(values: readonly number[]): Stat {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
  return { median: round(at(0.5)), p95: round(at(0.95)) }
}
export const round = (value: number, digits = 1) => Number(value.toFixed(digits))

/** All subjects in turn, so that what else the machine does falls on all alike. One after the other, never two at once. */
export async function measureTimes(
  visitor: Visitor,
  subjects: readonly Subject[],
  samples: number,
  say: (text: string) => void,
): Promise<Times> {
  const taken = subjects.map((subject) => ({ subject, values: KINDS.map(() => [] as number[]) }))
  for (let count = 0; count < samples; count++) {
    for (const { subject, values } of taken) {
      const sample = await once(visitor, subject)
      KINDS.forEach((kind, at) => values[at]?.push(sample[kind]))
    }
    say(`  ${count + 1} of ${samples}`)
  }
  return Object.fromEntries(
    taken.map(({ subject, values }) => [
      subject.name,
      Object.fromEntries(KINDS.map((kind, at) => [kind, stat(values[at] ?? [])])) as Record<Kind, Stat>,
    ]),
  )
}

async function once(visitor: Visitor, { url, slowdown, before, after }: Subject): Promise<Record<Kind, number>> {
  before?.()
  const first = await newContext(visitor)
  const second = await newContext(visitor)
  try {
    const fresh = await load(first, url, slowdown)
    const cold = await fresh.page.evaluate(() => __bench.open())
    await close(fresh)
    const reopen = await fresh.page.evaluate(() => __bench.open())
    await fresh.page.close()
    const again = await load(first, url, slowdown)
    const cached = await again.page.evaluate(() => __bench.open())
    const near = await load(second, url, slowdown)
    await hover(near)
    const intent = await near.page.evaluate(() => __bench.open())
    return { cold: cold.took, intent: intent.took, cached: cached.took, reopen: reopen.took }
  } finally {
    await first.close()
    await second.close()
    after?.()
  }
}
