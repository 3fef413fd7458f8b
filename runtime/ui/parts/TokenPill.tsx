import type { ReactNode } from 'react'
import { useSheet } from '../context.ts'
import { Icon } from './Icon.tsx'
import css from './amount.css.ts'

/**
 * A button with the chosen token or currency, which opens a list of others. `isEmpty`: none is chosen yet, and `name`
 * asks for one. `label` is what screen readers say in place of `name`.
 *
 * @example
 * ```tsx
 * import { Tile, TokenPill } from 'walletkit/ui'
 *
 * const Chosen = ({ open }: { open: () => void }) => (
 *   <TokenPill name="DAI" image={<Tile name="DAI" size={24} round />} label="Change token, now DAI" onClick={open} />
 * )
 * ```
 */
export function TokenPill({
  name,
  image,
  isEmpty,
  label,
  onClick,
}: {
  name: string
  image?: ReactNode
  isEmpty?: boolean
  label?: string | undefined
  onClick: () => void
}) {
  useSheet(css)
  return (
    <button
      type="button"
      className="token-pill"
      data-empty={isEmpty ? '' : undefined}
      aria-label={label}
      onClick={onClick}
    >
      {image}
      <bdi className="clip">{name}</bdi>
      <Icon name="chevronDown" size={16} />
    </button>
  )
}
