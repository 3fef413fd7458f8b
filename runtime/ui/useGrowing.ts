import { type RefCallback, useEffect, useState } from 'react'
import { scrollerOf } from './scrollerOf.ts'

/** Rows of the first frame: more than the card shows at its greatest height. Each step adds as many. */
const STEP = 16
/** Rows are added once the end of the list is this near below the visible part, so that a scroll does not reach it. */
const AHEAD = '600px'

/**
 * How many rows of a long list to render: a few at first, and more whenever the visitor comes near their end. An
 * account may hold a thousand tokens, most of them spam, and a slow phone would show nothing until it has drawn them
 * all. Put `end` on an element after the last row while there are more. A new `subject`, such as another search, starts
 * again.
 *
 * @example
 * ```tsx
 * import { useGrowing } from 'walletkit/ui'
 *
 * export function Names({ names }: { names: readonly string[] }) {
 *   const { rows, end } = useGrowing(names.length)
 *   const shown = names.slice(0, rows).map((name) => <li key={name}>{name}</li>)
 *   return <ul>{shown}{rows < names.length && <li ref={end} />}</ul>
 * }
 * ```
 */
export function useGrowing(count: number, subject = ''): { rows: number; end: RefCallback<Element> } {
  const [grown, setGrown] = useState({ subject, rows: STEP })
  const [last, setLast] = useState<Element | null>(null)
  const rows = grown.subject === subject ? grown.rows : STEP
  if (grown.subject !== subject) setGrown({ subject, rows })
  useEffect(() => {
    if (!last) return
    const grow = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setGrown({ subject, rows: rows + STEP })
    }
    const observer = new IntersectionObserver(grow, { root: scrollerOf(last) ?? null, rootMargin: AHEAD })
    observer.observe(last)
    return () => observer.disconnect()
  }, [last, rows, subject])
  return { rows: Math.min(rows, count), end: setLast }
}
