/** What a site holds: the instance methods (reference 4.5). Types only; `walletKit.ts` makes one. */
import type { OpenOptions } from './actions/open.ts'
import type { BitcoinProvider } from './chains/bip122/provider.ts'
import type { Chain } from './chains/chain.ts'
import type { Eip1193Provider } from './chains/eip155/provider.ts'
import type { PolkadotProvider } from './chains/polkadot/provider.ts'
import type { SolanaProvider } from './chains/solana/provider.ts'
import type { CaipNetwork } from './chains/network.ts'
import type { AccountType, Features, ThemeMode } from './config.ts'
import type { Connector, ConnectorType } from './connectors/connector.ts'
import type { KitEvents } from './events/types.ts'
import type { CaipAddress, CaipNetworkId, Namespace } from './lib/namespace.ts'
import type { AccountState, ConnectedWallet } from './state/accounts.ts'

/** An account as a copy: plain data that nobody else changes. */
export type Account = Pick<
  AccountState,
  'allAccounts' | 'caipAddress' | 'address' | 'status' | 'balance' | 'balanceSymbol' | 'profileName' | 'profileImage'
> & {
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
/** By namespace, whichever way the wallet is reached. */
export type Providers = {
  eip155: Eip1193Provider
  solana: SolanaProvider
  polkadot: PolkadotProvider
  bip122: BitcoinProvider
}
/** Stops a subscription. */
export type Stop = () => void
type Listener<T> = (value: T) => void

export type WalletKit = {
  /** Opens the modal on the view that the rules choose, or on `view`. Resolves once it shows; never waits for the network. */
  open: (options?: OpenOptions) => Promise<void>
  /** Closes the modal; embedded, it goes to Account or Connect. */
  close: () => Promise<void>
  /** Loads and renders the modal ahead of a click: on hover, focus, touch or idle. */
  preload: () => Promise<void>
  /** Puts the modal into an element of the page, for `embedded` and `disableAppend`. Resolves with what takes it out. */
  mount: (container: Element) => Promise<Stop>
  /** Pushes a view. */
  redirect: (view: string, params?: unknown) => Promise<void>
  /** Puts a view in the place of the current one. */
  replace: (view: string, params?: unknown) => Promise<void>
  isOpen: () => boolean

  /** The connectors found so far, for a page that draws its own list. */
  readonly connectors: readonly Connector[]
  /** Connects without the modal. Rejects with what the wallet threw, or 'Adapter not found' for an unknown id. */
  connect: (id: string, namespace?: Namespace) => Promise<Account>
  /** Ends one namespace's session, or all. Rejects with 'Failed to disconnect' after every one was attempted. */
  disconnect: (namespace?: Namespace) => Promise<void>
  /** Asks the wallet. Rejects with the wallet's error or 'Chain is not supported'; an id that is not configured raises an alert. */
  switchNetwork: (network: CaipNetworkId | Pick<CaipNetwork, 'caipNetworkId'>) => Promise<void>
  /** Lists one more network. Rejects with 'Chain adapter not found'. */
  addNetwork: (network: CaipNetwork) => Promise<void>
  /** Rejects for the last network of a namespace; the active one falls back to the first that remains. */
  removeNetwork: (caipNetworkId: CaipNetworkId) => Promise<void>
  addAdapter: (chain: Chain) => Promise<void>
  /** Rejects while a wallet is connected on the namespace. */
  removeAdapter: (namespace: Namespace) => Promise<void>
  /** Reads the native balance anew. */
  updateNativeBalance: () => Promise<void>

  getAccount: (namespace?: Namespace) => Account
  getAddress: (namespace?: Namespace) => string | undefined
  getCaipAddress: (namespace?: Namespace) => CaipAddress | undefined
  getCaipNetwork: (namespace?: Namespace) => CaipNetwork | undefined
  getCaipNetworks: () => CaipNetwork[]
  getChainId: () => number | string | undefined
  getWalletInfo: () => ConnectedWallet | undefined
  /** What a connected wallet is asked through: its own EIP-1193 object on eip155, one of ours on the others. */
  getProvider: <N extends Namespace>(namespace: N) => Providers[N] | undefined
  getWalletProvider: () => unknown
  getWalletProviderType: () => ConnectorType | undefined
  getState: () => PublicState
  /** The last tracking event. */
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
   * Sets features by their config key, at once: `false` switches one off, an object on with these options. What is off has no
   * button, tab, way to connect or screen (one that is open is left), and fetches nothing.
   * @example kit.updateFeatures({ swaps: false, onramp: {} })
   */
  updateFeatures: (features: Features) => void
  updateOptions: (options: { projectId?: string; sdkType?: string; sdkVersion?: string }) => void
  /**
   * The visitor's answer to the site's question about tracking. `false` stops it at once; `true` sends from then on, never
   * what happened before, and is needed where `features.analytics` is `{ "consent": "required" }`. Kept for this page
   * load only, nothing is stored: say it again on the next page. Resolves once it counts.
   */
  setConsent: (given: boolean) => Promise<void>
  addAddressLabel: (address: string, label: string) => Promise<void>
  removeAddressLabel: (address: string) => Promise<void>
  showErrorMessage: (message: string) => Promise<void>
  showSuccessMessage: (message: string) => Promise<void>

  subscribeState: (listener: Listener<PublicState>) => Stop
  subscribeAccount: (listener: Listener<Account>, namespace?: Namespace) => Stop
  subscribeNetwork: (listener: Listener<CaipNetwork | undefined>) => Stop
  /** Only when the id of the active network changed. */
  subscribeCaipNetworkChange: (listener: Listener<CaipNetwork | undefined>) => Stop
  subscribeProviders: (listener: Listener<Partial<Record<Namespace, unknown>>>) => Stop
  subscribeConnectors: (listener: Listener<readonly Connector[]>) => Stop
  subscribeTheme: (listener: Listener<Theme>) => Stop
  subscribeWalletInfo: (listener: Listener<ConnectedWallet | undefined>) => Stop
  subscribeShouldUpdateToAddress: (listener: Listener<string | undefined>) => Stop
  subscribeEvents: (listener: Listener<KitEvents['track']>) => Stop
  /** Every reported error, with the text that the visitor read. */
  onError: (listener: Listener<KitEvents['error']>) => Stop

  /** Removes the modal, its listeners and timers; the instance is of no use after. */
  destroy: () => void
}
