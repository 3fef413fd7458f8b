/** The part of a long list that is rendered, frame by frame. */
import { expect, it } from 'vitest'
import { towards } from '../../../plugins/history/views/useWindow.ts'

type Range = { from: number; to: number }
const viewAt = (from: number): Range => ({ from, to: from + 500 })
const wantedAt = (from: number): Range => ({ from: Math.max(0, from - 300), to: from + 800 })
const step = (now: Range, from: number) => towards(now, wantedAt(from), viewAt(from))

it('grows by a row in a frame, until all that is wanted is there', () => {
  let now: Range = { from: 0, to: 720 }
  const ends: number[] = []
  for (let frame = 0; frame < 5; frame++) ends.push((now = step(now, 0)).to)
  expect(ends).toEqual([780, 800, 800, 800, 800])
  expect(now).toEqual(wantedAt(0))
})

it('keeps up with a wheel, in both directions: no row in view is ever missing, and few are drawn at a time', () => {
  let now: Range = { from: 0, to: 720 }
  const move = (from: number) => {
    const next = step(now, from)
    const [above, below] = [Math.max(0, now.from - next.from), Math.max(0, next.to - now.to)]
    expect(next.from).toBeLessThanOrEqual(from)
    expect(next.to).toBeGreaterThanOrEqual(from + 500)
    expect(above + below).toBeLessThanOrEqual(240)
    now = next
  }
  for (let at = 0; at <= 30_000; at += 100) move(at)
  for (let at = 30_000; at >= 0; at -= 100) move(at)
})

it('begins anew where the visitor jumps: nothing between is drawn', () => {
  expect(step({ from: 0, to: 720 }, 60_000)).toEqual({ from: 59_940, to: 60_540 })
  expect(step({ from: 59_700, to: 60_780 }, 0)).toEqual({ from: 0, to: 540 })
})

it('lets go of what is far away at once', () => {
  expect(step({ from: 0, to: 1320 }, 600).from).toBe(300)
})
