/** Which wallets the Connect view lists, and in which order (reference 4.2). */
import type { Wallet } from '../../../config.ts'
import type { Connector } from '../../../connectors/connector.ts'
import { injectedProvider } from '../../../connectors/injected.ts'
import { mergeNamespaces, rdnsOf, visibleConnectors } from '../../../connectors/visible.ts'
import { recentWallets } from '../../../data/recentWallets.ts'
import { assetImage } from '../../../data/images.ts'
import { knownWallet, walletImage } from '../../../data/wallet.ts'
import type { Kit } from '../../../kit.ts'
import { isMobile } from '../../../lib/device.ts'
import { findConnector } from '../../../connectors/list.ts'
import { push } from '../../../actions/router.ts'

export type WalletRow = {
  key: string
  name: string
  image: string | undefined
  tag: 'installed' | 'recent' | 'multichain' | undefined
  connector?: Connector
  wallet?: Wallet
}

const ORDER = ['recent', 'injected', 'featured', 'custom', 'external']

/** Wallets of this page that a visitor is offered: the hide rules, the site's filters and the namespace filter applied. */
export function offeredConnectors(kit: Kit): Connector[] {
  const { state, config } = kit
  const { namespace } = state.modal
  const listed = state.connectors.list.filter(
    (connector) =>
      connector.type !== 'AUTH' &&
      connector.type !== 'WALLET_CONNECT' &&
      connector.id !== 'coinbaseWalletSDK' &&
      (!namespace || connector.chain === namespace) &&
      isAllowed(kit, { id: connector.explorerId ?? connector.id, rdns: rdnsOf(connector) }),
  )
  const excludedRdns = (config.wallets?.exclude ?? []).flatMap((id) => [id, knownWallet(kit, id)?.rdns ?? id])
  return mergeNamespaces(
    visibleConnectors(listed, { mobile: isMobile(), walletInstalled: injectedProvider() !== undefined, excludedRdns }),
  )
}

/** The rows in the configured order of types. `featured` are those that the directory knows by now. */
export function walletRows(kit: Kit, featured: readonly Wallet[]): WalletRow[] {
  const connectors = offeredConnectors(kit)
  const isInstalled = ({ type }: Connector) => type === 'ANNOUNCED' || type === 'INJECTED'
  const own = (connector: Connector): WalletRow => ({
    key: `${connector.chain}:${connector.id}`,
    name: connector.name,
    image: connectorImage(kit, connector),
    tag: connector.type === 'MULTI_CHAIN' ? 'multichain' : isInstalled(connector) ? 'installed' : undefined,
    connector,
  })
  const other = (wallets: readonly Wallet[], tag?: 'recent') =>
    wallets
      .filter((wallet) => isAllowed(kit, wallet) && servesNamespace(kit, wallet))
      .map((wallet): WalletRow => ({ key: wallet.id, name: wallet.name, image: walletImage(kit, wallet), tag, wallet }))
  const rank = ({ type }: Connector) => ['MULTI_CHAIN', 'ANNOUNCED', 'INJECTED'].indexOf(type)
  const groups: Record<string, WalletRow[]> = {
    recent: other(recentWallets(kit), 'recent'),
    injected: connectors
      .filter(({ type }) => type !== 'EXTERNAL')
      .sort((a, b) => rank(a) - rank(b))
      .map(own),
    featured: other(featured),
    custom: other(kit.config.wallets?.custom ?? []),
    external: connectors.filter(({ type }) => type === 'EXTERNAL').map(own),
  }
  const order = [...new Set([...(kit.config.connectorTypeOrder ?? []), ...ORDER])]
  const rows = order.flatMap((type) => groups[type] ?? [])
  // A wallet has one row: the one of its connector where there is one, else the first.
  return rows.filter((row, at) => {
    if (row.connector) return true
    const twin = connectors.some((connector) => isSame(row, connector))
    return !twin && rows.findIndex(({ key }) => key === row.key) === at
  })
}

/** The connector that reaches a wallet on this page, on the namespace that is asked for. */
export function connectorFor(kit: Kit, { connector, wallet }: WalletRow): Connector | undefined {
  const { modal, networks, connectors } = kit.state
  const namespace = modal.namespace ?? networks.activeChain
  if (connector?.connectors)
    return connector.connectors.find(({ chain }) => chain === namespace) ?? connector.connectors[0]
  if (connector || !wallet) return connector
  return findConnector(connectors, wallet.id) ?? (wallet.rdns ? findConnector(connectors, wallet.rdns) : undefined)
}

/** On to the wallet where this page reaches it, else to where it can be had. */
export function chooseWallet(kit: Kit, row: WalletRow) {
  const connector = connectorFor(kit, row)
  kit.track('SELECT_WALLET', { name: row.name, platform: connector ? 'browser' : 'unsupported' })
  const { wallet } = row
  if (connector) push(kit.state.router, 'ConnectingExternal', wallet ? { connector, wallet } : { connector })
  else push(kit.state.router, 'GetWallet', { wallet })
}

export function connectorImage(kit: Kit, { id, imageUrl, imageId }: Connector): string | undefined {
  const own = kit.config.images?.connectors?.[id] ?? imageUrl
  return own ?? assetImage(kit, imageId)
}

/** The site's include and exclude lists, by directory id or rdns. */
export function isAllowed(kit: Kit, { id, rdns }: { id: string; rdns?: string | null | undefined }): boolean {
  const { include = [], exclude = [] } = kit.config.wallets ?? {}
  const known = knownWallet(kit, rdns ?? id) ?? knownWallet(kit, id)
  const names = [id, rdns, known?.id, known?.rdns]
  const isIn = (list: readonly string[]) => names.some((name) => name && list.includes(name))
  return !isIn(exclude) && (!include.length || isIn(include))
}

const servesNamespace = ({ state }: Kit, { chains }: Wallet) =>
  !state.modal.namespace || !chains?.length || chains.some((id) => id.startsWith(`${state.modal.namespace}:`))

const isSame = ({ wallet, name }: WalletRow, connector: Connector) =>
  wallet?.id === connector.id ||
  wallet?.id === connector.explorerId ||
  (wallet?.rdns ? wallet.rdns === rdnsOf(connector) : false) ||
  name.toLowerCase() === connector.name.toLowerCase()
