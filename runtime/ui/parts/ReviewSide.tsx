import type { ReactNode } from 'react'
import { useSheet } from '../context.ts'
import { Icon } from './Icon.tsx'
import css from './request.css.ts'

/**
 * One side of a review before the wallet is asked: what leaves, what arrives, or who gets it. `image` has 48 pixels;
 * `isAmount` gives all digits the same width; `children` are further lines.
 *
 * @example
 * ```tsx
 * import { Avatar, ReviewArrow, ReviewSide, Tile } from 'walletkit/ui'
 *
 * const Sides = ({ to }: { to: string }) => (
 *   <>
 *     <ReviewSide label="Send" name="2 DAI" isAmount image={<Tile name="DAI" size={48} round />} />
 *     <ReviewArrow />
 *     <ReviewSide label="To" name="anna.eth" image={<Avatar address={to} size={48} />} />
 *   </>
 * )
 * ```
 */
export function ReviewSide({
  label,
  name,
  image,
  isAmount,
  children,
}: {
  label: string
  name: string
  image: ReactNode
  isAmount?: boolean
  children?: ReactNode
}) {
  useSheet(css)
  return (
    <div className="review-side">
      <div>
        <p className="note">{label}</p>
        <p className={isAmount ? 'display num' : 'display'}>
          <bdi>{name}</bdi>
        </p>
        {children}
      </div>
      {image}
    </div>
  )
}

/**
 * The arrow between two sides of a review.
 *
 * @example
 * ```tsx
 * import { ReviewArrow } from 'walletkit/ui'
 *
 * const Between = () => <ReviewArrow />
 * ```
 */
export const ReviewArrow = () => (
  <div className="review-arrow" aria-hidden="true">
    <Icon name="down" />
  </div>
)
