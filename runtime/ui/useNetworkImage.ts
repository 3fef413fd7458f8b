import type { Snapshot } from 'valtio/vanilla'
import type { CaipNetwork } from '../contracts/network.ts'
import { networkImage as imageOf } from '../wallets/images.ts'
import { useKit } from './context.ts'
import { iconOf, useIcons } from './useIcons.ts'

/**
 * The URL of a network's image; `undefined` if none is known.
 *
 * @example
 * ```tsx
 * import type { CaipNetwork } from 'walletkit/plugin'
 * import { useNetworkImage } from 'walletkit/ui'
 *
 * const Picture = ({ network }: { network: CaipNetwork }) => <img src={useNetworkImage(network)} alt={network.name} />
 * ```
 */
export function useNetworkImage(network: CaipNetwork | Snapshot<CaipNetwork> | undefined): string | undefined {
  const kit = useKit()
  const icon = iconOf(useIcons(), ({ networks }) => network && networks[network.caipNetworkId])
  return network && imageOf(kit, network, icon)
}
