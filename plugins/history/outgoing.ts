/**
 * Transactions sent from this browser that the history service does not list yet. Waits for the pending ones, and asks
 * the service again about the settled ones.
 */
import { type PluginKit, proxy, ref, type Sent } from 'walletkit/plugin'
import type { HistoryState } from './state.ts'

/** ms between two checks of the sent transactions. */
export const LOOK = 500
/** ms between two requests to the service, while it does not list a settled transaction. */
export const ASK_AGAIN = 2_000
/** ms before the panel waits again for a transaction that could not be followed. */
export const RETRY = 10_000
/**
 * The most requests to the service for settled transactions that it does not list; the count restarts when the screen
 * opens and when another transaction settles.
 */
const ASKS = 15

/** Whether two addresses are the same; case makes no difference for those that begin with `0x`. */
const isSame = (a: string, b: string | undefined) =>
  a === b || (a.startsWith('0x') && a.toLowerCase() === b?.toLowerCase())

/**
 * The sent transactions of this account on this network that the list lacks. If the list has more pages, a settled
 * transaction older than its oldest row is left out, because a later page may contain it.
 */
export function missingOf(
  sent: readonly Sent[],
  { transactions, next }: Pick<HistoryState, 'transactions' | 'next'>,
  address: string | undefined,
  caipNetworkId: string | undefined,
): Sent[] {
  const own = sent.filter(({ from, caipNetworkId: chain }) => chain === caipNetworkId && isSame(from, address))
  if (!own.length) return own
  const known = new Set(transactions.map(({ metadata }) => metadata.hash.toLowerCase()))
  const end = next === undefined ? -Infinity : (transactions.at(-1)?.at ?? -Infinity)
  return own.filter(({ hash, status, at }) => !known.has(hash.toLowerCase()) && (status === 'pending' || at >= end))
}

export function createOutgoing(kit: PluginKit, state: HistoryState, refresh: () => void) {
  const list = proxy<{ sent: readonly Sent[] }>({ sent: ref([]) })
  const followed = new Set<string>()
  /** When to wait again for a transaction that could not be followed, ms since 1970. */
  const retries = new Map<string, number>()
  let asks = 0
  let asked = 0

  /** Waits for the transaction on its own network, even if the visitor switches. The runtime stores the outcome. */
  function follow({ hash, caipNetworkId }: Sent) {
    if (followed.has(hash) || Date.now() < (retries.get(hash) ?? 0)) return
    followed.add(hash)
    kit.chain.waitForTransaction(hash, { caipNetworkId, signal: kit.signal }).then(
      () => {
        asks = 0
        look()
      },
      // The node may be unreachable, or the network no longer listed. Either may change, so try again, but not at each
      // check.
      () => {
        followed.delete(hash)
        retries.set(hash, Date.now() + RETRY)
      },
    )
  }

  function look() {
    const all = kit.chain.sent()
    for (const sent of all) if (sent.status === 'pending') follow(sent)
    const missing = missingOf(all, state, kit.account().address, kit.network()?.caipNetworkId)
    if (JSON.stringify(missing) !== JSON.stringify(list.sent)) list.sent = ref(missing)
    const isSettled = missing.some(({ status }) => status !== 'pending')
    if (!isSettled || asks >= ASKS || Date.now() - asked < ASK_AGAIN) return
    asks++
    asked = Date.now()
    refresh()
  }

  return {
    list,
    look,
    /**
     * Looks for outcomes at once and then every {@link LOOK} ms, until the returned function or the kit's end stops it.
     */
    watch(): () => void {
      asks = 0
      asked = Date.now()
      look()
      const timer = setInterval(look, LOOK)
      const stop = () => clearInterval(timer)
      kit.signal.addEventListener('abort', stop, { once: true })
      return stop
    },
  }
}
