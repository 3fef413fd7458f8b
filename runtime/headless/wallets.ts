/** The wallets that the page can connect, for pages that render their own list. */
import type { ActionState } from '../contracts/headless.ts'
import type { Connector, ConnectorType } from '../contracts/connector.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { WalletKit } from '../kit/instance.ts'
import { kitOf } from '../kit/walletKit.ts'
import { type Controller, createAction, loadActions, storeOf } from './store.ts'

/** One wallet, or a way to reach wallets on other devices (`WALLET_CONNECT`). */
export type ListedWallet = {
  id: string
  name: string
  /** The URL of the image that the wallet, or the site for its own connector, provides. `undefined` without one. */
  icon: string | undefined
  type: ConnectorType
  /** The namespaces that the wallet can connect on this page. */
  namespaces: Namespace[]
  isConnected: boolean
}
export type WalletsStatus = 'idle' | 'searching' | 'success' | 'error'
export type WalletsState = ActionState<WalletsStatus, ListedWallet[]>
/** `search` looks for wallets, and again for those of a namespace whose code could not be loaded before. */
export type WalletsActions = { search: () => Promise<void> }

export function createWallets(instance: WalletKit): Controller<WalletsState, WalletsActions> {
  const kit = kitOf(instance)
  const { connectors, connections } = kit.state
  const search = createAction<'searching', true>(kit)
  const list = storeOf([connectors, connections], () => listed(connectors.list, instance))
  const look = () =>
    search
      .run(
        'searching',
        async () => {
          await (await loadActions(kit)).findWallets(kit)
          return true
        },
        { fallback: 'CHUNK_FAILED' },
      )
      .then(() => undefined)
  let made: { of: unknown; wallets: ListedWallet[]; value: WalletsState } | undefined
  return {
    get: () => {
      const [of, wallets] = [search.get(), list.get()]
      if (made?.of !== of || made.wallets !== wallets)
        made = { of, wallets, value: { status: of.status, error: of.error, data: wallets } }
      return made.value
    },
    // The search starts with the first listener, so that a server, which has none, never searches.
    subscribe: (notify) => {
      const stops = [search.subscribe(notify), list.subscribe(notify)]
      if (search.get().status === 'idle') void look()
      return () => stops.forEach((stop) => stop())
    },
    actions: { search: look },
  }
}

/** Merges connectors with the same id, on several namespaces, into one entry. */
function listed(connectors: readonly Connector[], instance: WalletKit): ListedWallet[] {
  const connected = instance.getConnections()
  const wallets = new Map<string, ListedWallet>()
  for (const { id, name, type, chain, imageUrl, info } of connectors) {
    // Leave out login by email or a social account: its steps are screens of the modal, so `connect` cannot run them.
    if (type === 'AUTH') continue
    const known = wallets.get(id)
    if (known) known.namespaces.push(chain)
    else
      wallets.set(id, {
        id,
        name,
        icon: imageUrl ?? info?.icon,
        type,
        namespaces: [chain],
        isConnected: connected.some(({ connectorId }) => connectorId === id),
      })
  }
  return [...wallets.values()]
}
