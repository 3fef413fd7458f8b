/** `walletkit`: the entry point for sites, with the function that creates a kit and the types around it. */
export { createWalletKit } from './kit/walletKit.ts'
export type {
  Account,
  AccountTarget,
  ConnectionTarget,
  DisconnectTarget,
  EmbeddedWallet,
  Providers,
  PublicState,
  Stop,
  Theme,
  WalletConnection,
  WalletKit,
} from './kit/instance.ts'
export type {
  AccountType,
  AllWallets,
  Config,
  Features,
  Generated,
  Language,
  Languages,
  Messages,
  Metadata,
  Services,
  ThemeMode,
  Wallet,
} from './contracts/config.ts'
export type { KitOverrides } from './contracts/kit.ts'
export type { SIWX, SIWXMessage, SIWXMessageData, SIWXMessageInput, SIWXSession } from './siwx/types.ts'
export type {
  SiweConfig,
  SiweCreateMessageArgs,
  SiweMessageParams,
  SiweOptions,
  SiweSession,
  SiweVerifyMessageArgs,
} from './siwx/siwe/types.ts'
export type { CaipNetwork } from './contracts/network.ts'
export type { CallsOptions, CallsProgress, CallsResult, NotedCall } from './contracts/requests.ts'
export { type Chain, defineChain, type Discovery } from './contracts/chain.ts'
export type { Verifier } from './siwx/verify/verifier.ts'
export type { Family } from './contracts/family.ts'
export type { Adapter, TransactionReceipt, TransactionRequest } from './contracts/adapter.ts'
export {
  CONNECTOR_IDS,
  CONNECTOR_NAMES,
  CONNECTOR_TYPES,
  type Connector,
  type ConnectorType,
  type Driver,
  type Session,
} from './contracts/connector.ts'
export { externalConnector, type ExternalWallet } from './interop/externalConnector.ts'
export { chooseLanguage } from './kit/languages.ts'
export { withHostRules } from './contracts/hostRules.ts'
export { whenIdle } from './kit/whenIdle.ts'
export { parseCaipAddress, parseCaipNetworkId } from './lib/caip.ts'
export { type CaipAddress, type CaipNetworkId, type Namespace, NAMESPACES } from './lib/namespace.ts'
// Exported with `*`: a `declare module 'walletkit'` of another package merges only into an interface exported this way.
export type * from './lib/addedProviders.ts'
export { STORAGE_KEYS } from './lib/keyTable.ts'
export type { Storage } from './lib/storage.ts'
export { RPC_CODES, CHAIN_ERROR_CODES } from './errors/rpc.ts'
export { WalletKitError } from './errors/base.ts'
export { VIEWS } from './contracts/views.ts'
