import { Tile, type TileSize } from './Tile.tsx'

/**
 * A token's image with a badge of its network.
 *
 * @example
 * ```tsx
 * import { TokenTile } from 'walletkit/ui'
 *
 * const Usdc = () => <TokenTile name="USDC" network={{ name: 'Ethereum', src: undefined }} />
 * ```
 */
export function TokenTile({
  name,
  src,
  size = 40,
  network,
}: {
  name: string
  src?: string | undefined
  size?: TileSize
  network?: { name: string; src: string | undefined } | undefined
}) {
  return (
    <span className="badged">
      <Tile name={name} size={size} src={src} round />
      {network && (
        <span className="badge">
          <Tile name={network.name} size={16} src={network.src} />
        </span>
      )}
    </span>
  )
}
