import { type ReactNode, useState } from 'react'
import { mayShow } from '../../http/hosts.ts'
import { useKit } from '../context.ts'

export type TileSize = 16 | 18 | 20 | 24 | 32 | 40 | 48 | 56 | 64 | 80

/**
 * The image of a wallet, network or token, or the first letter of `name` if the image is missing or fails; `children`
 * show in place of both. Images load in an `img` element, where scripts in an SVG do not run. `src` shows only if it is
 * data, part of the page, or from a host that the config or a listed network names.
 *
 * @example
 * ```tsx
 * import { Tile } from 'walletkit/ui'
 *
 * const Image = ({ src }: { src: string | undefined }) => <Tile name="Ether" src={src} size={40} round />
 * ```
 */
export function Tile({
  name,
  src,
  fallback,
  size = 40,
  round,
  children,
  tone,
}: {
  name: string
  src?: string | undefined
  /** The image to show if `src` is missing, fails or may not be shown. Its host is not checked. */
  fallback?: string | undefined
  size?: TileSize
  round?: boolean
  children?: ReactNode
  tone?: 'accent'
}) {
  const kit = useKit()
  // Both `src` and `fallback` can fail, for example offline. Each is tried once.
  const [failed, setFailed] = useState<readonly string[]>([])
  const works = (image: string | undefined): image is string => !!image && !failed.includes(image)
  const shown = works(src) && mayShow(kit, src) ? src : works(fallback) ? fallback : undefined
  return (
    <span className={`tile s${size}`} data-round={round || undefined} data-tone={tone} aria-hidden="true">
      {children ??
        (shown ? (
          <img
            src={shown}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setFailed((earlier) => [...earlier, shown])}
          />
        ) : (
          [...name.trim()][0]?.toUpperCase()
        ))}
    </span>
  )
}
