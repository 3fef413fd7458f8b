/** Takes a page's network away and restores it. */
import type { Page } from 'playwright-core'

/**
 * Turns a page's network off or on. On a computer without a network the browser reports no change, so this dispatches
 * the event.
 */
export async function setOffline({ page }: { page: Page }, offline: boolean): Promise<void> {
  const said = () => page.evaluate(() => navigator.onLine)
  const before = await said()
  await page.context().setOffline(offline)
  if ((await said()) === before)
    await page.evaluate((name) => void dispatchEvent(new Event(name)), offline ? 'offline' : 'online')
}
