import { iconOf, useIcons } from '../useIcons.ts'
import { Tile, type TileSize } from './Tile.tsx'

/**
 * A wallet's picture. Without `src`, or if `src` cannot be loaded, shows the page's own picture of the wallet that the
 * site's config lists under this name, else the name's first letter.
 *
 * An installed wallet without a picture may use the name of another wallet, and then gets that wallet's picture. This
 * adds no risk, because it could provide the same picture itself.
 */
export function WalletTile({
  name,
  src,
  size = 40,
}: {
  /** The wallet's name, whether it comes from the config, the directory or the wallet itself. */
  name: string
  src: string | undefined
  size?: TileSize
}) {
  const own = iconOf(useIcons(), ({ wallets }) => wallets[name])
  return <Tile name={name} src={src} fallback={own || undefined} size={size} />
}
