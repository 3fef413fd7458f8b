/** The types of the instance that a site gets. `walletKit.ts` creates one. */
import type { DisconnectTarget } from '../actions/disconnect.ts'
import type { OpenOptions } from '../actions/open.ts'
import type { AccountTarget, ConnectionTarget } from '../actions/switchConnection.ts'
import type { BitcoinProvider } from '../chains/bip122/provider.ts'
import type { Chain } from '../contracts/chain.ts'
import type { Eip1193Provider } from '../chains/eip155/provider.ts'
import type { PolkadotProvider } from '../chains/polkadot/provider.ts'
import type { SolanaProvider } from '../chains/solana/provider.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import type { CallsOptions, CallsResult, NotedCall } from '../contracts/requests.ts'
import type { AccountType, Features, ThemeMode } from '../contracts/config.ts'
import type { Connector, ConnectorType } from '../contracts/connector.ts'
import type { KitEvents } from '../contracts/events.ts'
import type { AddedProviders } from '../lib/addedProviders.ts'
import type { CaipAddress, CaipNetworkId, Namespace } from '../lib/namespace.ts'
import type { AccountState, ConnectedWallet } from '../state/accounts.ts'
import type { WalletConnection } from '../state/connections.ts'

export type { AccountTarget, ConnectionTarget, DisconnectTarget, WalletConnection }

/** A copy of an account, which never changes. */
export type Account = Pick<
  AccountState,
  'allAccounts' | 'caipAddress' | 'address' | 'status' | 'profileName' | 'profileImage'
> & {
  /**
   * The balance of the network's own currency, or of the token that the config's `tokens` names for the network, as
   * exact decimal text; the account button shows the same balance. It is fetched once a page reads one of the three
   * `balance` fields of a connected account: they are getters, so a page that never reads them makes no request.
   * Account objects that you get after the fetch have the balance. A change of the account or the network clears it,
   * and the next read fetches it again.
   */
  readonly balance: string | undefined
  readonly balanceSymbol: string | undefined
  /**
   * `idle` while no account is connected, then `loading`, and `success` once `balance` is there. `error`: it could not
   * be read. `updateNativeBalance` tries again; so does a change of the account or the network.
   */
  readonly balanceStatus: 'idle' | 'loading' | 'success' | 'error'
  isConnected: boolean
  embeddedWalletInfo: EmbeddedWallet | undefined
}
export type EmbeddedWallet = {
  user: AccountState['user']
  authProvider: string | undefined
  accountType: AccountType | undefined
  isSmartAccountDeployed: boolean
}
export type PublicState = {
  loading: boolean
  open: boolean
  selectedNetworkId: CaipNetworkId | undefined
  activeChain: Namespace | undefined
  initialized: boolean
}
export type Theme = { themeMode: ThemeMode; themeVariables: Record<string, string> }
/** Providers by namespace, the same for every kind of wallet. */
export type Providers = AddedProviders & {
  eip155: Eip1193Provider
  solana: SolanaProvider
  polkadot: PolkadotProvider
  bip122: BitcoinProvider
}
/** Stops a subscription. */
export type Stop = () => void
type Listener<T> = (value: T) => void

