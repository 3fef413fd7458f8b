import { type RefObject, useLayoutEffect, useState } from 'react'
import { indexAt, type Item } from '../items.ts'

/** px drawn beyond both edges, so that a quick scroll or a Tab meets no gap. */
const SPARE = 300
/** px that are drawn in a frame: a row. What a scroll brings is there ahead of the need, and no frame draws it all. */
const STEP = 60

type Range = { from: number; to: number }
const START: Range = { from: 0, to: 720 }
const round = (px: number) => Math.round(px / STEP) * STEP

/** What is drawn next on the way to what is `wanted`: what is in `view`, and a row more at either end. The rest can wait. */
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

/** What scrolls the list: the body of the modal; without one, in the page itself, the page. */
export function scrollerOf(element: HTMLElement): HTMLElement | undefined {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return undefined
}

/**
 * Which lines of a long list are drawn: those in view and a few more. The list has the height of all, and each line its
 * own place in it, so that ten thousand rows are as light as twenty.
 */
export function useWindow(list: RefObject<HTMLElement | null>, items: readonly Item[], height: number) {
  const [range, setRange] = useState(START)

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
      const view = { from: Math.max(0, edge.top - top), to: Math.max(0, edge.bottom - top) }
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

  // By property, since a policy may forbid attributes.
  useLayoutEffect(() => list.current?.style.setProperty('height', `${height}px`), [list, height])
  const first = indexAt(items, range.from)
  return { first, last: Math.max(first, indexAt(items, range.to) + 1) }
}

export const toTop = (top: number) => (element: HTMLElement | null) => element?.style.setProperty('top', `${top}px`)
