import type { KitEvents } from '../events/types.ts'
import type { Kit } from '../kit.ts'
import { perKit } from '../lib/perKit.ts'
import { activeAccount } from '../state/active.ts'

/** Spec section 9. */
export const PENDING_TRANSACTIONS_LIMIT = 99

/** The transactions of this page that were heeded, oldest first. */
export const pendingTransactions = perKit(() => [] as KitEvents['transaction'][])

/**
 * Reads the native balance anew when a transaction leaves for the chain, whoever sent it. The one place that knows the
 * limit (decisions 4.13): from the 100th transaction of a page on none is kept, and none reads the balance; screens that
 * ask for it themselves still do.
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
