import type { Kit } from '../contracts/kit.ts'
import type { Subject } from './state.ts'

/** The properties of sign-in's tracking events. Only for an embedded wallet does the kit know the type of account. */
export function told({ state: { accounts, connectors } }: Kit, { namespace, chainId }: Subject) {
  const isSmartAccount =
    connectors.active[namespace]?.type === 'AUTH' && accounts[namespace].preferredAccountType === 'smartAccount'
  return { network: chainId, isSmartAccount }
}
