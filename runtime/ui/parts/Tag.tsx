import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'success' | 'accent' | 'warning' | 'error'

/**
 * A short word about the item beside it, such as a state or a type of account.
 *
 * @example
 * ```tsx
 * import { Tag } from 'walletkit/ui'
 *
 * const Sent = () => <Tag tone="success">Sent</Tag>
 * ```
 */
export const Tag = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="tag" data-tone={tone}>
    {children}
  </span>
)
