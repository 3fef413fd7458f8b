/** Scrolls through ten thousand wallets in the list of all wallets, and measures frame times and node counts. */
import { expect, it } from 'vitest'
import type { Wallet } from '../../runtime/contracts/config.ts'
import { useDirectory } from '../support/directory.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { turnWheel, within } from '../support/wheel.ts'

const COUNT = 10_000
const WALLETS = Array.from({ length: COUNT }, (_, at): Wallet => ({
  id: `w${at}`,
  name: `Wallet ${at}`,
  chains: ['eip155:31337'],
  // Give every wallet a badge, so that its cell has all parts.
  badge_type: 'certified',
  image_id: `p${at}`,
  mobile_link: `w${at}://`,
}))

const directory = useDirectory(WALLETS)
const flow = useFlow({ hosts: () => [directory.url] })

async function openList(): Promise<Visited> {
  const visit = await flow.visit({
    remote: true,
    config: {
      features: {},
      services: { wallets: directory.url, images: directory.url },
      wallets: { exclude: ['w1'], featured: ['w9999'] },
    },
  })
  await visit.page.evaluate(() => void kit.open({ view: 'AllWallets' }))
  await visit.modal.locator('.cell .name').nth(12).waitFor()
  return visit
}

/** CSS px from one row of the list to the next. */
const PITCH = 108
/** How many rows the list has loaded. */
const listed = ({ modal }: Visited) =>
  modal.locator('.all-scroll').evaluate((element, pitch) => Math.floor(element.scrollHeight / pitch), PITCH)
const nodes = ({ modal }: Visited) => modal.locator('.grid').evaluate((list) => list.querySelectorAll('*').length)
const scroller = ({ modal }: Visited) => modal.locator('.all-scroll')

/** Scrolls until `wallets` wallets are loaded. */
async function load(visit: Visited, wallets: number) {
  const element = await scroller(visit).elementHandle()
  while ((await listed(visit)) < wallets / 4 - 1)
    await element?.evaluate(async (list) => {
      for (let step = 0; step < 10; step++) {
        list.scrollBy(0, 400)
        await new Promise(requestAnimationFrame)
      }
    })
}

it('takes at most 8 ms per frame while the wheel turns, and at most 400 nodes', async () => {
  const visit = await openList()
  await load(visit, COUNT)
  expect(directory.asked.filter(({ entries }) => entries === '40').length).toBe(250)
  await scroller(visit).evaluate((element) => element.scrollTo(0, 0))
  await visit.page.waitForTimeout(500)
  const { frames } = await turnWheel(scroller(visit), 300)
  const figures = { count: frames.length, p50: within(frames, 0.5), p95: within(frames, 0.95), max: within(frames, 1) }
  console.info('a frame of a scroll, ms of main thread:', JSON.stringify(figures))
  expect(frames.length).toBeGreaterThanOrEqual(300)
  expect(await nodes(visit)).toBeLessThanOrEqual(400)
  expect(figures.p95).toBeLessThanOrEqual(8)
})

it.each([
  ['first', 40],
  ['last', COUNT - 200],
])('never blocks the page for 50 ms at a 4× slowdown, while the %s pages load', async (_name, wallets) => {
  const visit = await openList()
  await load(visit, wallets)
  const before = await listed(visit)
  const session = await visit.page.context().newCDPSession(visit.page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const { tasks } = await turnWheel(scroller(visit), 100)
  console.info(
    `${tasks.length} tasks at a quarter of the speed; the longest, ms:`,
    tasks.slice(-8).map(Math.round).join(' '),
  )
  expect((await listed(visit)) - before).toBeGreaterThanOrEqual(30)
  expect(tasks.length).toBeGreaterThan(250)
  expect(tasks.at(-1)).toBeLessThanOrEqual(50)
})
