import type { ReactNode } from 'react'

export type RowProps = {
  name: ReactNode
  note?: ReactNode
  image: ReactNode
  end?: ReactNode
  onClick?: () => void
  onIntent?: () => void
  disabled?: boolean
  current?: boolean
  id?: string
}

/**
 * A 56 px list row: an image, a name with an optional second line, and content at the end.
 *
 * @example
 * ```tsx
 * import { Row, Tile } from 'walletkit/ui'
 *
 * const Token = ({ choose }: { choose: () => void }) => (
 *   <Row name="Ether" note="1.5 ETH" image={<Tile name="Ether" round />} onClick={choose} />
 * )
 * ```
 */
export function Row({ name, note, image, end, onClick, onIntent, disabled, current, id }: RowProps) {
  const inside = (
    <>
      {image}
      <span className="grow">
        <span className="row-name clip row-line">
          <bdi>{name}</bdi>
        </span>
        {note !== undefined && <span className="note clip row-line">{note}</span>}
      </span>
      {end}
    </>
  )
  if (!onClick) return <div className="row">{inside}</div>
  return (
    <button
      type="button"
      className="row"
      onClick={onClick}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      disabled={disabled}
      aria-current={current || undefined}
      data-id={id}
    >
      {inside}
    </button>
  )
}
