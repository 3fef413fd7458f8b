import { solanaLink } from '../../../actions/link.ts'
import type { Wallet } from '../../../contracts/config.ts'
import type { Connector } from '../../../contracts/connector.ts'
import { findConnector } from '../../../wallets/list.ts'
import { injectedProvider } from '../../../connectors/injected.ts'
import { isInjected, type Platform, platformsOf } from '../../../wallets/platforms.ts'
import { hasRemote } from '../../../contracts/remote.ts'
import type { Kit } from '../../../contracts/kit.ts'
import { isMobile } from '../../../lib/device.ts'

export type { Platform }

/**
 * The connector of an installed wallet: its own connector, or the connector of `window.ethereum` if that provider has
 * the wallet's marker property. `undefined` if the wallet is not installed.
 */
export function installedConnector({ state }: Kit, wallet: Wallet): Connector | undefined {
  const namespace = state.modal.namespace
  const own = [wallet.rdns, wallet.id].flatMap((id) => (id && findConnector(state.connectors, id, namespace)) || [])[0]
  if (own) return own
  return isInjected(wallet, injectedProvider()) ? findConnector(state.connectors, 'injected', namespace) : undefined
}

/**
 * The ways to connect the wallet on this device, best first. Contains `unsupported` if the wallet has a browser
 * extension that is not installed (on a computer), or if there is no way to reach it.
 */
export const walletPlatforms = (kit: Kit, wallet: Wallet): Platform[] =>
  platformsOf(wallet, {
    mobile: isMobile(),
    adapters: kit.chains.size > 0,
    remote: hasRemote(kit),
    installed: installedConnector(kit, wallet) !== undefined,
    opensPage: solanaLink(kit, wallet) !== undefined,
  })
