import type { Kit } from '../contracts/kit.ts'
import { isMobile } from '../lib/device.ts'
import type { Namespace } from '../lib/namespace.ts'
import { activeAddress } from '../state/active.ts'
import { reset } from '../state/navigate.ts'

/**
 * Replaces an open Connect view by Account once an account is connected, whatever connected it: a resumed session, the
 * page's own call, or a connection made before the modal was mounted. Leaves other views alone, and Connect for a
 * namespace that is not connected.
 */
export function leaveConnect(kit: Kit) {
  const { modal, router } = kit.state
  if (!modal.open || router.view !== 'Connect') return
  const home = homeView(kit, modal.namespace)
  if (home === 'Account') reset(router, home)
}

/**
 * The view to open: Account when the namespace (or the page) has an address, else Connect; without adapters, a list of
 * remote wallets.
 */
export function homeView(kit: Kit, namespace?: Namespace): string {
  if (namespace ? kit.state.accounts[namespace].address : activeAddress(kit)) return 'Account'
  if (kit.chains.size > 0) return 'Connect'
  return isMobile() ? 'AllWallets' : 'ConnectingWalletConnectBasic'
}
