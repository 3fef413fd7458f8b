import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import type { Wallet } from '../../../contracts/config.ts'
import { fetchWallets, hasDirectory, PAGE_ENTRIES, type WalletPage } from '../../../wallets/directory.ts'
import type { Namespace } from '../../../lib/namespace.ts'
import { latest, Superseded } from '../../../lib/latest.ts'
import { useKit } from '../../context.ts'
import { askDirectory } from '../Connect/lookAhead.ts'
import { leading, type Wanted } from './cells.ts'

/** ms without typing before a search request. */
const PAUSE = 300
/**
 * Page size of a search. Larger than the list's, so that the wallet is on the first page: few visitors read a second.
 */
const SEARCH_ENTRIES = 100
/** ms for which the first page waits for the featured and recommended wallets, which all pages exclude. */
const HEAD_START = 500

export type WalletList = {
  wallets: readonly Wallet[]
  /** Number of wallets on all pages, from the directory. */
  count: number
  status: 'loading' | 'ready' | 'failed'
  /** Whether there are more pages. */
  more: boolean
}
/** Which wallets the pages contain. A modal that opens again may show the same list for another namespace. */
type Asked = Wanted & { namespace: Namespace | undefined }
type Action = { type: 'ask'; keep: boolean } | { type: 'page'; page: WalletPage } | { type: 'fail' }

function reduce(list: WalletList, action: Action): WalletList {
  switch (action.type) {
    case 'ask':
      return { ...list, wallets: action.keep ? list.wallets : [], status: 'loading' }
    case 'fail':
      // Stop automatic loading: a visible list would request from a failing service forever. Retry uses the same page.
      return { ...list, status: 'failed', more: false }
    case 'page': {
      const { wallets, count, more } = action.page
      return { wallets: [...list.wallets, ...wallets], count, status: 'ready', more }
    }
  }
}

/** Loads the directory page by page. A newer search or filter supersedes an older one, whose response is dropped. */
export function useWalletList({ search, certified, namespace }: Asked) {
  const kit = useKit()
  const there = hasDirectory(kit)
  const [list, dispatch] = useReducer(reduce, {
    wallets: [],
    count: 0,
    status: there ? 'loading' : 'ready',
    more: there,
  })
  const page = useRef(0)
  const asking = useRef(false)
  /** Ids of the directory's wallets shown before the pages; every page excludes them. Empty for a search or filter. */
  const head = useRef<readonly string[]>([])
  const fetchLatest = useMemo(
    () =>
      latest(async (number: number, { search: text, certified: badge, namespace: chain }: Asked) => {
        const narrowed = text || badge
        if (number === 1 && !narrowed)
          await Promise.race([askDirectory(kit), new Promise((resolve) => setTimeout(resolve, HEAD_START))])
        if (number === 1) head.current = narrowed ? [] : leading(kit).map(({ id }) => id)
        return fetchWallets(kit, {
          page: number,
          entries: text ? SEARCH_ENTRIES : PAGE_ENTRIES,
          exclude: head.current,
          namespace: chain,
          ...(text ? { search: text } : {}),
          ...(badge ? { badge: 'certified' } : {}),
        })
      }),
    [kit],
  )

  const fetchPage = useCallback(
    async (number: number) => {
      asking.current = true
      dispatch({ type: 'ask', keep: number > 1 })
      try {
        const found = await fetchLatest(number, { search, certified, namespace })
        page.current = number
        asking.current = false
        dispatch({ type: 'page', page: found })
      } catch (error) {
        if (error instanceof Superseded) return
        asking.current = false
        dispatch({ type: 'fail' })
      }
    },
    [search, certified, namespace, fetchLatest],
  )

  useEffect(() => {
    if (!there) return
    const timer = setTimeout(
      () => {
        if (search || certified) kit.track('SEARCH_WALLET', { badge: certified ? 'certified' : undefined, search })
        page.current = 0
        void fetchPage(1)
      },
      search ? PAUSE : 0,
    )
    return () => clearTimeout(timer)
  }, [kit, there, search, certified, fetchPage])

  const loadMore = useCallback(() => {
    if (!asking.current) void fetchPage(page.current + 1)
  }, [fetchPage])
  return { ...list, loadMore, retry: loadMore }
}
