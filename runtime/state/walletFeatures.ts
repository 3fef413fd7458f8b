import type { Kit } from '../contracts/kit.ts'
import { slotItems } from './slotItems.ts'

/** The buttons of the account view that work on the active namespace; all of them if none is active. */
export function walletFeatures(kit: Kit) {
  const { activeChain } = kit.state.networks
  return slotItems(kit, 'walletFeatures').filter(
    ({ namespaces }) => !namespaces || !activeChain || namespaces.includes(activeChain),
  )
}
