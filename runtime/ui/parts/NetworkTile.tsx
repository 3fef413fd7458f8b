import type { Snapshot } from 'valtio/vanilla'
import type { CaipNetwork } from '../../contracts/network.ts'
import { useNetworkImage } from '../useNetworkImage.ts'
import { Tile, type TileSize } from './Tile.tsx'

/**
 * A network's picture or, if there is none, the first letter of its name. `name` replaces the network's own name there;
 * it is not read out.
 *
 * @example
 * ```tsx
 * import type { CaipNetwork } from 'walletkit/plugin'
 * import { NetworkTile } from 'walletkit/ui'
 *
 * const Picture = ({ network }: { network: CaipNetwork }) => <NetworkTile network={network} size={24} />
 * ```
 */
export function NetworkTile({
  network,
  name = network?.name ?? '',
  size = 40,
}: {
  network: CaipNetwork | Snapshot<CaipNetwork> | undefined
  name?: string
  size?: TileSize
}) {
  return <Tile name={name} src={useNetworkImage(network)} size={size} />
}
