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
    config: { features: {}, services: { wallets: directory.url, images: directory.url }, wallets: { exclude: ['w1'], featured: ['w9999'] } },
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

/** Scrolls to the end until all pages are there. */
async function loadAll(visit: Visited) {
  const scroller = visit.modal.locator('.all-scroll')
  while ((await listed(visit)) < COUNT / 4 - 1) {
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await visit.page.waitForTimeout(10)
  }
}

it('costs eight milliseconds a step at most, and four hundred nodes', async () => {
  const { visit, session } = await openList()
  await loadAll(visit)
  expect(directory.asked.filter(({ entries }) => entries === '40').length).toBe(250)
  const scroller = visit.modal.locator('.all-scroll')
  await scroller.evaluate((element) => element.scrollTo(0, 0))
  await visit.page.waitForTimeout(300)
  const steps: number[] = []
  let most = 0
  for (let step = 0; step < 300; step++) {
    const before = await work(session)
    await scroller.evaluate(async (element) => {
      element.scrollBy(0, 120)
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    })
    steps.push((await work(session)) - before)
    most = Math.max(most, await nodes(visit))
  }
  const sorted = steps.sort((a, b) => a - b)
  const figures = { p50: at(sorted, 0.5), p95: at(sorted, 0.95), max: at(sorted, 1), most }
  console.info('scroll step, ms of main thread:', JSON.stringify(figures))
  expect(figures.p95).toBeLessThanOrEqual(8)
  expect(most).toBeLessThanOrEqual(400)
})

it('never holds a four times slower page for fifty milliseconds, from the first page to the last', async () => {
  const { visit, session } = await openList()
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const browser = visit.page.context().browser()
  await browser?.startTracing(visit.page, { categories: ['toplevel', '__metadata'] })
  await loadAll(visit)
  await visit.page.waitForTimeout(500)
  const trace = JSON.parse((await browser?.stopTracing())?.toString() ?? '{}') as { traceEvents: TraceEvent[] }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const main = trace.traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const names = new Map<string, number>()
  for (const e of trace.traceEvents) names.set(e.name + e.cat + (e.tdur !== undefined), (names.get(e.name + e.cat + (e.tdur !== undefined)) ?? 0) + 1)
  console.info(JSON.stringify([...names].sort((x, y) => y[1] - x[1]).slice(0, 25)), JSON.stringify(main))
  const tasks = trace.traceEvents.filter(({ name, pid, tid }) => /RunTask/.test(name) && main.some((one) => one.pid === pid && one.tid === tid))
  const worst = tasks.map(({ dur = 0, tdur }) => [dur / 1000, (tdur ?? -1) / 1000]).sort((x, y) => (y[0] ?? 0) - (x[0] ?? 0)).slice(0, 15)
  console.info('longest tasks at a quarter of the speed, ms:', JSON.stringify(worst))
  expect(worst[0]?.[1]).toBeLessThanOrEqual(50)
})

type TraceEvent = { name: string; cat: string; pid: number; tid: number; dur?: number; tdur?: number; args?: { name?: string } }
