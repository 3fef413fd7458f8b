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
  // Processor time, so that what else the machine does is not taken for ours.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await visit.page.evaluate(() => void kit.open({ view: 'Transactions' }))
  await visit.modal.locator('.history-row').nth(5).waitFor()
  return { visit, session }
}

/** Main-thread work so far, ms. */
const work = async (session: CDPSession) => {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}
const height = ({ modal }: Visited) => modal.locator('.history-list').evaluate((list) => list.clientHeight)
const nodes = ({ modal }: Visited) =>
  modal.locator('.history-list').evaluate((list) => list.querySelectorAll('*').length)
const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Scrolls on until all pages are there. */
async function loadAll(visit: Visited) {
  const scroller = await visit.modal.locator('.body').elementHandle()
  while ((await height(visit)) < COUNT * 60)
    await scroller?.evaluate(async (element) => {
      for (let step = 0; step < 10; step++) {
        element.scrollBy(0, 600)
        await new Promise(requestAnimationFrame)
      }
    })
}

it('costs eight milliseconds a step at most, and draws only what is in view', async () => {
  const { visit, session } = await openList()
  await loadAll(visit)
  const scroller = await visit.modal.locator('.body').elementHandle()
  await scroller?.evaluate((element) => element.scrollTo(0, 0))
  await visit.page.waitForTimeout(500)
  let most = 0
  /** Main-thread work of each of `times` steps by `pixels`, sorted. */
  const measure = async (pixels: number, times: number) => {
    const steps: number[] = []
    for (let step = 0; step < times; step++) {
      const before = await work(session)
      await scroller?.evaluate(async (element, by) => {
        element.scrollBy(0, by)
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      }, pixels)
      steps.push((await work(session)) - before)
      most = Math.max(most, await nodes(visit))
    }
    return steps.sort((a, b) => a - b)
  }
  // What asking costs by itself, without a scroll.
  const idle = at(await measure(0, 100), 0.5)
  const steps = (await measure(100, 300)).map((each) => each - idle)
  const figures = { idle, p50: at(steps, 0.5), p95: at(steps, 0.95), max: at(steps, 1), nodes: most }
  console.info('a step of 100 px, ms of main thread:', JSON.stringify(figures))
  expect(most).toBeLessThanOrEqual(600)
  expect(figures.p95).toBeLessThanOrEqual(8)
})

type TraceEvent = {
  name: string
  pid: number
  tid: number
  /** Microseconds of the processor. */
  tdur?: number
  args?: { name?: string }
}

it('never holds a four times slower page for fifty milliseconds, from the first page to the last', async () => {
  const { visit, session } = await openList()
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const browser = visit.page.context().browser()
  await browser?.startTracing(visit.page, { categories: ['toplevel', '__metadata'] })
  await loadAll(visit)
  await visit.page.waitForTimeout(500)
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] }
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => /RunTask$/.test(name) && mains.some((main) => main.pid === pid && main.tid === tid))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a)
  console.info(tasks.length, 'tasks; the longest at a quarter of the speed, ms:', JSON.stringify(tasks.slice(0, 12)))
  expect(tasks.length).toBeGreaterThan(1000)
  expect(tasks[0]).toBeLessThanOrEqual(50)
})
