import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import type { Wallet } from '../../../config.ts'
import { fetchWallets, hasDirectory, PAGE_ENTRIES, SEARCH_LENGTH } from '../../../data/wallets.ts'
import { latest, Superseded } from '../../../lib/latest.ts'
import { useKit } from '../../context.ts'

/** A search is asked for once the visitor stops typing for this long, in ms (reference 1.14). */
const PAUSE = 300
/** One page of a search is larger, since few go on to the second. */
const SEARCH_ENTRIES = 100

export type WalletList = {
  wallets: readonly Wallet[]
  status: 'loading' | 'ready' | 'failed'
  /** There are further pages. */
  more: boolean
}
type Action =
  { type: 'ask'; keep: boolean } | { type: 'page'; wallets: readonly Wallet[]; more: boolean } | { type: 'fail' }

function reduce(list: WalletList, action: Action): WalletList {
  switch (action.type) {
    case 'ask':
      return { ...list, wallets: action.keep ? list.wallets : [], status: 'loading' }
    case 'fail':
      // No more by itself: a list in view would ask a failing service without end. Retry asks for the same page.
      return { ...list, status: 'failed', more: false }
    case 'page': {
      const known = new Set(list.wallets.map(({ id }) => id))
      return {
        wallets: [...list.wallets, ...action.wallets.filter(({ id }) => !known.has(id) && known.add(id))],
        status: 'ready',
        more: action.more,
      }
    }
  }
}

/** The directory, page by page. A newer search or filter takes the place of an older one, whose answer is dropped. */
export function useWalletList(search: string, certified: boolean) {
  const kit = useKit()
  const there = hasDirectory(kit)
  const [list, dispatch] = useReducer(reduce, { wallets: [], status: there ? 'loading' : 'ready', more: there })
  const page = useRef(0)
  const asking = useRef(false)
  const fetchLatest = useMemo(() => latest(fetchWallets), [])
  const wanted = search.trim().length >= SEARCH_LENGTH ? search.trim() : ''

  const fetchPage = useCallback(
    async (number: number) => {
      asking.current = true
      dispatch({ type: 'ask', keep: number > 1 })
      const entries = wanted ? SEARCH_ENTRIES : PAGE_ENTRIES
      try {
        const { wallets, count } = await fetchLatest(kit, {
          page: number,
          entries,
          ...(wanted ? { search: wanted } : {}),
          ...(certified ? { badge: 'certified' } : {}),
        })
        page.current = number
        asking.current = false
        dispatch({ type: 'page', wallets, more: wallets.length > 0 && number * entries < count })
      } catch (error) {
        if (error instanceof Superseded) return
        asking.current = false
        dispatch({ type: 'fail' })
      }
    },
    [kit, wanted, certified, fetchLatest],
  )

  useEffect(() => {
    if (!there) return
    const timer = setTimeout(
      () => {
        if (wanted || certified)
          kit.track('SEARCH_WALLET', { badge: certified ? 'certified' : undefined, search: wanted })
        void fetchPage(1)
      },
      wanted ? PAUSE : 0,
    )
    return () => clearTimeout(timer)
  }, [kit, there, wanted, certified, fetchPage])

  const loadMore = useCallback(() => {
    if (!asking.current) void fetchPage(page.current + 1)
  }, [fetchPage])
  return { ...list, loadMore, retry: loadMore }
}
