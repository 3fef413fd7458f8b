import { coreError } from '../errors/catalogue.ts'
import { report } from '../state/report.ts'
import type { ViewName } from '../contracts/definePlugin.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { pageRecord } from '../lib/page.ts'
import { activeAddress } from '../state/active.ts'
import { reset } from '../state/navigate.ts'
import { hideOutdated } from '../state/showToast.ts'
import { close, mayClose, openings } from './close.ts'
import { homeView } from './homeView.ts'
import { tracking } from './tracking.ts'

export type OpenOptions = {
  /** The view to open. Default: Account or Connect ({@link homeView}). */
  view?: ViewName | (string & {})
  params?: unknown
  /**
   * Lists only this namespace's wallets until the modal closes. A namespace with a connected account becomes the active
   * one.
   */
  namespace?: Namespace
}

/**
 * Opens the modal, or replaces its views if it is open. Closes the open modal of another kit on the page, unless a
 * guard keeps that open. Waits for no network request.
 */
export function open(kit: Kit, options: OpenOptions = {}) {
  tracking(kit)
  const { modal, router, toast } = kit.state
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
  if (!wasOpen) hideOutdated(toast)
  Object.assign(modal, { open: true, loading: false, namespace })
  if (!wasOpen) kit.track('MODAL_OPEN', { connected: Boolean(activeAddress(kit)) })
  checkProject(kit)
}

/** Alerts the developer of a page without a project id. */
export function checkProject(kit: Kit) {
  if (!kit.state.options.projectId) report(kit, coreError('PROJECT_ID_MISSING'), 'PROJECT_ID_MISSING')
}

/**
 * Makes a namespace the active one at once. `activeNetwork.ts` was loaded when the account connected, so this import is
 * immediate.
 */
function bringForward(kit: Kit, namespace: Namespace) {
  const { networks } = kit.state
  if (networks.activeChain === namespace) return
  networks.activeChain = namespace
  kit.events.emit('changed', { namespace })
  void import('./activeNetwork.ts').then(({ showNamespace }) => showNamespace(kit, namespace)).catch(() => undefined)
}
