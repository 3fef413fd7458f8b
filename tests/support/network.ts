/** The network of a page, taken away and given back. */
import type { Page } from 'playwright-core'

/** A browser on a computer without any network has none to lose, and says nothing: then the event is ours. */
export async function setOffline({ page }: { page: Page }, offline: boolean): Promise<void> {
  const said = () => page.evaluate(() => navigator.onLine)
  const before = await said()
  await page.context().setOffline(offline)
  if ((await said()) === before)
    await page.evaluate((name) => void dispatchEvent(new Event(name)), offline ? 'offline' : 'online')
}
