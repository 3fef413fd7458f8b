import { Icon, Tile } from 'walletkit/ui'
import { Glyph } from '../icons.tsx'
import type { Provider } from '../providers.ts'

/** The provider's icon in a ring, which spins while the login is pending and shows a mark after a failure. */
export function Ring({ of, mood }: { of: Provider; mood: 'turns' | 'rests' | 'failed' }) {
  const box = { x: 2.5, y: 2.5, width: 99, height: 99, rx: 30 }
  return (
    <span className="social-ring" data-failed={mood === 'failed' || undefined} aria-hidden="true">
      <svg width="104" height="104" viewBox="0 0 104 104" fill="none" strokeWidth="3" strokeLinecap="round">
        <rect className="track" {...box} />
        {mood === 'turns' && <rect className="arc" {...box} pathLength="100" />}
      </svg>
      <Tile name="" size={80}>
        <Glyph of={of} size={36} />
      </Tile>
      {mood === 'failed' && (
        <span className="mark">
          <Icon name="close" size={16} stroke={2.4} />
        </span>
      )}
    </span>
  )
}
