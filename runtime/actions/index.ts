/**
 * The actions that need a wallet or the network, in one lazily loaded chunk. A site calls most of them on its
 * `WalletKit`, under the same names.
 */
import type { Chain } from '../contracts/chain.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import type { CallsOptions, NotedCall } from '../contracts/requests.ts'
import { updateNativeBalance as readNativeBalance } from '../data/balances.ts'
import { report } from '../state/report.ts'
import { adapterNotFound } from '../errors/thrown.ts'
import type { Kit } from '../contracts/kit.ts'
import { type CaipNetworkId, type Namespace, NAMESPACES } from '../lib/namespace.ts'
import { findConnector } from '../wallets/list.ts'
import { setAddressLabel } from '../state/setAccount.ts'
import { connect } from './connect.ts'
import { discover, discoverOn } from './discover.ts'
import { disconnect as end, type DisconnectTarget } from './disconnect.ts'
import { addAdapter as listAdapter } from './networks.ts'
import type { AccountTarget, ConnectionTarget } from './switchConnection.ts'
import { switchNetwork as askToSwitch } from './switchNetwork.ts'
import { showError, showSuccess } from '../state/showToast.ts'
import { tracking } from './tracking.ts'

export { complete } from './complete.ts'
export { connect } from './connect.ts'
export { addNetwork, removeAdapter, removeNetwork } from './networks.ts'

export async function connectById(kit: Kit, id: string, namespace?: Namespace): Promise<void> {
  await discover(kit)()
  const connector = findConnector(kit.state.connectors, id, namespace)
  if (!connector) throw adapterNotFound()
  await connect(kit, connector)
}

/**
 * Ends all sessions, or those of `target`. If a wallet fails to disconnect, shows the visitor an error and rethrows it.
 */
export async function disconnect(kit: Kit, target?: DisconnectTarget): Promise<void> {
  tracking(kit)
  await end(kit, target).catch((error: unknown) => {
    report(kit, error, 'DISCONNECT_FAILED')
    throw error
  })
}

export async function switchNetwork(
  kit: Kit,
  network: CaipNetworkId | Pick<CaipNetwork, 'caipNetworkId'>,
): Promise<void> {
  tracking(kit)
  await askToSwitch(kit, typeof network === 'string' ? network : network.caipNetworkId).catch((error: unknown) => {
    report(kit, error, 'SWITCH_FAILED')
    throw error
  })
}

export function addAdapter(kit: Kit, chain: Chain): Promise<void> {
  listAdapter(kit, chain)
  return discoverOn(kit, chain.namespace)
}

/** Lists the wallets in this browser; resolves when those that are present now are listed. */
export const findWallets = (kit: Kit) => discover(kit)()

export const updateNativeBalance = (kit: Kit) => readNativeBalance(kit, { force: true })

/**
 * Reads the balance for a page that shows it: the native one, or that of the token in the config's `tokens`. Never
 * rejects and shows no error: if no balance is known after a failure, the account's `balanceStatus` is `error`.
 */
export const showBalance = (kit: Kit, namespace: Namespace) =>
  readNativeBalance(kit, { namespace }).catch(() => undefined)

/**
 * See `WalletKit.switchConnection` and `switchAccount`. Their code loads with the first call, because most pages never
 * switch.
 */
export const switchConnection = async (kit: Kit, target: ConnectionTarget) =>
  (await import('./switchConnection.ts')).switchConnection(kit, target)
export const switchAccount = async (kit: Kit, target: AccountTarget) =>
  (await import('./switchConnection.ts')).switchAccount(kit, target)

/** See `WalletKit.sendCalls`. Its code loads with the first call, because most pages never send calls. */
export const sendCalls = async (kit: Kit, calls: readonly NotedCall[], options?: CallsOptions) =>
  (await import('./sendCalls.ts')).sendCalls(kit, calls, options)

/** Labels an address of the active namespace; without a label, removes the label. */
export function addAddressLabel(kit: Kit, address: string, label?: string) {
  setAddressLabel(kit.state.accounts[kit.state.networks.activeChain ?? NAMESPACES[0]], address, label)
}
export const removeAddressLabel = (kit: Kit, address: string) => addAddressLabel(kit, address)

export const showErrorMessage = (kit: Kit, message: string) => showError(kit.state.toast, message)
export const showSuccessMessage = (kit: Kit, message: string) => showSuccess(kit.state.toast, message)

/**
 * Applies the visitor's answer to whether events may be tracked, for this page load only. See `WalletKit.setConsent`.
 */
export const setConsent = (kit: Kit, given: boolean) => tracking(kit).setConsent(given)
