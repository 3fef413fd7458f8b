import type { Kit } from '../contracts/kit.ts'
import { isEmbedded } from '../state/connections.ts'
import type { Subject } from './state.ts'

/** The properties of sign-in's tracking events. Only for an embedded wallet does the kit know the type of account. */
export function told(kit: Kit, { namespace, chainId }: Subject) {
  const isSmartAccount =
    isEmbedded(kit, namespace) && kit.state.accounts[namespace].preferredAccountType === 'smartAccount'
  return { network: chainId, isSmartAccount }
}
