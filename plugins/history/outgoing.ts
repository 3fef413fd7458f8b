/** What left from this browser and is not in the history yet: at the top at once, and followed until the service knows it. */
import { type PluginKit, proxy, ref, type Sent } from 'walletkit/plugin'
import type { HistoryState } from './state.ts'

/** ms between two looks at what left. */
export const LOOK = 500
/** ms between two questions to the service, while it does not know what is settled. */
export const ASK_AGAIN = 2_000
/** So often it is asked; it is asked again with the next visit. */
const ASKS = 15

/** Addresses of eip155 are the same in any case. */
const isSame = (a: string, b: string | undefined) =>
  a === b || (a.startsWith('0x') && a.toLowerCase() === b?.toLowerCase())

/**
 * Of this account on this network, what the list does not have. What is older than the oldest row of a list that goes on
 * may be on a later page: it waits for that, unless nothing became of it yet.
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
  let asks = 0
  let asked = 0

  /** To its end, on its own network, wherever the visitor goes meanwhile; the core writes down what became of it. */
  function follow({ hash, caipNetworkId }: Sent) {
    if (followed.has(hash)) return
    followed.add(hash)
    kit.chain.waitForTransaction(hash, { caipNetworkId, signal: kit.signal }).then(
      () => {
        asks = 0
        look()
      },
      // Not found, or the network is gone: it stays as it is, and is looked for with the next visit.
      () => followed.delete(hash),
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
    /** Looks at once and then again and again, until the return value is called. */
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
