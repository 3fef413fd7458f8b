import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'success' | 'accent' | 'warning' | 'error'

export const Tag = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="tag" data-tone={tone}>
    {children}
  </span>
)
