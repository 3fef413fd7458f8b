/** Selects and orders the wallets in the Connect view. */
import type { Wallet } from '../../../contracts/config.ts'
import { CONNECTOR_IDS, PLUGIN_WALLET, CONNECTOR_NAMES, type Connector } from '../../../contracts/connector.ts'
import { injectedProvider } from '../../../connectors/injected.ts'
import { hasRemote } from '../../../contracts/remote.ts'
import { mergeNamespaces, rdnsKey, rdnsOf, visibleConnectors } from '../../../wallets/visible.ts'
import { allowedBy, listableBy } from '../../../wallets/allowed.ts'
import { assetImage } from '../../../wallets/images.ts'
import { recentWallets } from '../../../wallets/recent.ts'
import { servesNamespace, walletImage } from '../../../wallets/wallet.ts'
import type { Kit } from '../../../contracts/kit.ts'
import { isMobile } from '../../../lib/device.ts'
import { namespacesOf } from '../../../lib/namespace.ts'
import { directoryState, hasDirectory } from './directory.ts'
import { connectionOf } from '../../../state/connections.ts'

export type WalletRow = {
  key: string
  name: string
  image: string | undefined
  tag: 'installed' | 'recent' | 'multichain' | 'qrCode' | undefined
  connector?: Connector
  wallet?: Wallet
  /** A placeholder while the directory has not answered. A wallet that is discovered meanwhile may take its place. */
  waiting?: true
}

/** The types of rows in their default order. */
const ORDER = ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended']
/** Recommended wallets are added until there are this many recent, installed and recommended wallets together. */
const RECOMMENDED = 2

/**
 * The connectors to offer, one per wallet: those found, without those that `isVisible` (wallets/visible.ts), the site's
 * lists or the namespace exclude, and without those that have a row or screen of their own (login, WalletConnect,
 * Coinbase's SDK, and wallets of plugins).
 */
export function offeredConnectors(kit: Kit): Connector[] {
  const { modal, connectors } = kit.state
  const isAllowed = allowedBy(kit)
  const listed = connectors.list.filter(
    (connector) =>
      connector.type !== 'AUTH' &&
      connector.type !== 'WALLET_CONNECT' &&
      connector.id !== CONNECTOR_IDS.coinbaseWalletSDK &&
      !connector.id.startsWith(PLUGIN_WALLET) &&
      (!modal.namespace || connector.chain === modal.namespace) &&
      isAllowed({ ...connector, rdns: rdnsOf(connector) }),
  )
  const rules = { mobile: isMobile(), walletInstalled: injectedProvider() !== undefined }
  return mergeNamespaces(visibleConnectors(listed, rules))
}

/** The rows in the configured order of types, with the directory's wallets as far as they are loaded. */
export function walletRows(kit: Kit): WalletRow[] {
  const { config, state } = kit
  const { custom = [], featured = [] } = config.wallets ?? {}
  const directory = directoryState(kit)
  const connectors = offeredConnectors(kit)
  const isListable = listableBy(kit)
  const listed = (wallets: readonly Wallet[], tag?: 'recent') =>
    wallets
      .filter((wallet) => isListable(wallet) && servesNamespace(wallet, state.modal.namespace))
      .filter((wallet) => !connectors.some((each) => (each.connectors ?? [each]).some((own) => reaches(own, wallet))))
      .map((wallet): WalletRow => ({ key: wallet.id, name: wallet.name, image: walletImage(kit, wallet), tag, wallet }))
  const waiting = (count: number) =>
    Array.from({ length: Math.max(0, count) }, (_, at): WalletRow => {
      return { key: `${count}:${at}`, name: '', image: undefined, tag: undefined, waiting: true }
    })

  const installed = connectors.filter(({ type }) => type !== 'EXTERNAL').sort((a, b) => rank(a) - rank(b))
  const known = (wallet: Wallet) =>
    state.connectors.list.some((each) => reaches(each, wallet) || each.name.toLowerCase() === wallet.name.toLowerCase())
  const recent = listed(
    recentWallets(kit).filter((wallet) => !known(wallet)),
    'recent',
  )
  const free =
    RECOMMENDED -
    recent.length -
    installed.filter(({ name }) => name !== CONNECTOR_NAMES[CONNECTOR_IDS.injected]).length
  const recommends = hasRemote(kit) && hasDirectory(kit) && !featured.length && !custom.length
  const asked = config.services?.wallets ? featured.length - directory.featured.length : 0

  const groups: Record<string, WalletRow[]> = {
    walletConnect: offersCode(kit) ? [CODE] : [],
    recent,
    injected: installed.map((connector) => connectorRow(kit, connector)),
    featured: [...listed(directory.featured), ...(directory.waiting ? waiting(asked) : [])],
    custom: listed(custom),
    external: connectors.filter(({ type }) => type === 'EXTERNAL').map((connector) => connectorRow(kit, connector)),
  }
  const shown = Object.values(groups).flat()
  groups['recommended'] = !recommends
    ? []
    : directory.waiting
      ? waiting(free)
      : listed(directory.sample)
          .filter((row) => !shown.some((other) => isTwin(row, other)))
          .slice(0, Math.max(0, free))
  const order = [...new Set([...(config.connectorTypeOrder ?? []), ...ORDER])]
  const rows = order.flatMap((type) => groups[type] ?? [])
  return rows.filter((row, at) => rows.findIndex((other) => isTwin(row, other)) === at)
}

/**
 * Whether to offer a QR code for any wallet: on a desktop and with a relay, unless a WalletConnect session is active.
 */
const offersCode = (kit: Kit) =>
  hasRemote(kit) &&
  !isMobile() &&
  !namespacesOf(kit.state.accounts).some(
    (namespace) => connectionOf(kit, namespace)?.connector.type === 'WALLET_CONNECT',
  )

const CODE: WalletRow = {
  key: CONNECTOR_IDS.walletConnect,
  name: CONNECTOR_NAMES[CONNECTOR_IDS.walletConnect] ?? '',
  image: undefined,
  tag: 'qrCode',
}

export function connectorRow(kit: Kit, connector: Connector): WalletRow {
  const { type, chain, id, name } = connector
  const tag =
    type === 'MULTI_CHAIN' ? 'multichain' : type === 'ANNOUNCED' || type === 'INJECTED' ? 'installed' : undefined
  return { key: `${chain}:${id}`, name, image: connectorImage(kit, connector), tag, connector }
}

const rank = ({ type }: Connector) => ['MULTI_CHAIN', 'ANNOUNCED', 'INJECTED'].indexOf(type)

export function connectorImage(kit: Kit, { id, imageUrl, imageId }: Connector): string | undefined {
  const own = kit.config.images?.connectors?.[id] ?? imageUrl
  return own ?? assetImage(kit, imageId)
}

/** Whether a connector belongs to a wallet. Compares ids and rdns, and no names, because names are not unique. */
function reaches(connector: Connector, { id, rdns }: Wallet): boolean {
  const own = rdnsOf(connector)
  return id === connector.id || id === connector.explorerId || Boolean(rdns && own && rdnsKey(rdns) === rdnsKey(own))
}

const isTwin = (a: WalletRow, b: WalletRow) =>
  a.key === b.key || Boolean(a.wallet?.rdns && b.wallet?.rdns && rdnsKey(a.wallet.rdns) === rdnsKey(b.wallet.rdns))
