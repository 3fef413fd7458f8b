import type { CaipNetwork } from '../chains/network.ts'
import { networkImage as imageOf } from '../data/images.ts'
import { useKit } from './context.ts'

/** Where a network's image is, for a plugin's view. */
export function useNetworkImage(network: CaipNetwork | undefined): string | undefined {
  const kit = useKit()
  return network && imageOf(kit, network)
}
