/** Ten thousand wallets, scrolled through: what a step costs, and what stands in the page (the list of all wallets). */
import { expect, it } from 'vitest'
import type { CDPSession } from 'playwright-core'
import type { Wallet } from '../../runtime/config.ts'
import { useDirectory } from '../support/directory.ts'
import { useFlow, type Visited } from '../support/flow.ts'

const COUNT = 10_000
const WALLETS = Array.from({ length: COUNT }, (_, at): Wallet => ({
  id: `w${at}`,
  name: `Wallet ${at}`,
  chains: ['eip155:31337'],
  // Every one with a mark: the most that a cell can hold.
  badge_type: 'certified',
  image_id: `p${at}`,
  mobile_link: `w${at}://`,
}))

const directory = useDirectory(WALLETS)
const flow = useFlow({ hosts: () => [directory.url] })

async function openList(): Promise<{ visit: Visited; session: CDPSession }> {
  const visit = await flow.visit({
    remote: true,
    config: {
      features: {},
      services: { wallets: directory.url, images: directory.url },
      wallets: { exclude: ['w1'], featured: ['w9999'] },
    },
  })
  const session = await visit.page.context().newCDPSession(visit.page)
  // Processor time, so that what else the machine does is not taken for ours.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await visit.page.evaluate(() => void kit.open({ view: 'AllWallets' }))
  await visit.modal.locator('.cell .name').nth(12).waitFor()
  return { visit, session }
}

/** Main-thread work so far, ms. */
const work = async (session: CDPSession) => {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}
const listed = ({ modal }: Visited) =>
  modal.locator('.all-scroll').evaluate((element) => Math.round(element.scrollHeight / 100))
const nodes = ({ modal }: Visited) => modal.locator('.grid').evaluate((list) => list.querySelectorAll('*').length)
const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Scrolls on until all pages are there. */
async function loadAll(visit: Visited) {
  const scroller = await visit.modal.locator('.all-scroll').elementHandle()
  while ((await listed(visit)) < COUNT / 4 - 1)
    await scroller?.evaluate(async (element) => {
      for (let step = 0; step < 10; step++) {
        element.scrollBy(0, 400)
        await new Promise(requestAnimationFrame)
      }
    })
}

it('costs eight milliseconds a step at most, and four hundred nodes', async () => {
  const { visit, session } = await openList()
  await loadAll(visit)
  expect(directory.asked.filter(({ entries }) => entries === '40').length).toBe(250)
  const scroller = await visit.modal.locator('.all-scroll').elementHandle()
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
  expect(most).toBeLessThanOrEqual(400)
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
