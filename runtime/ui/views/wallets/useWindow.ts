import { type RefObject, useLayoutEffect, useState } from 'react'

/** The size of the grid: four cells of 92 px, 8 px apart (tokens 5.2). */
export const COLUMNS = 4
const PITCH = 100
/** Rows drawn beyond both edges, so that a quick scroll or a Tab meets no gap. */
const SPARE = 2

/**
 * Which rows of a long grid are drawn: those in view and a few more. The list has the height of all, and each cell its own
 * place in it, so that ten thousand wallets are as light as forty, and a cell that stays is not laid out again.
 */
export function useWindow(scroller: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>, count: number) {
  const rows = Math.ceil(count / COLUMNS)
  const [range, setRange] = useState({ from: 0, to: 10 })

  useLayoutEffect(() => {
    const outer = scroller.current
    if (!outer) return
    const measure = () => {
      const from = Math.max(0, Math.floor(outer.scrollTop / PITCH) - SPARE)
      const to = Math.ceil((outer.scrollTop + (outer.clientHeight || 600)) / PITCH) + SPARE
      setRange((now) => (now.from === from && now.to === to ? now : { from, to }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(outer)
    outer.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      outer.removeEventListener('scroll', measure)
    }
  }, [scroller])

  const from = Math.min(range.from, Math.max(0, rows - 1))
  const to = Math.min(range.to, rows)
  useLayoutEffect(() => list.current?.style.setProperty('height', `${rows * PITCH}px`), [list, rows])
  return { first: from * COLUMNS, last: Math.min(to * COLUMNS, count) }
}

/** Puts a cell into its row; its column is a matter of the style sheet. By property, since a policy may forbid attributes. */
export const toRow = (place: number) => (cell: HTMLElement | null) =>
  cell?.style.setProperty('top', `${Math.floor(place / COLUMNS) * PITCH}px`)
