import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import type { AccountType } from './config.ts'
import type { CaipNetwork } from './network.ts'
import type { Kit } from '../contracts/kit.ts'
import type { AccountState } from '../state/accounts.ts'

export const CONNECTOR_TYPES = ['MULTI_CHAIN', 'ANNOUNCED', 'INJECTED', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH'] as const
export type ConnectorType = (typeof CONNECTOR_TYPES)[number]

/** Well-known connector ids. An announced wallet's connector id is its rdns, or its name (Wallet Standard). */
export const CONNECTOR_IDS = {
  walletConnect: 'walletConnect',
  injected: 'injected',
  announced: 'announced',
  coinbaseWallet: 'coinbaseWallet',
  coinbaseWalletSDK: 'coinbaseWalletSDK',
  safe: 'safe',
  ledger: 'ledger',
  okx: 'okx',
  eip6963: 'eip6963',
  auth: 'ID_AUTH',
} as const

/**
 * The id of a wallet that a plugin connects (`kit.connect`) is this prefix, the plugin's id, a dot and the wallet's own
 * id. No list of wallets shows it.
 */
export const PLUGIN_WALLET = 'plugin.'

/** Display names by connector id. They are shown instead of the name that the wallet gives itself. */
export const CONNECTOR_NAMES: Readonly<Record<string, string>> = {
  injected: 'Browser Wallet',
  walletConnect: 'WalletConnect',
  coinbaseWallet: 'Coinbase',
  coinbaseWalletSDK: 'Coinbase',
  ledger: 'Ledger',
  safe: 'Safe',
}

/** An account of a wallet. Without `type`, it gets the default type of its namespace (`defaultAccountType`). */
export type SessionAccount = { address: string; type?: AccountType }

/**
 * What a connected wallet reported. On eip155, addresses of browser and remote wallets are rewritten with their EIP-55
 * checksum; those of an embedded wallet are as its service writes them.
 */
export type Session = {
  accounts: readonly SessionAccount[]
  caipNetworkId: CaipNetworkId
  /** The accounts by network: a remote wallet approves accounts network by network. Absent for most other wallets. */
  accountsOn?: Readonly<Record<CaipNetworkId, readonly SessionAccount[]>>
  provider: unknown
  /** The networks that the session is limited to; absent when the wallet accepts any. */
  approvedCaipNetworkIds?: readonly CaipNetworkId[]
  /**
   * The name and icon to show instead of the connector's: those of the remote wallet, or the email address or user name
   * of a login. `social` is the provider of a social login.
   */
  wallet?: { name: string; icon?: string; social?: string }
  /** Account state that an embedded wallet sets: its user's email and name, social provider and type of account. */
  account?: Partial<Pick<AccountState, 'user' | 'smartAccountDeployed' | 'preferredAccountType' | 'socialProvider'>>
}

export type SessionEvents = {
  /**
   * The wallet's accounts changed. List the wallet's active one first. The page then shows that one, unless the visitor
   * chose another one on the page and the wallet's first account has not changed since. An empty list ends the session.
   * An account that is only an address gets the type of the session's first account before the change, or `eoa` if that
   * one had no type.
   */
  accounts: (accounts: readonly (string | SessionAccount)[]) => void
  network: (caipNetworkId: CaipNetworkId) => void
  /**
   * Call it when the networks of the session change: from then on it is limited to these; `undefined` changes no limit.
   * `accountsOn`: its accounts by network, if the networks have different accounts.
   */
  approved?: (caipNetworkIds: readonly CaipNetworkId[] | undefined, accountsOn?: Session['accountsOn']) => void
  disconnect: () => void
}

/** The code of a connector. It loads when the visitor first clicks the wallet, or to resume a stored session. */
export type Driver = {
  /** Asks the wallet to connect. Throws what the wallet throws. */
  connect: (kit: Kit, connector: Connector, network?: CaipNetwork) => Promise<Session>
  /** Resumes a stored session without a prompt; `undefined` when the wallet no longer authorises the page. */
  resume: (kit: Kit, connector: Connector) => Promise<Session | undefined>
  disconnect: (kit: Kit, connector: Connector) => Promise<void>
  /**
   * Drops the driver's copy of the last session. The kit calls it after another page of the site started or ended a
   * session, so that the next `resume` does not return the old one.
   */
  forget?: (kit: Kit) => Promise<void>
  /** Listens to the wallet; returns a function that stops it. */
  watch: (kit: Kit, connector: Connector, on: SessionEvents) => () => void
}

/**
 * One way to reach a wallet: plain data, and a function that loads its driver. Never wrap it in a valtio proxy: the
 * wallet's `provider` would not work through one.
 */
export type Connector = {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chain: Namespace
  /** The configured networks that the connector serves. If empty, registration fills in all networks of `chain`. */
  readonly chains: readonly CaipNetwork[]
  readonly provider?: unknown
  readonly imageUrl?: string
  readonly imageId?: string
  /** The wallet's id in the wallet directory, if known. */
  readonly explorerId?: string
  readonly info?: { readonly rdns?: string; readonly uuid?: string; readonly name?: string; readonly icon?: string }
  /** Set if the connector covers several namespaces (type MULTI_CHAIN or AUTH): the wallet's connector on each. */
  readonly connectors?: readonly Connector[]
  readonly driver: () => Promise<{ default: Driver }>
}
