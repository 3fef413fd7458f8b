import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import type { AccountType } from './config.ts'
import type { CaipNetwork } from './network.ts'
import type { Kit } from '../contracts/kit.ts'
import type { AccountState } from '../state/accounts.ts'

export const CONNECTOR_TYPES = ['MULTI_CHAIN', 'ANNOUNCED', 'INJECTED', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH'] as const
export type ConnectorType = (typeof CONNECTOR_TYPES)[number]

/** Well-known connector ids. An announced wallet's connector id is its rdns. */
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

/** The ids of wallets that plugins bring along start with this and the plugin's id. No list of wallets shows them. */
export const PLUGIN_WALLET = 'plugin.'

/** Display names of these connector ids, whatever the wallet calls itself. */
export const CONNECTOR_NAMES: Readonly<Record<string, string>> = {
  injected: 'Browser Wallet',
  walletConnect: 'WalletConnect',
  coinbaseWallet: 'Coinbase',
  coinbaseWalletSDK: 'Coinbase',
  ledger: 'Ledger',
  safe: 'Safe',
}

/** Without `type`, the account gets the type that its namespace starts with. */
export type SessionAccount = { address: string; type?: AccountType }

/** What a connected wallet reported. Addresses on eip155 have their EIP-55 checksum, whatever the wallet wrote. */
export type Session = {
  accounts: readonly SessionAccount[]
  caipNetworkId: CaipNetworkId
  /** The accounts of each network, where they differ: a remote session approves accounts network by network. */
  accountsOn?: Readonly<Record<CaipNetworkId, readonly SessionAccount[]>>
  provider: unknown
  /** The networks that the session is limited to; absent when the wallet accepts any. */
  approvedCaipNetworkIds?: readonly CaipNetworkId[]
  /** A remote wallet's own name and icon; without it, the connector's are shown. */
  wallet?: { name: string; icon?: string; social?: string }
  /** What an embedded wallet knows about its user. */
  account?: Partial<Pick<AccountState, 'user' | 'smartAccountDeployed' | 'preferredAccountType' | 'socialProvider'>>
}

export type SessionEvents = {
  /**
   * The first account is the active one; an empty list ends the session. A bare address keeps the account type of the
   * session.
   */
  accounts: (accounts: readonly (string | SessionAccount)[]) => void
  network: (caipNetworkId: CaipNetworkId) => void
  /** The session is now limited to these networks, and has these accounts on each, where they differ. */
  approved?: (caipNetworkIds: readonly CaipNetworkId[], accountsOn?: Session['accountsOn']) => void
  disconnect: () => void
}

/** The code behind a connector; loaded on the first click, or when a stored session needs it. */
export type Driver = {
  /** Asks the wallet to connect. Throws what the wallet throws. */
  connect: (kit: Kit, connector: Connector, network?: CaipNetwork) => Promise<Session>
  /** Resumes a stored session without a prompt; `undefined` when the wallet no longer authorises the page. */
  resume: (kit: Kit, connector: Connector) => Promise<Session | undefined>
  disconnect: (kit: Kit, connector: Connector) => Promise<void>
  /** Drops the driver's own copy of the last session, because another page of the site created or ended one. */
  forget?: (kit: Kit) => Promise<void>
  /** Listens to the wallet; returns a function that stops it. */
  watch: (kit: Kit, connector: Connector, on: SessionEvents) => () => void
}

/** One way to reach a wallet: plain data, and a function that loads its driver. Never wrap it in a proxy. */
export type Connector = {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chain: Namespace
  /** The configured networks that it serves; set when it is registered. */
  readonly chains: readonly CaipNetwork[]
  readonly provider?: unknown
  readonly imageUrl?: string
  readonly imageId?: string
  /** Its id in the wallet directory, when known. */
  readonly explorerId?: string
  readonly info?: { readonly rdns?: string; readonly uuid?: string; readonly name?: string; readonly icon?: string }
  /** For MULTI_CHAIN: the wallet's connector on each namespace. */
  readonly connectors?: readonly Connector[]
  readonly driver: () => Promise<{ default: Driver }>
}
