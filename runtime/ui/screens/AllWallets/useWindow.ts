import { type RefObject, useLayoutEffect, useState } from 'react'

/** The grid has four columns; cells are 100 px high and 8 px apart, as in `allWallets.css`. */
export const COLUMNS = 4
const PITCH = 108
/** Cells rendered beyond both ends of the viewport, so that a fast scroll or the Tab key meets no gap. */
const SPARE = 2 * COLUMNS
/**
 * Cells added per frame at each end. Spare cells are then ready before a scroll reaches them, but no single frame
 * renders them all.
 */
const STEP = 2

/** Positions of cells; `to` is exclusive. */
type Range = { from: number; to: number }
const START: Range = { from: 0, to: 10 * COLUMNS }

/**
 * The range to render in this frame: contains at least `view`, and grows from `now` towards `wanted` by some cells at
 * each end.
 */
export function towards(now: Range, wanted: Range, view: Range): Range {
  if (now.to < view.from || now.from > view.to) return view
  return {
    from: Math.max(wanted.from, Math.min(now.from - STEP, view.from)),
    to: Math.min(wanted.to, Math.max(now.to + STEP, view.to)),
  }
}

/**
 * Selects the rows to render: the visible rows and a few more. The list has the full height and each cell an absolute
 * position, so that ten thousand wallets cost as little as forty, and cells that stay need no new layout.
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
  // If the list became shorter, render its last row until the following scroll is measured.
  const first = Math.min(range.from, Math.max(0, Math.ceil(count / COLUMNS) - 1) * COLUMNS)
  return { first, last: Math.min(range.to, count) }
}

/** Sets a cell's row; the style sheet sets its column. Uses CSSOM, because a CSP may forbid style attributes. */
export const toRow = (place: number) => (cell: HTMLElement | null) =>
  cell?.style.setProperty('top', `${Math.floor(place / COLUMNS) * PITCH}px`)
