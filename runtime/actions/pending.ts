import type { KitEvents } from '../contracts/events.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { activeAccount } from '../state/active.ts'

/**
 * How many transactions of a page refresh the shown balance. The limit keeps a site that sends in a loop from flooding
 * its node.
 */
export const PENDING_TRANSACTIONS_LIMIT = 99

/** The page's first 99 transactions, oldest first: those that count towards the limit. */
export const pendingTransactions = perKit(() => [] as KitEvents['transaction'][])

/**
 * Refreshes the balance that buttons show after each transaction of the active account, whoever asked for it. From the
 * page's 100th transaction on, it does nothing. The limit does not affect views that request the balance themselves.
 */
export const heedPending = perKit((kit: Kit) => {
  const stop = kit.events.on('transaction', (transaction) => {
    const pending = pendingTransactions(kit)
    if (pending.length >= PENDING_TRANSACTIONS_LIMIT) return
    pending.push(transaction)
    const { address } = activeAccount(kit) ?? {}
    if (address?.toLowerCase() !== transaction.from.toLowerCase()) return
    void import('../data/balances.ts')
      .then(({ updateNativeBalance }) => updateNativeBalance(kit, { force: true }))
      .catch(() => undefined)
  })
  kit.teardown.push(stop)
})
