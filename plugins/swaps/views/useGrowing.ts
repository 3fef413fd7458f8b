import { useEffect, useState } from 'react'

/** Rows for the first frame: more than the card shows at its greatest height. Each later frame adds as many. */
const STEP = 16

/**
 * How many of `count` rows to render now. A slow phone needs half a second for a hundred rows, in which it would show
 * nothing and take no letter; so the rows below the visible ones come in the frames after. A new `subject`, such as
 * another search, starts again.
 */
export function useGrowing(count: number, subject: string): number {
  const [grown, setGrown] = useState({ subject, rows: STEP })
  const rows = grown.subject === subject ? grown.rows : STEP
  const isWhole = rows >= count
  useEffect(() => {
    if (isWhole) return
    const frame = requestAnimationFrame(() => setGrown({ subject, rows: rows + STEP }))
    return () => cancelAnimationFrame(frame)
  }, [isWhole, rows, subject])
  return Math.min(rows, count)
}
