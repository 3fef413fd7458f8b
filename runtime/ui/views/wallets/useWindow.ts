import { type RefObject, useLayoutEffect, useState } from 'react'

/** The size of the grid: four cells of 92 px, 8 px apart (tokens 5.2). */
export const COLUMNS = 4
const PITCH = 100
/** Cells drawn beyond both edges, so that a quick scroll or a Tab meets no gap. */
const SPARE = 2 * COLUMNS
/** Cells that are drawn in a frame: what a scroll brings is there ahead of the need, and no frame draws it all. */
const STEP = 2

/** Places of cells, the second one beyond the last. */
type Range = { from: number; to: number }
const START: Range = { from: 0, to: 10 * COLUMNS }

/** What is drawn next on the way to what is `wanted`: what is in `view`, and some cells more at either end. */
export function towards(now: Range, wanted: Range, view: Range): Range {
  if (now.to < view.from || now.from > view.to) return view
  return {
    from: Math.max(wanted.from, Math.min(now.from - STEP, view.from)),
    to: Math.min(wanted.to, Math.max(now.to + STEP, view.to)),
  }
}

/**
 * Which rows of a long grid are drawn: those in view and a few more. The list has the height of all, and each cell its own
 * place in it, so that ten thousand wallets are as light as forty, and a cell that stays is not laid out again.
 */
export function useWindow(scroller: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>, count: number) {
  const [range, setRange] = useState(START)

  useLayoutEffect(() => {
    const outer = scroller.current
    if (!outer) return
    let frame = 0
    let now = START
    const measure = () => {
      cancelAnimationFrame(frame)
      const { scrollTop: top, clientHeight: height } = outer
      const view = {
        from: Math.max(0, Math.floor(top / PITCH)) * COLUMNS,
        to: Math.ceil((top + (height || 600)) / PITCH) * COLUMNS,
      }
      const wanted = { from: Math.max(0, view.from - SPARE), to: view.to + SPARE }
      const next = towards(now, wanted, view)
      if (next.from !== wanted.from || next.to !== wanted.to) frame = requestAnimationFrame(measure)
      if (next.from === now.from && next.to === now.to) return
      now = next
      setRange(next)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(outer)
    outer.addEventListener('scroll', measure, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      outer.removeEventListener('scroll', measure)
    }
  }, [scroller])

  const height = Math.ceil(count / COLUMNS) * PITCH
  useLayoutEffect(() => list.current?.style.setProperty('height', `${height}px`), [list, height])
  // A list that has become shorter keeps its last row, until the scroll that follows is measured.
  const first = Math.min(range.from, Math.max(0, Math.ceil(count / COLUMNS) - 1) * COLUMNS)
  return { first, last: Math.min(range.to, count) }
}

/** Puts a cell into its row; its column is a matter of the style sheet. By property, since a policy may forbid attributes. */
export const toRow = (place: number) => (cell: HTMLElement | null) =>
  cell?.style.setProperty('top', `${Math.floor(place / COLUMNS) * PITCH}px`)
