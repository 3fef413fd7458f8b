import { iconOf, useIcons } from '../useIcons.ts'
import { Tile, type TileSize } from './Tile.tsx'

/**
 * A wallet's picture. Without `src`, or where it fails, it is the page's own picture of a wallet with this name, which only
 * wallets have that the site's config lists.
 *
 * A wallet in the browser that gives no picture of its own may have the name of one: it gets the picture then, as it could
 * have brought it itself.
 */
export function WalletTile({ name, src, size = 40 }: { name: string; src: string | undefined; size?: TileSize }) {
  const key = name
    .toLowerCase()
    .replace(/ wallet$/, '')
    .replaceAll(' ', '')
  const own = iconOf(useIcons(), ({ wallets }) => wallets[key]) || undefined
  return <Tile name={name} src={src} fallback={own} size={size} />
}
