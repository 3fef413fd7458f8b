import type { Page } from 'playwright-core'
import { closingForStranger } from './splTokens.ts'

/** Asks the Solana account of the page to close a token account in favour of somebody else. Waits for no answer. */
export async function askToClose(page: Page): Promise<void> {
  const wire = closingForStranger(await page.evaluate(() => kit.getAddress('solana') ?? ''))
  await page.evaluate(
    (bytes) =>
      void kit
        .getProvider('solana')
        ?.signAndSendTransaction(Uint8Array.from(bytes))
        .catch(() => undefined),
    wire,
  )
}
