import { type ReactNode, useState } from 'react'
import { mayShow } from '../../http/hosts.ts'
import { useKit } from '../context.ts'

export type TileSize = 16 | 18 | 20 | 24 | 32 | 40 | 48 | 56 | 64 | 80

/**
 * A wallet's, network's or token's image; its first letter when there is none or it fails. Remote markup is only ever
 * shown by an `img`, where scripts do not run, and only from a host that the config names.
 */
export function Tile({
  name,
  src,
  size = 40,
  round,
  children,
  tone,
}: {
  name: string
  src?: string | undefined
  size?: TileSize
  round?: boolean
  children?: ReactNode
  tone?: 'accent'
}) {
  const kit = useKit()
  const [failed, setFailed] = useState<string>()
  const shown = src && src !== failed && mayShow(kit, src) ? src : undefined
  return (
    <span className={`tile s${size}`} data-round={round || undefined} data-tone={tone} aria-hidden="true">
      {children ??
        (shown ? (
          <img src={shown} alt="" loading="lazy" decoding="async" onError={() => setFailed(shown)} />
        ) : (
          [...name.trim()][0]?.toUpperCase()
        ))}
    </span>
  )
}
