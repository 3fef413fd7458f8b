import type { KitEvents } from '../contracts/events.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { activeAccount } from '../state/active.ts'

/** How many transactions of a page trigger a balance refresh: a site that sends in a loop must not flood its node. */
export const PENDING_TRANSACTIONS_LIMIT = 99

/** The transactions of this page that counted towards the limit, oldest first. */
export const pendingTransactions = perKit(() => [] as KitEvents['transaction'][])

/**
 * Refreshes the native balance when the active account sends a transaction, whatever sent it. This is the only place
 * that knows the limit: from the 100th transaction of a page on, it records none and refreshes nothing. Views that
 * request the balance themselves still do.
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
