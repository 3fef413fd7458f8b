/**
 * `walletkit/plugin`: the entry point for plugin authors. Node can import it: it contains no component and needs no
 * page.
 */
import type { Connector } from './contracts/connector.ts'
import type { CaipNetwork } from './contracts/network.ts'
import type { Wallet } from './contracts/config.ts'

/** The parameters of the core's views, by their public names. */
export interface CoreViewParams {
  Connect: undefined
  Account: undefined
  AllWallets: undefined
  ConnectingExternal: { connector: Connector; wallet?: Wallet }
  /** For a wallet with several namespaces: the visitor chooses one of `connector.connectors`. */
  ConnectingMultiChain: { connector: Connector; wallet?: Wallet }
  /** For a wallet without a connector on this page; without `wallet`, for any wallet that reads the QR code. */
  ConnectingWalletConnect: { wallet?: Wallet } | undefined
  ConnectingWalletConnectBasic: undefined
  Downloads: { wallet?: Wallet } | undefined
  /** The connected wallets and the accounts of the active one. */
  Connections: undefined
  Networks: undefined
  SwitchNetwork: { network: CaipNetwork }
  UnsupportedChain: undefined
  WhatIsAWallet: undefined
  WhatIsANetwork: undefined
  GetWallet: { wallet?: Wallet } | undefined
  /**
   * The sign-in screen, under its current name and, on sites with `siweConfig`, as `ConnectingSiwe`. Only builds with
   * sign-in have it.
   */
  SIWXSignMessage: undefined
  ConnectingSiwe: undefined
  /**
   * Opens for a request that an account without a wallet (a login by email or social account) has to approve. Exists
   * only in builds with such logins.
   */
  ApproveTransaction: undefined
  /**
   * Only walletkit itself opens this view, for a third-party plugin's request. `review` is the number of that request.
   */
  PluginReview: { review: number } | undefined
}

/**
 * The parameters of every view. A plugin adds its own by declaration merging:
 *
 * ```ts
 * declare module 'walletkit/plugin' {
 *   interface ViewParams { WalletSend: undefined | { token: string } }
 * }
 * ```
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- an interface, so that plugins can merge into it
export interface ViewParams extends CoreViewParams {}

/** The core's tracking events and their properties. */
export interface CoreEvents {
  MODAL_OPEN: { connected: boolean }
  MODAL_CLOSE: { connected: boolean }
  CLICK_ALL_WALLETS: undefined
  CLICK_NETWORKS: undefined
  CLICK_WALLET_HELP: undefined
  CLICK_GET_WALLET: undefined
  SELECT_WALLET: { name: string; platform: string }
  SEARCH_WALLET: { badge: string | undefined; search: string }
  CONNECT_SUCCESS: { method: string; name: string }
  CONNECT_ERROR: { message: string }
  DISCONNECT_SUCCESS: { namespace: string }
  DISCONNECT_ERROR: { message: string }
  SWITCH_NETWORK: { network: string }
  CLICK_SIGN_SIWX_MESSAGE: { network: string; isSmartAccount: boolean }
  CLICK_CANCEL_SIWX: { network: string; isSmartAccount: boolean }
  SIWX_AUTH_SUCCESS: { network: string; isSmartAccount: boolean }
  SIWX_AUTH_ERROR: { network: string; isSmartAccount: boolean }
  INITIALIZE: { networks: string[] }
}

