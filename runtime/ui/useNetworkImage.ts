import type { CaipNetwork } from '../contracts/network.ts'
import { networkImage as imageOf } from '../wallets/images.ts'
import { useKit } from './context.ts'

/** The URL of a network's image, for a plugin's view. */
export function useNetworkImage(network: CaipNetwork | undefined): string | undefined {
  const kit = useKit()
  return network && imageOf(kit, network)
}
