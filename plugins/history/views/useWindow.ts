import { type RefObject, useLayoutEffect, useState } from 'react'
import { scrollerOf } from 'walletkit/ui'
import { indexAt, type Item } from '../items.ts'

/** px rendered beyond both ends of the viewport, so that a fast scroll or the Tab key meets no gap. */
const SPARE = 300
/** px added per frame: one row. Rows are ready before a scroll reaches them, and no single frame renders them all. */
const STEP = 60

type Range = { from: number; to: number }
const START: Range = { from: 0, to: 720 }
const round = (px: number) => Math.round(px / STEP) * STEP

/**
 * The range of the next frame, on the way from `now` to `wanted`: `view` and one row at either end of it. If `now`
 * still touches `view`, also `now` and at least one row at either end of it, as far as `wanted` reaches.
 */
export function towards(now: Range, wanted: Range, view: Range): Range {
  const needed = {
    from: Math.max(wanted.from, round(view.from - STEP)),
    to: Math.min(wanted.to, round(view.to + STEP)),
  }
  if (now.to < view.from || now.from > view.to) return needed
  return {
    from: Math.max(wanted.from, Math.min(now.from - STEP, needed.from)),
    to: Math.min(wanted.to, Math.max(now.to + STEP, needed.to)),
  }
}

/**
 * Selects the lines to render: those in view and a few more. The list has the full height and each line an absolute
 * position, so that ten thousand rows cost as little as twenty.
 */
export function useWindow(list: RefObject<HTMLElement | null>, items: readonly Item[], height: number) {
  const [range, setRange] = useState(START)

  // Set through CSSOM, because a Content-Security-Policy may forbid style attributes.
  useLayoutEffect(() => {
    list.current?.style.setProperty('height', `calc(${height} * var(--fs))`)
    list.current?.style.setProperty('--height', String(height))
  }, [list, height])
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const scroller = scrollerOf(element)
    let frame = 0
    let now = START
    const measure = () => {
      cancelAnimationFrame(frame)
      const { top } = element.getBoundingClientRect()
      const edge = scroller?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
      // Large text makes every line taller, but `items` counts in the usual size: divide by the scale.
      const scale = element.offsetHeight / Number(element.style.getPropertyValue('--height')) || 1
      const view = { from: Math.max(0, edge.top - top) / scale, to: Math.max(0, edge.bottom - top) / scale }
      const wanted = { from: round(Math.max(0, view.from - SPARE)), to: round(view.to + SPARE) }
      const next = towards(now, wanted, view)
      if (next.from !== wanted.from || next.to !== wanted.to) frame = requestAnimationFrame(measure)
      if (next.from === now.from && next.to === now.to) return
      now = next
      setRange(next)
    }
    measure()
    const observer = new ResizeObserver(measure)
    if (scroller) observer.observe(scroller)
    const target = scroller ?? window
    target.addEventListener('scroll', measure, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      target.removeEventListener('scroll', measure)
    }
  }, [list])

  const first = indexAt(items, range.from)
  return { first, last: Math.max(first, indexAt(items, range.to) + 1) }
}

export const toTop = (top: number) => (element: HTMLElement | null) =>
  element?.style.setProperty('top', `calc(${top} * var(--fs))`)
