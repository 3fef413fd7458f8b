import { type KeyboardEvent, memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useText } from '../../context.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { WalletTile } from '../../parts/WalletTile.tsx'
import { allWalletsMessages } from './allWallets.messages.ts'
import type { WalletCell } from './cells.ts'
import { COLUMNS, toRow, useWindow } from './useWindow.ts'

/** Wallets in four columns. Renders only cells near the viewport and requests the next page before the end. */
export function Grid({
  cells,
  loading,
  more,
  disabled,
  onMore,
  onChoose,
  onIntent,
  end,
}: {
  cells: readonly WalletCell[]
  loading: boolean
  more: boolean
  disabled: boolean
  onMore: () => void
  onChoose: (cell: WalletCell) => void
  onIntent: (cell: WalletCell) => void
  end?: ReactNode
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

  const size = more ? -1 : cells.length
  return (
    <div className="all-scroll" ref={scroller}>
      <ul
        role="list"
        className="grid"
        aria-label={t('all.list')}
        aria-busy={loading}
        ref={list}
        hidden={!cells.length}
        onKeyDown={moveFocus}
      >
        {cells.slice(first, last).map((cell, at) => (
          <Place key={cell.key} {...{ cell, size, disabled, onChoose, onIntent }} place={first + at} />
        ))}
      </ul>
      {loading && <Bones rows={cells.length ? 1 : 5} />}
      <div ref={sentinel} className="sentinel" />
      {end}
    </div>
  )
}

type CellProps = {
  cell: WalletCell
  disabled: boolean
  onChoose: (cell: WalletCell) => void
  onIntent: (cell: WalletCell) => void
}

/** The position of a cell. A separate component, so that a new list size does not render the cells again. */
const Place = memo(function Place({ place, size, ...cell }: CellProps & { place: number; size: number }) {
  const put = useMemo(() => toRow(place), [place])
  return (
    <li ref={put} aria-setsize={size} aria-posinset={place + 1}>
      <Cell {...cell} />
    </li>
  )
})

const Cell = memo(function Cell({ cell, disabled, onChoose, onIntent }: CellProps) {
  const t = useText(allWalletsMessages)
  // Use `aria-label`: visually hidden text would double the browser's clip regions and make scrolling slower.
  const label = [cell.name, cell.connector && t('all.installed'), cell.certified && t('all.certified')]
  return (
    <button
      type="button"
      className="cell"
      data-id={cell.key}
      aria-label={label.filter(Boolean).join(', ')}
      disabled={disabled}
      onClick={() => onChoose(cell)}
      onPointerEnter={() => onIntent(cell)}
      onFocus={() => onIntent(cell)}
    >
      <span className="badged">
        <WalletTile name={cell.name} size={48} src={cell.image} />
        {cell.certified && <Icon name="check" stroke={2.8} />}
      </span>
      <bdi className="note name clip">{cell.name}</bdi>
    </button>
  )
})

/** Arrow keys move between cells; up and down move by one row. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const across = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  const step = { ArrowRight: across, ArrowLeft: -across, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key]
  if (!step) return
  // Prevent the browser from scrolling the list as well.
  event.preventDefault()
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('.cell')]
  const next = cells[cells.indexOf(event.target as HTMLElement) + step]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
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
