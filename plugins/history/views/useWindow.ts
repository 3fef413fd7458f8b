import { type RefObject, useLayoutEffect, useState } from 'react'
import { indexAt, type Item } from '../items.ts'

/** px drawn beyond both edges, so that a quick scroll or a Tab meets no gap. */
const SPARE = 300
/** px by which the range moves at a time: most steps of a scroll then draw nothing anew. */
const STEP = 60

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
  const [range, setRange] = useState({ from: 0, to: 720 })

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const scroller = scrollerOf(element)
    const measure = () => {
      const { top } = element.getBoundingClientRect()
      const edge = scroller?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
      const from = Math.floor((edge.top - top - SPARE) / STEP) * STEP
      const to = Math.ceil((edge.bottom - top + SPARE) / STEP) * STEP
      setRange((now) => (now.from === from && now.to === to ? now : { from, to }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    if (scroller) observer.observe(scroller)
    const target = scroller ?? window
    target.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      target.removeEventListener('scroll', measure)
    }
  }, [list])

  // By property, since a policy may forbid attributes.
  useLayoutEffect(() => list.current?.style.setProperty('height', `${height}px`), [list, height])
  const first = indexAt(items, Math.max(0, range.from))
  return { first, last: Math.max(first, indexAt(items, range.to) + 1) }
}

export const toTop = (top: number) => (element: HTMLElement | null) => element?.style.setProperty('top', `${top}px`)
