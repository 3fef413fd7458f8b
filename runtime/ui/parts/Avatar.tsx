import { identicon } from './identicon.ts'
import { Tile, type TileSize } from './Tile.tsx'

/**
 * The account's picture (`src`), or one that is generated from the address: always the same one for an address.
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
  return (
    <Tile name={address} size={size} round src={src ?? undefined}>
      {src ? undefined : <Picture address={address} />}
    </Tile>
  )
}

function Picture({ address }: { address: string }) {
  const { disc, figure, path, turn } = identicon(address)
  return (
    <svg className="identicon" viewBox="0 0 64 64" width="100%" height="100%" aria-hidden="true">
      <rect width="64" height="64" fill={disc} />
      <path d={path} fill={figure} transform={`rotate(${turn} 32 32)`} />
    </svg>
  )
}
