import type { Kit } from '../kit/createKit.ts'
import { slotItems } from './slotItems.ts'

/** The buttons of the account view that work on the active network. */
export function walletFeatures(kit: Kit) {
  const { activeChain } = kit.state.networks
  return slotItems(kit, 'walletFeatures').filter(
    ({ namespaces }) => !namespaces || !activeChain || namespaces.includes(activeChain),
  )
}
