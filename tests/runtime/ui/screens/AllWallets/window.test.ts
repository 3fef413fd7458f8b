/** The cells of the list of all wallets that are rendered, frame by frame (positions of cells, four in a row). */
import { expect, it } from 'vitest'
import { towards } from '../../../../../runtime/ui/screens/AllWallets/useWindow.ts'

type Range = { from: number; to: number }
const viewAt = (row: number): Range => ({ from: row * 4, to: (row + 6) * 4 })
const wantedAt = (row: number): Range => ({ from: Math.max(0, row * 4 - 8), to: (row + 8) * 4 })
const step = (now: Range, row: number) => towards(now, wantedAt(row), viewAt(row))

it('grows by half a row per frame until all wanted rows are drawn', () => {
  let now: Range = { from: 40, to: 64 }
  const drawn = Array.from({ length: 5 }, () => (now = step(now, 10)))
  expect(drawn.map(({ from, to }) => [from, to])).toEqual([
    [38, 66],
    [36, 68],
    [34, 70],
    [32, 72],
    [32, 72],
  ])
})

it('keeps up with a wheel in both directions: no visible cell is missing, and each frame draws one row at most', () => {
  let now: Range = { from: 0, to: 32 }
  const move = (row: number) => {
    const next = step(now, row)
    expect(next.from).toBeLessThanOrEqual(row * 4)
    expect(next.to).toBeGreaterThanOrEqual((row + 6) * 4)
    expect(Math.max(0, now.from - next.from) + Math.max(0, next.to - now.to)).toBeLessThanOrEqual(4)
    now = next
  }
  for (let row = 0; row <= 400; row++) move(row)
  for (let row = 400; row >= 0; row--) move(row)
})

it('restarts at the new position when the visitor jumps, without drawing the rows between', () => {
  expect(step({ from: 0, to: 32 }, 2000)).toEqual(viewAt(2000))
  expect(step({ from: 7992, to: 8032 }, 0)).toEqual(viewAt(0))
})
