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
  /** Lists only this namespace's wallets until the modal closes. */
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

  reset(router, options.view ?? chooseView(kit), options.params)
  const wasOpen = modal.open
  Object.assign(modal, { open: true, loading: false, namespace: options.namespace })
  if (!wasOpen) kit.track('MODAL_OPEN', { connected: Boolean(activeAddress(kit)) })
  if (!settings.projectId) report(kit, coreError('PROJECT_ID_MISSING'), 'PROJECT_ID_MISSING')
}

/** Account with an address, else Connect; with no adapters the lists of remote wallets. */
function chooseView(kit: Kit): string {
  if (activeAddress(kit)) return 'Account'
  if (kit.chains.size > 0) return 'Connect'
  return isMobile() ? 'AllWallets' : 'ConnectingWalletConnectBasic'
}
