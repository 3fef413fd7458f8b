/** Takes a page's network away and restores it. */
import type { Page } from 'playwright-core'

/**
 * Turns a page's network off or on. Without it the page also loses the scripts that an earlier test left in the
 * browser's cache, so that what it did not load yet cannot be loaded. On a computer without a network the browser
 * reports no change, so this dispatches the event.
 */
export async function setOffline({ page }: { page: Page }, offline: boolean): Promise<void> {
  const said = () => page.evaluate(() => navigator.onLine)
  const before = await said()
  if (offline) {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    await session.detach()
  }
  await page.context().setOffline(offline)
  if ((await said()) === before)
    await page.evaluate((name) => void dispatchEvent(new Event(name)), offline ? 'offline' : 'online')
}
