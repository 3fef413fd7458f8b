import type { ReactNode } from 'react'
import { useSheet } from '../context.ts'
import css from './steps.css.ts'

/**
 * A check mark of `size` CSS pixels that draws itself: at the corner of an image, or alone. Say in words what
 * succeeded; screen readers do not hear the mark.
 *
 * @example
 * ```tsx
 * import { Avatar, SuccessMark } from 'walletkit/ui'
 *
 * const Registered = ({ address }: { address: string }) => (
 *   <SuccessMark>
 *     <Avatar address={address} size={80} />
 *   </SuccessMark>
 * )
 * ```
 */
export function SuccessMark({ size = 32, children }: { size?: 24 | 32 | 40; children?: ReactNode }) {
  useSheet(css)
  const mark = (
    <svg className="success-mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" />
      <path d="m9.5 16.8 4.4 4.4 8.6-9.6" pathLength="1" />
    </svg>
  )
  if (children === undefined) return mark
  return (
    <span className="success">
      {children}
      {mark}
    </span>
  )
}
