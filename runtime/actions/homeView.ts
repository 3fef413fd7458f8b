import type { Kit } from '../contracts/kit.ts'
import { isMobile } from '../lib/device.ts'
import type { Namespace } from '../lib/namespace.ts'
import { activeAddress } from '../state/active.ts'
import { reset } from '../state/navigate.ts'

/**
 * Replaces an open Connect view by Account once an account is connected, whatever connected it: a resumed session, the
 * page's own call, or a connection made before the modal was mounted. Does nothing on other views, or if Connect is
 * open for a namespace that is not connected.
 */
export function leaveConnect(kit: Kit) {
  const { modal, router } = kit.state
  if (!modal.open || router.view !== 'Connect') return
  const home = homeView(kit, modal.namespace)
  if (home === 'Account') reset(router, home)
}

/**
 * The modal's first view: Account if the namespace (or, without one, the page) has an account, else Connect. A page
 * without adapters shows remote wallets in place of Connect: a list of them on a phone, else a QR code.
 */
export function homeView(kit: Kit, namespace?: Namespace): string {
  if (namespace ? kit.state.accounts[namespace].address : activeAddress(kit)) return 'Account'
  if (kit.chains.size > 0) return 'Connect'
  return isMobile() ? 'AllWallets' : 'ConnectingWalletConnectBasic'
}