/** Every tracking event. Plugins add theirs by declaration merging, as in {@link ViewParams}. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- an interface, so that plugins can merge into it
export interface TrackingEvents extends CoreEvents {}

/**
 * The APIs that plugins offer to other plugins with `provides`, by the plugin's id. A plugin adds its own by
 * declaration merging:
 *
 * ```ts
 * declare module 'walletkit/plugin' {
 *   interface PluginApis { 'tip-jar': { tip: (amount: string) => Promise<string> } }
 * }
 * ```
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- an interface, so that plugins can merge into it
export interface PluginApis {}

export { definePlugin } from './contracts/definePlugin.ts'
export type { ActivationEvent, Load, Permissions, Plugin, View, ViewName, ViewProps } from './contracts/definePlugin.ts'
export type {
  AccountMenuItem,
  AccountTab,
  CloseGuard,
  ConnectMethod,
  NameResolver,
  Slots,
  WalletFeature,
} from './contracts/slots.ts'
export type {
  HeadlessFeatures,
  SendRequest,
  SendResult,
  SwapData,
  SwapQuote,
  SwapRequest,
} from './contracts/headless.ts'
export type { Login, Social } from './contracts/auth.ts'
export { type Contact, CONTACT_LIMIT, CONTACT_NAME_LIMIT, parseContacts } from './data/contacts.ts'
export { contactNames } from './data/contactNames.ts'
export { knownReceivers, receiversOf, type Sent, type SentAmount, type SentNote, type SentStatus } from './data/sent.ts'
export type { PluginEvents } from './contracts/pluginEvents.ts'
export type {
  BatchCall,
  CallsOptions,
  CallsProgress,
  CallsResult,
  CallsStatus,
  NotedCall,
  TypedData,
  WatchedAsset,
} from './contracts/requests.ts'
export type { SentBatch } from './data/batches.ts'
export { externalConnector, type ExternalWallet } from './interop/externalConnector.ts'
export type { PluginTransaction } from './contracts/pluginChain.ts'
export { isLogin } from './contracts/isLogin.ts'
export type { PluginAccount, PluginKit } from './contracts/pluginKit.ts'
export { defineErrors, type ErrorRow, type ErrorRows } from './errors/catalogue.ts'
export { WalletKitError } from './errors/base.ts'
export { isUserRejection } from './errors/rejection.ts'
export type { TokenBalance } from './contracts/tokenBalance.ts'
export type { CaipNetwork } from './contracts/network.ts'
export type { BlockchainApi } from './http/blockchainApi.ts'
export type { Http, HttpRequest } from './http/client.ts'
export { HttpError } from './http/client.ts'
export { imitationsOf, type KnownTokens } from './data/imitations.ts'
export { isSpamToken } from './data/spamToken.ts'
export { findSuspicious, type HistoryFacts, type Judged, type Suspicion } from './data/suspicious.ts'
export {
  type HistoryAllowance,
  type HistoryPage,
  type HistoryStatus,
  type HistoryTransaction,
  type HistoryTransfer,
  parseHistory,
} from './data/transaction.ts'
export { isHighFee } from './lib/highFee.ts'
export { addressKey, findLookAlike, isLikeAddress } from './lib/lookAlike.ts'
export { parsePrices } from './data/parsePrices.ts'
export { compareSimulation, type SimulationFinding, type SimulationIntent } from './data/compareSimulation.ts'
export type {
  BalanceChange,
  SimulatedAllowance,
  SimulatedAsset,
  SimulatedReceipt,
  Simulation,
} from './contracts/simulation.ts'
export { isRecord } from './lib/isRecord.ts'
export { amountSize } from './lib/amountSize.ts'
export { addressAt, encodeCall, ERC20, readWords, selectorOf } from './lib/abi.ts'
export {
  add,
  amountOf,
  ceilCents,
  divide,
  MAX_DECIMALS,
  maxAmount,
  parseAmount,
  parseDecimals,
  plainText,
  rateOf,
  rescale,
  worth,
} from './lib/tokenAmount.ts'
export { onAccountChange } from './lib/onAccountChange.ts'
export { createTurns, type Turns } from './lib/turns.ts'
export { createVisits, type Visits } from './lib/visits.ts'
export { type Amount, compare, floorUnits, formatUnits, multiply, parseDecimal, parseUnits } from './lib/units.ts'
export { fiatText, formatFiat, formatNumber, formatToken, MESSAGE_DECIMALS, TOKEN_DECIMALS } from './lib/format.ts'
export { dateFormat, displayNames, inEnglishOrder, numberFormat } from './lib/locale.ts'
export { shortAddress } from './lib/shortAddress.ts'
export { latest, Superseded } from './lib/latest.ts'
export { isOnline } from './lib/online.ts'
export { cooldown } from './lib/cooldown.ts'
export { cleanText } from './lib/text.ts'
export { typedDataFault } from './lib/typedDataFault.ts'
export { visibleParts } from './lib/visible.ts'
export { proxy, ref } from 'valtio/vanilla'
