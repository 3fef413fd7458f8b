import type { Locator } from 'playwright-core'

/**
 * Presses a button that closes its window, now or after a redirect. The window may be gone before the browser has told
 * that the press arrived, which Playwright reports as a failed click.
 */
export async function pressLast(button: Locator): Promise<void> {
  await button.click().catch((error: unknown) => {
    if (!button.page().isClosed()) throw error
  })
}
