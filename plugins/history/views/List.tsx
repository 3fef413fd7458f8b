import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { PluginKit, Sent } from 'walletkit/plugin'
import { BareRow, Button, scrollerOf, useText } from 'walletkit/ui'
import type { HistoryController } from '../controller.ts'
import { entryOf, entryOfSent, type NameOf } from '../entry.ts'
import { createItems, type Item } from '../items.ts'
import { historyMessages } from '../messages.ts'
import type { HistoryState } from '../state.ts'
import { namesOf } from '../names.ts'
import { monthText } from '../time.ts'
import { EntryRow, EXPLORER_HINT } from './EntryRow.tsx'
import { Export } from './Export.tsx'
import { toTop, useWindow } from './useWindow.ts'

/** ms between updates of relative times such as "2 min". */
const TICK = 30_000

/** Months and rows. Renders only lines near the viewport and requests the next page before the end is in view. */
export function List({
  kit,
  controller,
  state,
  sent,
}: {
  kit: PluginKit
  controller: HistoryController
  state: Pick<HistoryState, 'transactions' | 'coinbaseTransactions' | 'next' | 'loading'>
  sent: readonly Sent[]
}) {
  const t = useText(historyMessages)
  const { transactions, coinbaseTransactions, next, loading } = state
  const list = useRef<HTMLUListElement>(null)
  const sentinel = useRef<HTMLDivElement>(null)
  const make = useState(createItems)[0]
  const hasMore = next !== undefined
  /** The table has what the services list, and not what only this browser knows. */
  const hasTable = transactions.length > 0 || coinbaseTransactions.length > 0
  const { items, height } = useMemo(
    () => make(transactions, coinbaseTransactions, sent, hasMore),
    [make, transactions, coinbaseTransactions, sent, hasMore],
  )
  const { first, last } = useWindow(list, items, height)
  const now = useNow()
  // Read contacts only once: in this tab they change only on another screen, and this list mounts again after that.
  const nameOf = useState(() => namesOf(kit))[0]

  useEffect(() => {
    const target = sentinel.current
    if (!target || !hasMore || loading) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void controller.loadMore(),
      { root: scrollerOf(target) ?? null, rootMargin: '600px' },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [controller, hasMore, loading, items])

  return (
    <>
      <span id={EXPLORER_HINT} hidden>
        {t('history.explorer')}
      </span>
      <ul
        role="list"
        className="history-list"
        ref={list}
        aria-label={t('history.list')}
        aria-busy={loading}
        hidden={!items.length}
      >
        {items.slice(first, last).map((item) => (
          <Line key={item.key} kit={kit} item={item} now={now} nameOf={nameOf} />
        ))}
      </ul>
      {loading && hasMore && <BareRow round note />}
      <div ref={sentinel} className="history-sentinel" />
      {/* Also while a page loads: focusing the button can load a page, which must not remove the button. */}
      {hasTable && <Export controller={controller} />}
      {hasMore && !loading && items.length === 0 && (
        <div className="center">
          <Button size="m" onClick={() => void controller.loadMore()}>
            {t('history.loadMore')}
          </Button>
        </div>
      )}
    </>
  )
}

const Line = memo(function Line({
  kit,
  item,
  now,
  nameOf,
}: {
  kit: PluginKit
  item: Item
  now: number
  nameOf: NameOf
}) {
  const put = useMemo(() => toTop(item.top), [item.top])
  if (item.kind === 'month')
    return (
      <li ref={put} className="history-month">
        <h2>{monthText(item.month, kit.locale)}</h2>
      </li>
    )
  const entry = item.kind === 'sent' ? entryOfSent(item.sent, nameOf) : entryOf(item.row, nameOf, item.approval)
  return (
    <li ref={put} data-id={entry.hash}>
      <EntryRow kit={kit} entry={entry} now={now} />
    </li>
  )
})

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK)
    return () => clearInterval(timer)
  }, [])
  return now
}
