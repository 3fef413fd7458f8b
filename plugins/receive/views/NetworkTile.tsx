import type { CaipNetwork } from 'walletkit/plugin'
import { Tile, type TileSize, useNetworkImage } from 'walletkit/ui'

export function NetworkTile({ network, size }: { network: CaipNetwork; size: TileSize }) {
  return <Tile name={network.name} src={useNetworkImage(network)} size={size} />
}
