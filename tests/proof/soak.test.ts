/** Opens and closes the modal a thousand times: memory, nodes and listeners may not grow. */
import { expect, it } from 'vitest'
import { useFlow } from '../support/flow.ts'

const flow = useFlow()
const CYCLES = 1_000

it('opens and closes the modal a thousand times without growth', async () => {
  const { page, modal } = await flow.visit()
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  const measure = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const counters = await session.send('Memory.getDOMCounters')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return { ...counters, usedSize }
  }
  const cycle = (times: number) =>
    page.evaluate(async (count) => {
      for (let at = 0; at < count; at++) {
        await kit.open()
        await new Promise(requestAnimationFrame)
        await kit.close()
        await new Promise(requestAnimationFrame)
      }
    }, times)
  // First load what is loaded only once: the number of wallets, and images.
  await page.evaluate(() => kit.open())
  await modal.getByText(/^\d+\+$/).waitFor()
  await page.evaluate(() => kit.close())
  await cycle(20)
  const before = await measure()
  await cycle(CYCLES)
  const after = await measure()
  await modal.waitFor({ state: 'hidden' })
  expect(after.usedSize - before.usedSize).toBeLessThan(1_000_000)
  expect(after.nodes - before.nodes).toBeLessThanOrEqual(0)
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThanOrEqual(0)
}, 240_000)
