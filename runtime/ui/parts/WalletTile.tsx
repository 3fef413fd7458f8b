import { iconOf, useIcons } from '../useIcons.ts'
import { Tile, type TileSize } from './Tile.tsx'

/**
 * A wallet's picture. Without `src`, or where it fails, it is the page's own picture of a wallet that the site's config lists
 * under this name.
 *
 * A wallet in the browser that gives no picture of its own may have the name of one: it gets the picture then, as it could
 * have brought it itself.
 */
export function WalletTile({
  name,
  src,
  size = 40,
}: {
  /** As the config, the directory or the wallet itself gives it. */
  name: string
  src: string | undefined
  size?: TileSize
}) {
  const own = iconOf(useIcons(), ({ wallets }) => wallets[name])
  return <Tile name={name} src={src} fallback={own || undefined} size={size} />
}
