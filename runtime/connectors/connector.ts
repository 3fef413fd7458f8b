import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import type { AccountType } from '../config.ts'
import type { CaipNetwork } from '../chains/network.ts'
import type { Kit } from '../kit.ts'
import type { AccountState } from '../state/accounts.ts'

export const CONNECTOR_TYPES = ['MULTI_CHAIN', 'ANNOUNCED', 'INJECTED', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH'] as const
export type ConnectorType = (typeof CONNECTOR_TYPES)[number]

/** Well-known connector ids (spec section 3). An announced wallet's connector is keyed on its rdns. */
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

/** Names that are shown whatever the wallet calls itself. */
export const CONNECTOR_NAMES: Readonly<Record<string, string>> = {
  injected: 'Browser Wallet',
  walletConnect: 'WalletConnect',
  coinbaseWallet: 'Coinbase',
  coinbaseWalletSDK: 'Coinbase',
  ledger: 'Ledger',
  safe: 'Safe',
}

/** `type` is what the namespace starts with where it is absent. */
export type SessionAccount = { address: string; type?: AccountType }

/** What a connected wallet said of itself. Addresses on eip155 carry their EIP-55 checksum, whatever the wallet wrote. */
export type Session = {
  accounts: readonly SessionAccount[]
  caipNetworkId: CaipNetworkId
  provider: unknown
  /** The networks that the session is limited to; absent when the wallet takes any. */
  approvedCaipNetworkIds?: readonly CaipNetworkId[]
  /** What a remote wallet calls itself; the connector's own name and image stand where it is absent. */
  wallet?: { name: string; icon?: string; social?: string }
  /** What an embedded wallet knows of its user. */
  account?: Partial<Pick<AccountState, 'user' | 'smartAccountDeployed' | 'preferredAccountType' | 'socialProvider'>>
}

export type SessionEvents = {
  /** The first is the active one; none ends the session. A bare address keeps the type that the session had. */
  accounts: (accounts: readonly (string | SessionAccount)[]) => void
  network: (caipNetworkId: CaipNetworkId) => void
  /** The session is now limited to these networks. */
  approved?: (caipNetworkIds: readonly CaipNetworkId[]) => void
  disconnect: () => void
}

/** How a connector is driven; loaded on the first click, or when a stored session asks for it. */
export type Driver = {
  /** Asks the wallet. Throws what the wallet throws. */
  connect: (kit: Kit, connector: Connector, network?: CaipNetwork) => Promise<Session>
  /** Takes up a stored session without a prompt; `undefined` when the wallet no longer authorises us. */
  resume: (kit: Kit, connector: Connector) => Promise<Session | undefined>
  disconnect: (kit: Kit, connector: Connector) => Promise<void>
  /** Another page of the site made or ended a session: what the driver still holds of the last one is stale. */
  forget?: (kit: Kit) => Promise<void>
  /** Listens to the wallet; returns what stops it. */
  watch: (kit: Kit, connector: Connector, on: SessionEvents) => () => void
}

/** One way to reach a wallet. Plain data plus a thunk: it is never put behind a proxy. */
export type Connector = {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  /** The namespace that it serves. */
  readonly chain: Namespace
  /** The configured networks that it serves; filled when it is registered. */
  readonly chains: readonly CaipNetwork[]
  readonly provider?: unknown
  readonly imageUrl?: string
  readonly imageId?: string
  /** Its id in the wallet directory, when known. */
  readonly explorerId?: string
  readonly info?: { readonly rdns?: string; readonly uuid?: string; readonly name?: string; readonly icon?: string }
  /** For MULTI_CHAIN: the same wallet on each namespace. */
  readonly connectors?: readonly Connector[]
  readonly driver: () => Promise<{ default: Driver }>
}
