import { useId } from 'react'
import { Tile, type TileSize } from './Tile.tsx'

/**
 * The account's picture, or a gradient derived from its address, which is always the same.
 *
 * @example
 * ```tsx
 * import { Avatar } from 'walletkit/ui'
 *
 * const Picture = ({ address }: { address: string }) => <Avatar address={address} size={40} />
 * ```
 */
export function Avatar({
  address,
  src,
  size = 64,
}: {
  address: string
  src?: string | null | undefined
  size?: TileSize
}) {
  const id = useId()
  const [a, b, c] = hues(address)
  return (
    <Tile name={address} size={size} round src={src ?? undefined}>
      {src ? undefined : (
        <svg viewBox="0 0 64 64" width="100%" height="100%" aria-hidden="true">
          <defs>
            <linearGradient id={`${id}a`} x1="0" y1="0" x2="1" y2="1">
              <stop offset="0" stopColor={`hsl(${a} 85% 78%)`} />
              <stop offset="1" stopColor={`hsl(${b} 72% 62%)`} />
            </linearGradient>
            <radialGradient id={`${id}b`} cx="0.12" cy="0.85" r="0.8">
              <stop offset="0" stopColor={`hsl(${c} 88% 68%)`} />
              <stop offset="1" stopColor={`hsl(${c} 88% 68%)`} stopOpacity="0" />
            </radialGradient>
          </defs>
          <rect width="64" height="64" fill={`url(#${id}a)`} />
          <rect width="64" height="64" fill={`url(#${id}b)`} />
        </svg>
      )}
    </Tile>
  )
}

/** Three clearly different hues, derived from the text. */
function hues(text: string): [number, number, number] {
  let hash = 2166136261
  for (const char of text.toLowerCase()) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619)
  const first = (hash >>> 8) % 360
  return [first, (first + 140 + ((hash >>> 3) % 60)) % 360, (first + 250 + ((hash >>> 17) % 40)) % 360]
}
