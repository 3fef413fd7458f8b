/** Ten thousand transactions, scrolled through: what a step costs, and what stands in the page (the activity). */
import type { CDPSession } from 'playwright-core'
import { expect, it } from 'vitest'
import type { HistoryRow } from '../../cli/sandbox/index.ts'
import { useFlow, type Visited } from '../support/flow.ts'

const COUNT = 10_000
const flow = useFlow()

const token = (symbol: string, direction: 'in' | 'out', numeric: string) => ({
  direction,
  quantity: { numeric },
  price: 1,
  value: 1,
  fungible_info: { name: symbol, symbol, icon: { url: `${flow.sandbox().url}/public/getTokenImage/${symbol}` } },
})

/** Three a day, over nine years: swaps with two pictures, the most that a row can hold, among others. */
function fill() {
  const owner = flow.sandbox().accounts[0]?.address ?? ''
  const end = Date.now() - 86_400_000
  const rows = Array.from({ length: COUNT }, (_, at): HistoryRow => ({
    id: `row-${at}`,
    metadata: {
      operationType: 'trade',
      hash: `0x${at.toString(16).padStart(64, '0')}`,
      chain: 'eip155:31337',
      minedAt: new Date(end - at * 28_800_000).toISOString(),
      sentFrom: owner,
      sentTo: owner,
      status: at % 7 ? 'confirmed' : 'failed',
      nonce: at,
    },
    transfers: [token('DAI', 'in', `${at}.123456789`), ...(at % 2 ? [token('USDC', 'out', '1')] : [])],
  }))
  flow.sandbox().indexer.add(owner, rows)
}

async function openList(): Promise<{ visit: Visited; session: CDPSession }> {
  fill()
  const visit = await flow.visit({ config: { features: { history: {} } } })
  await visit.connect()
  const session = await visit.page.context().newCDPSession(visit.page)
  await visit.page.evaluate(() => void kit.open({ view: 'Transactions' }))
  await visit.modal.locator('.history-row').nth(5).waitFor()
  return { visit, session }
}

const height = ({ modal }: Visited) => modal.locator('.history-list').evaluate((list) => list.clientHeight)
const nodes = ({ modal }: Visited) =>
  modal.locator('.history-list').evaluate((list) => list.querySelectorAll('*').length)
const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Scrolls on until so many rows are there. */
async function load(visit: Visited, rows: number) {
  const scroller = await visit.modal.locator('.body').elementHandle()
  while ((await height(visit)) < rows * 60)
    await scroller?.evaluate(async (element) => {
      for (let step = 0; step < 10; step++) {
        element.scrollBy(0, 600)
        await new Promise(requestAnimationFrame)
      }
    })
}

type TraceEvent = {
  name: string
  pid: number
  tid: number
  ts: number
  /** Microseconds of the processor. */ tdur?: number
}
type Measured = {
  /** Of each task of the main thread, ms of the processor: what else the machine does is not taken for ours. */
  tasks: number[]
  /** The sums of those tasks for each frame in which the list moved, or was drawn after it had; sorted. */
  frames: number[]
}

/** Turns the wheel over the list: notches of 100 px, some 16 a second. */
async function wheel({ page, modal }: Visited, session: CDPSession, notches: number): Promise<Measured> {
  const box = await modal.locator('.body').boundingBox()
  const point = { x: (box?.x ?? 0) + 100, y: (box?.y ?? 0) + 200 }
  await page.mouse.move(point.x, point.y)
  const marking = await modal.locator('.body').evaluateHandle((element) => {
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
  const browser = page.context().browser()
  await browser?.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  for (let notch = 0; notch < notches; notch++) {
    void session.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...point, deltaX: 0, deltaY: 100 })
    await page.waitForTimeout(60)
  }
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] }
  await marking.evaluate((marks) => (marks.on = false))
  const marks = traceEvents.filter(({ name }) => name.startsWith('frame ')).sort((a, b) => a.ts - b.ts)
  const { pid, tid } = marks[0] ?? {}
  const tasks = traceEvents
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && event.pid === pid && event.tid === tid)
    .sort((a, b) => a.ts - b.ts)
  // A frame's mark is set within its own task: what ran before it since the frame before is of this one too.
  const sums = marks.map(() => 0)
  let frame = 0
  for (const { ts, tdur = 0 } of tasks) {
    while (frame < marks.length && (marks[frame]?.ts ?? 0) < ts) frame++
    sums[frame] = (sums[frame] ?? 0) + tdur / 1000
  }
  const isMoved = (index: number) => marks[index]?.name === 'frame moved'
  const frames = sums.slice(0, marks.length).filter((_, index) => isMoved(index) || isMoved(index - 1))
  const sorted = (times: number[]) => times.sort((a, b) => a - b)
  return { tasks: sorted(tasks.map(({ tdur = 0 }) => tdur / 1000)), frames: sorted(frames) }
}

it('costs eight milliseconds a frame at most while the wheel turns, and draws only what is in view', async () => {
  const { visit, session } = await openList()
  await load(visit, COUNT)
  await visit.modal.locator('.body').evaluate((element) => element.scrollTo(0, 0))
  await visit.page.waitForTimeout(500)
  const { frames } = await wheel(visit, session, 300)
  const figures = { count: frames.length, p50: at(frames, 0.5), p95: at(frames, 0.95), max: at(frames, 1) }
  console.info('a frame of a scroll, ms of main thread:', JSON.stringify(figures))
  expect(frames.length).toBeGreaterThanOrEqual(300)
  expect(await nodes(visit)).toBeLessThanOrEqual(600)
  expect(figures.p95).toBeLessThanOrEqual(8)
})

it.each([
  ['first', 50],
  ['last', COUNT - 250],
])('never holds a four times slower page for fifty milliseconds, while the %s pages come', async (_name, rows) => {
  const { visit, session } = await openList()
  await load(visit, rows)
  const before = await height(visit)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const { tasks, frames } = await wheel(visit, session, 200)
  const longest = tasks.slice(-8).map(Math.round)
  console.info(`${tasks.length} tasks in ${frames.length} frames; the longest, ms:`, JSON.stringify(longest))
  expect((await height(visit)) - before).toBeGreaterThanOrEqual(100 * 60)
  expect(tasks.length).toBeGreaterThan(500)
  expect(tasks.at(-1)).toBeLessThanOrEqual(50)
})
