/** Leaves a page and comes back to it, as a visitor does by the browser's Back. Needs a flow with `pageCache`. */
import { expect } from 'vitest'
import type { Visited } from './flow.ts'

/** Each time the page is the one that was left, and its wallet is asked again and connected within two seconds. */
export async function roundTrips(visit: Visited, elsewhere: string, times: number): Promise<void> {
  const { page } = visit
  await page.evaluate(() => {
    const kept = { times: 0 }
    Object.assign(globalThis, { kept })
    addEventListener('pageshow', ({ persisted }) => void (kept.times += Number(persisted)))
  })
  const kept = () => page.evaluate(() => (globalThis as unknown as { kept?: { times: number } }).kept?.times)
  const verified = async () => (await visit.asked('eth_accounts')).length
  for (let turn = 1; turn <= times; turn++) {
    const before = await verified()
    await page.goto(elsewhere)
    // A page out of the cache does not load: only its address comes.
    await page.goBack({ waitUntil: 'commit' })
    await expect.poll(kept, { timeout: 10_000, interval: 20 }).toBe(turn)
    await expect.poll(verified, { timeout: 10_000, interval: 20 }).toBeGreaterThan(before)
    expect(await page.evaluate(() => kit.getAccount().status)).toBe('connected')
  }
}
