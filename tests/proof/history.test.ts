/** Scrolls through ten thousand transactions in Activity, and measures frame times and the number of nodes. */
import { expect, it } from 'vitest'
import type { HistoryRow } from '../../sandbox/index.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { turnWheel, within } from '../support/wheel.ts'

const COUNT = 10_000
const flow = useFlow()

const token = (symbol: string, direction: 'in' | 'out', numeric: string) => ({
  direction,
  quantity: { numeric },
  price: 1,
  value: 1,
  fungible_info: { name: symbol, symbol, icon: { url: `${flow.sandbox().url}/public/getTokenImage/${symbol}` } },
})

/** Three transactions a day over nine years. Some are swaps with two images, the most that a row has. */
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

async function openList(): Promise<Visited> {
  fill()
  const visit = await flow.visit({ config: { features: { history: {} } } })
  await visit.connect()
  await visit.page.evaluate(() => void kit.open({ view: 'Transactions' }))
  await visit.modal.locator('.history-row').nth(5).waitFor()
  return visit
}

const height = ({ modal }: Visited) => modal.locator('.history-list').evaluate((list) => list.clientHeight)
const nodes = ({ modal }: Visited) =>
  modal.locator('.history-list').evaluate((list) => list.querySelectorAll('*').length)
/** Scrolls until `rows` rows are loaded. */
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

const body = ({ modal }: Visited) => modal.locator('.body')

it('takes at most 8 ms per frame while the wheel turns, and renders only rows near the viewport', async () => {
  const visit = await openList()
  await load(visit, COUNT)
  await body(visit).evaluate((element) => element.scrollTo(0, 0))
  await visit.page.waitForTimeout(500)
  const { frames } = await turnWheel(body(visit), 300)
  const figures = { count: frames.length, p50: within(frames, 0.5), p95: within(frames, 0.95), max: within(frames, 1) }
  console.info('a frame of a scroll, ms of main thread:', JSON.stringify(figures))
  expect(frames.length).toBeGreaterThanOrEqual(300)
  expect(await nodes(visit)).toBeLessThanOrEqual(600)
  expect(figures.p95).toBeLessThanOrEqual(8)
})

it.each([
  ['first', 50],
  ['last', COUNT - 250],
])('never blocks the page for 50 ms at a 4× slowdown, while the %s pages load', async (_name, rows) => {
  const visit = await openList()
  await load(visit, rows)
  const before = await height(visit)
  const session = await visit.page.context().newCDPSession(visit.page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const { tasks } = await turnWheel(body(visit), 200)
  console.info(
    `${tasks.length} tasks at a quarter of the speed; the longest, ms:`,
    tasks.slice(-8).map(Math.round).join(' '),
  )
  expect((await height(visit)) - before).toBeGreaterThanOrEqual(100 * 60)
  expect(tasks.length).toBeGreaterThan(500)
  expect(tasks.at(-1)).toBeLessThanOrEqual(50)
})
