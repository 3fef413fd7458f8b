/** The transactions that the page itself keeps in storage, newest first. */
import type { Page } from 'playwright-core'

export type StoredSent = {
  /** Missing from a batch until the wallet reports the batch's transactions. */
  hash?: string
  from: string
  to?: string
  note?: { kind: string; in?: { amount: string } }
}

export const storedSent = (page: Page): Promise<StoredSent[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('@appkit/sent_transactions') ?? '[]') as StoredSent[])

/**
 * Waits until the page has stored the hash of a transaction, and returns the newest that has one. The chain shows a
 * transaction's effect before its wallet tells the page the hash, so a changed balance does not mean that the hash is
 * stored.
 * @param kind the note's kind, like `swap`; by default, any transaction
 */
export async function newestSent(page: Page, kind?: string): Promise<StoredSent & { hash: string }> {
  const found = await page.waitForFunction((wanted) => {
    const list = JSON.parse(localStorage.getItem('@appkit/sent_transactions') ?? '[]') as StoredSent[]
    return list.find(({ hash, note }) => hash && (!wanted || note?.kind === wanted))
  }, kind)
  return (await found.jsonValue()) as StoredSent & { hash: string }
}
