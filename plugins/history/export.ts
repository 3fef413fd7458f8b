/** Reads the activity of the account, page by page, for a file. */
import { contactNames, findSuspicious } from 'walletkit/plugin'
import { csvOf } from './csv.ts'
import { HISTORY_ERRORS } from './errors.ts'
import { factsOf, type HistoryFeed, readPage } from './feed.ts'
import { merge } from './grouping.ts'
import { withoutBought } from './items.ts'
import type { Transaction } from './transaction.ts'

/** The most pages to read: a faulty service might never name a last page. */
const PAGES = 500

/**
 * The account's activity on the active network as CSV, with suspicious rows and without spam. `undefined` without an
 * account, when account or network change meanwhile, and when the service does not answer, which is reported.
 */
export async function readCsv(feed: HistoryFeed): Promise<string | undefined> {
  const { kit, state } = feed
  const { signal } = feed.life
  const { address } = kit.account()
  const network = kit.network()?.caipNetworkId
  if (!address) return undefined
  // Without an open screen, a change of account or network does not abort `signal`, and each page is read on the
  // network that is active then: compare them after each page.
  const isOver = () => signal.aborted || kit.account().address !== address || kit.network()?.caipNetworkId !== network
  try {
    const read: Transaction[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < PAGES; pages++) {
      const { data, next } = await readPage(feed, address, cursor)
      if (isOver()) return undefined
      read.push(...data)
      cursor = next
      if (next === undefined) break
    }
    const rows = merge([], read)
    const { suspicious } = findSuspicious(rows, factsOf(feed))
    const bought = state.coinbaseTransactions
    return csvOf(merge(withoutBought(rows, bought), bought), {
      nameOf: contactNames(kit),
      suspicious: new Set(suspicious.keys()),
    })
  } catch (error) {
    if (!isOver()) kit.report(error, 'HISTORY_EXPORT', HISTORY_ERRORS)
    return undefined
  }
}
