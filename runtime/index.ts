/** walletkit: one JSON file, one trimmed build, one modal. */
export { createWalletKit } from './walletKit.ts'
export type { Account, EmbeddedWallet, Providers, PublicState, Stop, Theme, WalletKit } from './instance.ts'
export type {
  AccountType,
  AllWallets,
  Config,
  Features,
  Generated,
  Metadata,
  Services,
  ThemeMode,
  Wallet,
} from './config.ts'
export type { KitOverrides } from './kit.ts'
export type { SIWX, SIWXMessage, SIWXMessageData, SIWXMessageInput, SIWXSession } from './siwx/types.ts'
export type {
  SiweConfig,
  SiweCreateMessageArgs,
  SiweMessageParams,
  SiweOptions,
  SiweSession,
  SiweVerifyMessageArgs,
} from './siwx/siwe/types.ts'
export type { CaipNetwork } from './chains/network.ts'
export { type Chain, defineChain } from './chains/chain.ts'
export type { Adapter, TransactionReceipt, TransactionRequest } from './chains/adapter.ts'
export {
  CONNECTOR_IDS,
  CONNECTOR_NAMES,
  CONNECTOR_TYPES,
  type Connector,
  type ConnectorType,
  type Driver,
  type Session,
} from './connectors/connector.ts'
export { externalConnector, type ExternalWallet } from './connectors/external.ts'
export { withHostRules } from './lib/hostRules.ts'
export { parseCaipAddress, parseCaipNetworkId } from './lib/caip.ts'
export { type CaipAddress, type CaipNetworkId, type Namespace, NAMESPACES } from './lib/namespace.ts'
export { STORAGE_KEYS } from './lib/keyTable.ts'
export type { Storage } from './lib/storage.ts'
export { RPC_CODES, CHAIN_ERROR_CODES } from './errors/rpc.ts'
export { WalletKitError } from './errors/base.ts'
export { VIEWS } from './views.ts'
