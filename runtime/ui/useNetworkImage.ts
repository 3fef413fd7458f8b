import type { CaipNetwork } from '../contracts/network.ts'
import { networkImage as imageOf } from '../wallets/images.ts'
import { useKit } from './context.ts'

/**
 * The URL of a network's image, for a plugin's view.
 *
 * @example
 * ```tsx
 * import type { CaipNetwork } from 'walletkit/plugin'
 * import { Tile, useNetworkImage } from 'walletkit/ui'
 *
 * const Image = ({ network }: { network: CaipNetwork }) => <Tile name={network.name} src={useNetworkImage(network)} />
 * ```
 */
export function useNetworkImage(network: CaipNetwork | undefined): string | undefined {
  const kit = useKit()
  return network && imageOf(kit, network)
}
