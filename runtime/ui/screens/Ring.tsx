import type { ReactNode } from 'react'
import { Icon } from '../parts/Icon.tsx'

/**
 * A ring around an 80 px tile. It spins while a request is pending, rests with `idle`, and shows a mark with `failed`,
 * after a refusal or failure.
 */
export function Ring({ failed, idle, children }: { failed?: boolean; idle?: boolean; children: ReactNode }) {
  return (
    <span className="ring" data-failed={failed || undefined} aria-hidden="true">
      <svg width="104" height="104" viewBox="0 0 104 104" fill="none" strokeWidth="3" strokeLinecap="round">
        <rect className="ring-track" x="2.5" y="2.5" width="99" height="99" rx="30" />
        {!failed && !idle && (
          <rect className="ring-arc" x="2.5" y="2.5" width="99" height="99" rx="30" pathLength="100" />
        )}
      </svg>
      {children}
      {failed && (
        <span className="ring-mark">
          <Icon name="close" size={16} stroke={2.4} />
        </span>
      )}
    </span>
  )
}