export type WalletKit = {
  /** Opens the modal on Account, Connect, or `view`. Resolves once it shows; waits for its code, but for no service. */
  open: (options?: OpenOptions) => Promise<void>
  /** Closes the modal. In embedded mode the modal stays, and shows Account if an account is connected, else Connect. */
  close: () => Promise<void>
  /** Loads the modal and renders it closed, as walletkit's buttons do on hover, focus or touch. */
  preload: () => Promise<void>
  /**
   * Renders the modal into an element of the page, for the options `embedded` and `disableAppend`. Resolves with a
   * function that removes the modal from there.
   */
  mount: (container: Element) => Promise<Stop>
  /** Opens a view on top of the current one, to which Back returns. Does nothing if the view is already shown. */
  redirect: (view: string, params?: unknown) => Promise<void>
  /** Replaces the current view, so that Back does not return to it. Does nothing if the view is already shown. */
  replace: (view: string, params?: unknown) => Promise<void>
  isOpen: () => boolean

  /** The connectors found so far, for a page that renders its own list. Reading it starts the search for wallets. */
  readonly connectors: readonly Connector[]
  /**
   * Connects the wallet of the connector with this `id` (or with this rdns or directory id) without the modal; without
   * `namespace`, the first such connector. Resolves with the account. Rejects with what the wallet threw, or 'Adapter
   * not found' for an unknown id.
   */
  connect: (id: string, namespace?: Namespace) => Promise<Account>
  /**
   * Ends all sessions, the sessions of one namespace, or one connection. After one connection ends, the namespace's
   * next connection becomes active. A remote session and a login end on all their namespaces. Tries to end each
   * session, and rejects with 'Failed to disconnect' if any failed.
   * @example
   * ```ts
   * const [, second] = kit.getConnections()
   * if (second) await kit.disconnect({ connection: second })
   * ```
   */
  disconnect: (target?: DisconnectTarget) => Promise<void>
  /**
   * Makes a connected wallet the active one of its namespace, and the namespace the active one. The page and the modal
   * then show the account and network of that wallet. The wallet shows no prompt. Rejects with 'Connection not found'
   * if the wallet is not connected any more.
   * @example
   * ```ts
   * const other = kit.getConnections().find(({ isActive }) => !isActive)
   * if (other) await kit.switchConnection({ connection: other })
   * ```
   */
  switchConnection: (target: ConnectionTarget) => Promise<void>
  /**
   * Makes another account of a wallet the active one: of the active connection, or of `connection`. Requests of the
   * modal name this account. The wallet's own provider still lists its accounts in the wallet's order, so name the
   * account in requests that you send to it. The account stays until the wallet changes its own first account. Rejects
   * with 'Connection not found', and with 'Account not found' for an account that the wallet does not share.
   * @example
   * ```ts
   * const [, second] = kit.getAccount().allAccounts
   * if (second) await kit.switchAccount({ address: second.address })
   * ```
   */
  switchAccount: (target: AccountTarget) => Promise<void>
  /**
   * Switches the network; asks the wallet if one is connected. Rejects with the wallet's error, or with another error
   * such as 'Chain is not supported', and shows the visitor a failure in a toast, unless they refused in the wallet.
   * For an id that is not configured, shows an alert instead.
   */
  switchNetwork: (network: CaipNetworkId | Pick<CaipNetwork, 'caipNetworkId'>) => Promise<void>
  /**
   * Sends 1 to 20 calls of the active account on the active EVM network, in their order, and resolves once a block
   * includes the last one. Sends several calls as one batch (all succeed or none does) if the wallet says that it can
   * (EIP-5792), and a single call as a batch only if the site's paymaster pays (`services.paymaster`); else one by one,
   * each after a block included the previous one. Values in wei, data in hex. Stops at the first call that is refused
   * or fails (`CALLS_FAILED`, or `CALLS_PARTLY` for a batch), and when another account or network is active
   * (`CALLS_CHANGED`): calls that were sent before stay sent, and the others are not sent. Nothing is retried. Rejects
   * with the wallet's error, or with `TX_UNCERTAIN` when a transaction may have reached the network although the wallet
   * reported a failure, or when the wallet accepted the calls and then did not say what became of them: your code must
   * then not send the same calls again.
   * @example
   * ```ts
   * const approve = { to: '0x6B175474E89094C44Da98b954EedeAC495271d0F', data: '0x095ea7b3…' }
   * const deposit = { to: '0x83F20F44975D03b1b09e64809B757c47f942BEeA', data: '0x6e553f65…', value: 0n }
   * const { hashes, isBatch } = await kit.sendCalls([approve, deposit])
   * ```
   */
  sendCalls: (calls: readonly NotedCall[], options?: CallsOptions) => Promise<CallsResult>
  /**
   * Adds a network, or replaces the one with the same id. Rejects with 'Chain adapter not found' if the kit has no
   * adapter for its namespace.
   */
  addNetwork: (network: CaipNetwork) => Promise<void>
  /**
   * Removes a network. In place of the active one, the first network that remains becomes active. Rejects for the last
   * network of a namespace, and if a connected wallet does not switch away from the network.
   */
  removeNetwork: (caipNetworkId: CaipNetworkId) => Promise<void>
  addAdapter: (chain: Chain) => Promise<void>
  /**
   * Removes the adapter of a namespace. Rejects with 'An adapter cannot be removed while connected' while a wallet is
   * connected on it.
   */
  removeAdapter: (namespace: Namespace) => Promise<void>
  /** Loads the active account's `balance` again. Rejects if it cannot be read. */
  updateNativeBalance: () => Promise<void>

  /**
   * The connected wallets by namespace, each namespace's active one first. Each call returns a new list; its entries
   * are data that never changes.
   */
  getConnections: () => WalletConnection[]
  getAccount: (namespace?: Namespace) => Account
  getAddress: (namespace?: Namespace) => string | undefined
  getCaipAddress: (namespace?: Namespace) => CaipAddress | undefined
  getCaipNetwork: (namespace?: Namespace) => CaipNetwork | undefined
  getCaipNetworks: () => CaipNetwork[]
  getChainId: () => number | string | undefined
  getWalletInfo: () => ConnectedWallet | undefined
  /**
   * The provider for requests to the connected wallet: on eip155 an EIP-1193 provider (the wallet's own, if the wallet
   * is in this browser), elsewhere one of the namespace's type in {@link Providers}. `undefined` while no wallet is
   * connected on the namespace.
   */
  getProvider: <N extends Namespace>(namespace: N) => Providers[N] | undefined
  getWalletProvider: () => unknown
  getWalletProviderType: () => ConnectorType | undefined
  getState: () => PublicState
  /** The last tracking event; `undefined` before the first one. */
  getEvent: () => KitEvents['track'] | undefined
  getThemeMode: () => ThemeMode
  getThemeVariables: () => Record<string, string>
  getIsConnectedState: () => boolean
  getConnectMethodsOrder: () => string[]

  setThemeMode: (mode: ThemeMode | 'system') => void
  setThemeVariables: (variables: Record<string, string>) => void
  setTermsConditionsUrl: (url: string) => void
  setPrivacyPolicyUrl: (url: string) => void
  setLoading: (loading: boolean) => void
  setConnectMethodsOrder: (order: string[]) => void
  setWalletFeaturesOrder: (order: string[]) => void
  setSocialsOrder: (order: string[]) => void
  setCollapseWallets: (collapse: boolean) => void
  /**
   * Changes features at once, by config key: `false` turns a feature off, `true` turns it on, and an object or a list
   * turns it on with these options. A feature that is off has no button, tab, way to connect or view (an open view
   * closes), and loads nothing.
   * @example kit.updateFeatures({ swaps: false, onramp: {} })
   */
  updateFeatures: (features: Features) => void
  updateOptions: (options: { projectId?: string; sdkType?: string; sdkVersion?: string }) => void
  /**
   * Applies the visitor's answer about tracking. `false` stops tracking at once. `true` allows later events, never
   * earlier ones; it is required if `features.analytics` is `{ "consent": "required" }`. The answer applies to this
   * page load only and is not stored, so call this again on the next page. Resolves once the answer applies.
   */
  setConsent: (given: boolean) => Promise<void>
  addAddressLabel: (address: string, label: string) => Promise<void>
  removeAddressLabel: (address: string) => Promise<void>
  showErrorMessage: (message: string) => Promise<void>
  showSuccessMessage: (message: string) => Promise<void>

  subscribeState: (listener: Listener<PublicState>) => Stop
  /**
   * Calls the listener with all connections when a wallet connects, disconnects, becomes active, or reports other
   * accounts or another network.
   */
  subscribeConnections: (listener: Listener<WalletConnection[]>) => Stop
  subscribeAccount: (listener: Listener<Account>, namespace?: Namespace) => Stop
  subscribeNetwork: (listener: Listener<CaipNetwork | undefined>) => Stop
  /** Calls the listener only when the id of the active network changes. */
  subscribeCaipNetworkChange: (listener: Listener<CaipNetwork | undefined>) => Stop
  subscribeProviders: (listener: Listener<Partial<Record<Namespace, unknown>>>) => Stop
  subscribeConnectors: (listener: Listener<readonly Connector[]>) => Stop
  subscribeTheme: (listener: Listener<Theme>) => Stop
  subscribeWalletInfo: (listener: Listener<ConnectedWallet | undefined>) => Stop
  subscribeShouldUpdateToAddress: (listener: Listener<string | undefined>) => Stop
  subscribeEvents: (listener: Listener<KitEvents['track']>) => Stop
  /** Calls the listener for every reported error, also for one that is not shown, with the text for the visitor. */
  onError: (listener: Listener<KitEvents['error']>) => Stop

  /** Removes the modal, its listeners and timers. Do not use the instance afterwards. */
  destroy: () => void
}
