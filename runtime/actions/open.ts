import { coreError } from '../errors/catalogue.ts'
import { report } from '../errors/report.ts'
import type { ViewName } from '../host/definePlugin.ts'
import type { Kit } from '../kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { isMobile } from '../lib/device.ts'
import { pageRecord } from '../page.ts'
import { activeAddress } from '../state/active.ts'
import { reset } from './router.ts'
import { close, mayClose, openings } from './close.ts'
import { tracking } from './tracking.ts'

export type OpenOptions = {
  /** Goes to this view instead of the one that the rules choose. */
  view?: ViewName | (string & {})
  params?: unknown
  /** Lists only this namespace's wallets until the modal closes. Where somebody is connected on it, it becomes the active one. */
  namespace?: Namespace
}

/** Chooses the view by the opening rules (spec section 2) and opens the modal. Never waits for the network. */
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

/** Shows a namespace's account at once; the part that writes it down is there since somebody connected. */
function bringForward(kit: Kit, namespace: Namespace) {
  const { networks } = kit.state
  if (networks.activeChain === namespace) return
  networks.activeChain = namespace
  kit.events.emit('changed', { namespace })
  void import('./session.ts').then(({ showNamespace }) => showNamespace(kit, namespace)).catch(() => undefined)
}

/**
 * Connect has no more to offer once somebody is connected, however they came to be: by a stored session, by the page's own
 * call, before the modal was put into the page. Whoever looks at another screen, or for another namespace's wallet, stays.
 */
export function leaveConnect(kit: Kit) {
  const { modal, router } = kit.state
  if (!modal.open || router.view !== 'Connect') return
  const home = homeView(kit, modal.namespace)
  if (home === 'Account') reset(router, home)
}

/** Whether Account took the place of Connect since `before`: a way to connect that closes what it was begun from closes it too. */
export const hasLeftConnect = ({ state }: Kit, before: string) =>
  before === 'Connect' && state.router.view === 'Account'

/** Account with an address, of the namespace where one is named; else Connect; with no adapters the lists of remote wallets. */
export function homeView(kit: Kit, namespace?: Namespace): string {
  if (namespace ? kit.state.accounts[namespace].address : activeAddress(kit)) return 'Account'
  if (kit.chains.size > 0) return 'Connect'
  return isMobile() ? 'AllWallets' : 'ConnectingWalletConnectBasic'
}
