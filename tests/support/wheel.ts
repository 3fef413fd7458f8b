/** Scrolls a long list by the mouse wheel, and measures the CPU time of the page for each frame. */
import type { Locator } from 'playwright-core'

export type Turned = {
  /**
   * The ms of each task of the page's main thread, sorted. CPU time, so that other work on the machine does not count.
   */
  tasks: number[]
  /** The ms of all tasks of a frame, for each frame in which the list moved and the one after it, sorted. */
  frames: number[]
}
/** An event of Chromium's trace. `ts` (time stamp) and `tdur` (CPU time) are in microseconds. */
type TraceEvent = { name: string; pid: number; tid: number; ts: number; tdur?: number }

/** Turns the wheel over the middle of the element: `notches` steps of 100 px, one per 60 ms. */
export async function turnWheel(scroller: Locator, notches: number): Promise<Turned> {
  const page = scroller.page()
  const session = await page.context().newCDPSession(page)
  const box = await scroller.boundingBox()
  const point = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  await page.mouse.move(point.x, point.y)
  const marking = await scroller.evaluateHandle((element) => {
    const marks = { on: true }
    let last = element.scrollTop
    const look = () => {
      performance.mark(element.scrollTop === last ? 'frame rest' : 'frame moved')
      last = element.scrollTop
      if (marks.on) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    return marks
  })
  // Collect garbage first, because the test loads faster than any visitor and leaves more of it.
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.disable')
  const browser = page.context().browser()
  await browser?.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  for (let notch = 0; notch < notches; notch++) {
    void session.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...point, deltaX: 0, deltaY: 100 })
    await page.waitForTimeout(60)
  }
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] }
  await marking.evaluate((marks) => (marks.on = false))
  return measured(traceEvents)
}

function measured(events: readonly TraceEvent[]): Turned {
  const marks = events.filter(({ name }) => name.startsWith('frame ')).sort((a, b) => a.ts - b.ts)
  const { pid, tid } = marks[0] ?? {}
  const tasks = events
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && event.pid === pid && event.tid === tid)
    .sort((a, b) => a.ts - b.ts)
  // A frame's mark is set within the frame's own task, so tasks since the previous mark belong to this frame.
  const sums = marks.map(() => 0)
  let frame = 0
  for (const { ts, tdur = 0 } of tasks) {
    while (frame < marks.length && (marks[frame]?.ts ?? 0) < ts) frame++
    if (frame < marks.length) sums[frame] = (sums[frame] ?? 0) + tdur / 1000
  }
  const isMoved = (index: number) => marks[index]?.name === 'frame moved'
  const frames = sums.filter((_, index) => isMoved(index) || isMoved(index - 1))
  const sorted = (times: number[]) => times.sort((a, b) => a - b)
  return { tasks: sorted(tasks.map(({ tdur = 0 }) => tdur / 1000)), frames: sorted(frames) }
}

/** The value that a share of the sorted times does not exceed: 0.95 for the 95th percentile. */
export const within = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
