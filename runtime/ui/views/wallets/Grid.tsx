import { useEffect, useRef } from 'react'
import { useText } from '../../context.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Skeleton } from '../../parts/Panel.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { allWalletsMessages } from '../allWallets.messages.ts'
import type { WalletRow } from '../connect/rows.ts'
import { COLUMNS, useWindow } from './useWindow.ts'

export type WalletCell = WalletRow & { certified: boolean }

/** Wallets in four columns; only those in view are drawn, and the next page is asked for ahead of the end. */
export function Grid({
  cells,
  loading,
  more,
  onMore,
  onChoose,
  onIntent,
  end,
}: {
  cells: readonly WalletCell[]
  loading: boolean
  more: boolean
  onMore: () => void
  onChoose: (cell: WalletCell) => void
  onIntent: (cell: WalletCell) => void
  end?: React.ReactNode
}) {
  const t = useText(allWalletsMessages)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const sentinel = useRef<HTMLDivElement>(null)
  const { first, last } = useWindow(scroller, list, cells.length)

  useEffect(() => {
    const [root, target] = [scroller.current, sentinel.current]
    if (!root || !target || !more || loading) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onMore(), {
      root,
      rootMargin: '400px',
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [more, loading, onMore, cells.length])

  return (
    <div className="all-scroll" ref={scroller}>
      <ul role="list" className="grid" aria-label={t('all.list')} ref={list} hidden={!cells.length}>
        {cells.slice(first, last).map((cell, at) => (
          <li key={cell.key} aria-setsize={more ? -1 : cells.length} aria-posinset={first + at + 1}>
            <button
              type="button"
              className="cell"
              data-id={cell.key}
              onClick={() => onChoose(cell)}
              onPointerEnter={() => onIntent(cell)}
              onFocus={() => onIntent(cell)}
            >
              <span className="badged">
                <Tile name={cell.name} size={48} src={cell.image} />
                {cell.certified && (
                  <span className="mark">
                    <Icon name="check" size={10} stroke={2.8} />
                  </span>
                )}
              </span>
              <bdi className="note name clip">{cell.name}</bdi>
              {cell.connector && <span className="sr">{t('all.installed')}</span>}
              {cell.certified && <span className="sr">{t('all.certified')}</span>}
            </button>
          </li>
        ))}
      </ul>
      {loading && <Bones rows={cells.length ? 1 : 5} />}
      <div ref={sentinel} className="sentinel" />
      {end}
    </div>
  )
}

function Bones({ rows }: { rows: number }) {
  return (
    <div className="grid-bones" aria-hidden="true">
      {Array.from({ length: rows * COLUMNS }, (_, at) => (
        <div key={at} className="cell">
          <span className="bone bone-48" />
          <Skeleton width={56} height={10} />
        </div>
      ))}
    </div>
  )
}
