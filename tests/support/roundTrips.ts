/** Leaves a page and goes back to it, several times. Needs a flow with `pageCache`. */
import { expect } from 'vitest'
import type { Visited } from './flow.ts'

/**
 * Checks each time that the browser restores the same page from its cache, and that the kit asks its wallet again and
 * is connected.
 */
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
    // A page from the cache does not fire `load` again, so do not wait for it.
    await page.goBack({ waitUntil: 'commit' })
    await expect.poll(kept, { timeout: 10_000, interval: 20 }).toBe(turn)
    await expect.poll(verified, { timeout: 10_000, interval: 20 }).toBeGreaterThan(before)
    expect(await page.evaluate(() => kit.getAccount().status)).toBe('connected')
  }
}
