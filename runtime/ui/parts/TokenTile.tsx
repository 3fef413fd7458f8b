import type { Snapshot } from 'valtio/vanilla'
import type { CaipNetwork } from '../../contracts/network.ts'
import { iconOf, useIcons } from '../useIcons.ts'
import { useNetworkImage } from '../useNetworkImage.ts'
import { NetworkTile } from './NetworkTile.tsx'
import { Tile, type TileSize } from './Tile.tsx'

/**
 * A token's image with a badge of its network. Without `src`, or if `src` cannot be loaded, shows walletkit's own
 * picture of the token with this `address` on the network. The token's name and symbol do not choose the picture,
 * because anybody can give a token any name. Only for the network's own currency, which has no `address`, a symbol
 * chooses the picture: the one in the network's definition.
 *
 * `address` is plain or as CAIP-10.
 *
 * @example
 * ```tsx
 * import type { CaipNetwork } from 'walletkit/plugin'
 * import { TokenTile } from 'walletkit/ui'
 *
 * const Ether = ({ network }: { network: CaipNetwork }) => <TokenTile name="ETH" network={network} />
 * ```
 */
export function TokenTile({
  name,
  src,
  address,
  size = 40,
  network,
}: {
  name: string
  src?: string | undefined
  address?: string | undefined
  size?: TileSize
  network?: CaipNetwork | Snapshot<CaipNetwork> | undefined
}) {
  const own = useTokenImage(network, address)
  return (
    <span className="badged">
      <Tile name={name} size={size} src={src || own} fallback={own} round />
      {network && (
        <span className="badge">
          <NetworkTile network={network} size={16} />
        </span>
      )}
    </span>
  )
}

/** walletkit's own picture of a token, as {@link TokenTile} shows it. */
export function useTokenImage(network: CaipNetwork | Snapshot<CaipNetwork> | undefined, address: string | undefined) {
  const icons = useIcons()
  const networkImage = useNetworkImage(network)
  if (!network) return undefined
  const { caipNetworkId: id, nativeCurrency } = network
  if (!address) return iconOf(icons, ({ currencies }) => currencies[nativeCurrency.symbol]) || networkImage
  const plain = address.slice(address.lastIndexOf(':') + 1)
  // The table has hexadecimal addresses in lower case. In Solana's addresses, the case counts.
  const key = /^0x/i.test(plain) ? plain.toLowerCase() : plain
  return iconOf(icons, ({ tokens }) => tokens[id]?.[key]) || undefined
}
