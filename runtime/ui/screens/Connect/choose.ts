/** Decides which view a selected wallet opens. */
import type { Wallet } from '../../../contracts/config.ts'
import { push } from '../../../state/navigate.ts'
import type { Connector } from '../../../contracts/connector.ts'
import { hasRemote } from '../../../contracts/remote.ts'
import { rdnsKey, rdnsOf } from '../../../wallets/visible.ts'
import { hasLink } from '../../../wallets/wallet.ts'
import type { Kit } from '../../../contracts/kit.ts'
import { solanaLink } from '../../../actions/link.ts'
import { isMobile } from '../../../lib/device.ts'
import { offeredConnectors, type WalletRow } from './rows.ts'

/**
 * Creates a function that finds a wallet's connector, preferably on the namespace that the modal is open for, else on
 * the active one. Create it once per list.
 */
export function connectorFinder(kit: Kit): (wallet: Wallet) => Connector | undefined {
  const namespace = namespaceOf(kit)
  const ways = new Map<string, Connector>()
  for (const connector of offeredConnectors(kit).flatMap((each) => each.connectors ?? [each])) {
    const { id, explorerId, chain } = connector
    const rdns = rdnsOf(connector)
    for (const name of [id, explorerId, rdns && rdnsKey(rdns)])
      if (name && (chain === namespace || !ways.has(name))) ways.set(name, connector)
  }
  return ({ id, rdns }) => ways.get(id) ?? (rdns ? ways.get(rdnsKey(rdns)) : undefined)
}

const namespaceOf = ({ state }: Kit) => state.modal.namespace ?? state.networks.activeChain

/** A wallet's connectors, without those of namespaces that have no networks or that the modal is not open for. */
export function possibleConnectors({ state }: Kit, connector: Connector): readonly Connector[] {
  const { namespace } = state.modal
  return (connector.connectors ?? [connector]).filter(
    ({ chain }) => (!namespace || chain === namespace) && state.networks[chain].requestedCaipNetworks.length > 0,
  )
}

/** The view that a row opens, its parameters, and the platform name for analytics events. */
export function wayTo(kit: Kit, { connector, wallet }: WalletRow) {
  const found = connector ?? (wallet && connectorFinder(kit)(wallet))
  // Use the row that contains the connector, because the wallet may support several namespaces.
  const row = found && (offeredConnectors(kit).find((each) => each.connectors?.includes(found)) ?? found)
  const possible = row ? possibleConnectors(kit, row) : []
  if (row && possible.length > 1) {
    const params = wallet ? { connector: row, wallet } : { connector: row }
    return { view: 'ConnectingMultiChain', params, platform: 'browser' }
  }
  const own = possible[0] ?? row?.connectors?.[0] ?? row
  if (own) {
    const params = wallet ? { connector: own, wallet } : { connector: own }
    return { view: 'ConnectingExternal', params, platform: 'browser' }
  }
  const params = wallet && { wallet }
  // On a phone, some Solana wallet apps open this page in their own browser, which needs no relay.
  const opensPage = wallet && solanaLink(kit, wallet) !== undefined
  if (opensPage || (hasRemote(kit) && (!wallet || hasLink(wallet))))
    return { view: 'ConnectingWalletConnect', params, platform: platformOf(wallet) }
  return { view: 'GetWallet', params, platform: 'unsupported' }
}

export function chooseWallet(kit: Kit, row: WalletRow) {
  const { view, params, platform } = wayTo(kit, row)
  kit.track('SELECT_WALLET', { name: row.name, platform })
  push(kit.state.router, view, params)
}

/**
 * The platform for analytics: the wallet's app or its QR code if it has a link for phones, else its web or desktop app.
 */
function platformOf(wallet: Wallet | undefined): string {
  if (!wallet || wallet.mobile_link) return isMobile() ? 'mobile' : 'qrcode'
  return wallet.webapp_link ? 'web' : 'desktop'
}
