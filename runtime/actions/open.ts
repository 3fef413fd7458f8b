import { coreError } from '../errors/catalogue.ts'
import { report } from '../state/report.ts'
import type { ViewName } from '../contracts/definePlugin.ts'
import type { Kit } from '../kit/createKit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { isMobile } from '../lib/device.ts'
import { pageRecord } from '../lib/page.ts'
import { activeAddress } from '../state/active.ts'
import { reset } from '../state/navigate.ts'
import { close, mayClose, openings } from './close.ts'
import { tracking } from './tracking.ts'

export type OpenOptions = {
  /** Opens this view instead of the one that the rules choose. */
  view?: ViewName | (string & {})
  params?: unknown
  /**
   * Lists only this namespace's wallets until the modal closes. A namespace with a connected account becomes the active
   * one.
   */
  namespace?: Namespace
}

/**
 * Opens the modal on the requested view, else on Account or Connect ({@link homeView}). Never waits for the network.
 */
export function open(kit: Kit, options: OpenOptions = {}) {
  tracking(kit)
  const { modal, router, options: settings } = kit.state
  const page = pageRecord()
  if (page.opened && page.opened !== openings.get(kit)) page.opened.close()
  const opening = openings.get(kit) ?? { close: () => void (mayClose(kit) && close(kit)) }
  openings.set(kit, opening)
  page.opened = opening

  const { namespace } = options
  const view = options.view ?? homeView(kit, namespace)
  if (namespace && kit.state.accounts[namespace].address) bringForward(kit, namespace)
  reset(router, view, options.params)
  const wasOpen = modal.open
  Object.assign(modal, { open: true, loading: false, namespace })
  if (!wasOpen) kit.track('MODAL_OPEN', { connected: Boolean(activeAddress(kit)) })
  if (!settings.projectId) report(kit, coreError('PROJECT_ID_MISSING'), 'PROJECT_ID_MISSING')
}

/**
 * Makes a namespace the active one at once. `session.ts` was loaded when the account connected, so this import is
 * immediate.
 */
function bringForward(kit: Kit, namespace: Namespace) {
  const { networks } = kit.state
  if (networks.activeChain === namespace) return
  networks.activeChain = namespace
  kit.events.emit('changed', { namespace })
  void import('./session.ts').then(({ showNamespace }) => showNamespace(kit, namespace)).catch(() => undefined)
}

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
 * Whether Account replaced Connect since the caller read `before`. A flow that closes the modal after it began in
 * Connect has to close it then too.
 */
export const hasLeftConnect = ({ state }: Kit, before: string) =>
  before === 'Connect' && state.router.view === 'Account'

/**
 * The view to open: Account when the namespace (or the page) has an address, else Connect; without adapters, a list of
 * remote wallets.
 */
export function homeView(kit: Kit, namespace?: Namespace): string {
  if (namespace ? kit.state.accounts[namespace].address : activeAddress(kit)) return 'Account'
  if (kit.chains.size > 0) return 'Connect'
  return isMobile() ? 'AllWallets' : 'ConnectingWalletConnectBasic'
}
