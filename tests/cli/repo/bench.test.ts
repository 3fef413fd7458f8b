import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  bytesFigures,
  exitCode,
  type Figure,
  HANGING,
  holds,
  projectFigures,
  ratios,
  table,
  timeFigures,
} from '../../bench/figures.ts'
import { isLarger } from '../../bench/rank.ts'
import { type Samples, timesOf } from '../../bench/times.ts'
import { spansOf, type TraceEvent } from '../../bench/phases.ts'

const bytes = {
  eagerGzip: 6000,
  firstOpenGzip: 30_000,
  requestsToOpen: 3,
  dataRequestsToOpen: 0,
  thirdPartyRequests: 0,
}
const installed = (closure: number, closureScripts: string[] = []) =>
  projectFigures(
    { template: 'react', createSeconds: [9], buildSeconds: [99] } as never,
    {
      closure,
      closureTwice: [],
      closureScripts,
    } as never,
  )

it('fails the bench for a machine-independent figure over its tolerance, and never for a time', () => {
  expect(exitCode([...bytesFigures('react', bytes), ...installed(20)])).toBe(0)
  expect(exitCode(bytesFigures('react', { ...bytes, eagerGzip: 6001 }))).toBe(1)
  expect(exitCode(bytesFigures('react', { ...bytes, thirdPartyRequests: 1 }))).toBe(1)
  expect(exitCode(installed(21))).toBe(1)
  expect(exitCode(installed(20, ['some-package']))).toBe(1)
  const over: Figure = { name: 'a', reach: 1, measured: 2, unit: '', strict: true }
  expect(table([over])).toMatch(/OVER$/)
})

describe('a ratio of medians', () => {
  /** Times around `middle` that repeat themselves in every run. */
  const around = (middle: number, spread: number, count: number) =>
    Array.from({ length: count }, (_, at) => middle + spread * Math.sin(at * 12.9898))
  const taken = (hanging: number[], answering: number[]) => ({
    'react 1x': answering.map((cold) => ({ cold })),
    [`react 1x${HANGING}`]: hanging.map((cold) => ({ cold })),
  })
  const ratio = (samples: Samples) => timeFigures('react', samples, ratios(timesOf(samples)))[0]

  it('over its reach counts if the samples agree, and not by the chance of a few', () => {
    const late = ratio(taken(around(38, 3, 30), around(30, 3, 30)))
    expect(late).toMatchObject({ reach: 1.1, byChance: false })
    expect(late && holds(late)).toBe(false)
    const noisy = ratio(taken([20, 34, 21, 60, 35], [20, 30, 22, 61, 29]))
    expect(noisy?.measured).toBeGreaterThan(1.1)
    expect(noisy && holds(noisy)).toBe(true)
    expect(noisy && table([noisy])).toMatch(/by chance$/)
  })

  it('of many samples shows a shift that few would not', () => {
    const [few, many] = [8, 200].map((count) => isLarger(around(35, 6, count), around(30, 6, count), 1.1))
    expect([few, many]).toEqual([false, true])
  })

  it('of equal samples is no difference', () => {
    expect(isLarger([5, 5, 5], [5, 5, 5], 1)).toBe(false)
    expect(isLarger([], [], 1)).toBe(false)
  })
})

it('runs every night, beside the bare machines and the long suites', () => {
  const text = readFileSync(new URL('../../../.github/workflows/nightly.yml', import.meta.url), 'utf8')
  expect(text).toMatch(/^ {4}- cron: '/m)
  expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
  for (const command of ['bare', 'proof', 'bench']) expect(text).toMatch(new RegExp(`npm run ${command}$`, 'm'))
})

const event = (name: string, ts: number, dur: number, tid = 1): TraceEvent => ({ name, ph: 'X', pid: 1, tid, ts, dur })
const mark = (name: string, ts: number): TraceEvent => ({ name, ph: 'I', pid: 1, tid: 1, ts })

it('counts each moment once, in the innermost phase, until the row and after it', () => {
  const { untilRow, afterRow } = spansOf([
    event('FunctionCall', 0, 500),
    mark('bench:click', 1000),
    event('RunTask', 1000, 9000),
    event('v8.evaluateModule', 2000, 6000),
    event('UpdateLayoutTree', 3000, 1000),
    event('Layout', 4500, 500),
    event('Paint', 9000, 500),
    mark('bench:row', 11_000),
    event('FireAnimationFrame', 12_000, 2000),
    event('Paint', 15_000, 1000),
    event('Paint', 16_000, 1000),
    event('Paint', 16_000, 9000, 2),
  ])
  expect(untilRow).toEqual({
    fetch: 0,
    evaluate: 4.5,
    script: 0,
    style: 1,
    layout: 0.5,
    paint: 0.5,
    other: 2.5,
    paints: 1,
    layouts: 1,
  })
  expect(afterRow).toMatchObject({ script: 2, paint: 2, paints: 2, layouts: 0 })
})

it('refuses a trace without the marks', () => {
  expect(() => spansOf([event('Paint', 0, 1)])).toThrow('no mark')
})
