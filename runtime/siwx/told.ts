import type { Kit } from '../kit.ts'
import type { Subject } from './state.ts'

/** What tracking events of sign-in say. Only embedded wallets let their account's kind be known. */
export function told({ state: { accounts, connectors } }: Kit, { namespace, chainId }: Subject) {
  const isSmartAccount =
    connectors.active[namespace]?.type === 'AUTH' && accounts[namespace].preferredAccountType === 'smartAccount'
  return { network: chainId, isSmartAccount }
}
