/**
 * Names that the runtime knows, repeated here so that the CLI imports none of the runtime's values. Each list is a
 * table over the runtime's type, so that the compiler rejects unknown and missing names. The exceptions are `METHODS`,
 * `VERBS` and `ASKS`, which have no such type, and `CORE_EVENTS`, which `npm run generate` reads from the type.
 */
import type { PluginEvents } from '../../../runtime/contracts/pluginEvents.ts'
import type { ActivationEvent, Identity, Permissions, Plugin } from '../../../runtime/contracts/definePlugin.ts'
import type { SlotName } from '../../../runtime/contracts/slots.ts'
import type { OwnNamespace } from '../../../runtime/lib/namespace.ts'
import type { IconName } from '../../../runtime/ui/parts/Icon.tsx'
import type { CoreViewParams } from '../../../runtime/plugin.ts'
import type { Services } from '../../../runtime/contracts/config.ts'
import coreEvents from '../../../schema/generated/coreEvents.json' with { type: 'json' }

const keys = <K extends string>(table: Record<K, true>) => Object.keys(table) as K[]

/** The properties that an item of a slot needs besides its key and order. `about` describes the item for people. */
type Needs = { about: string; label?: true; icon?: true; view?: true; load?: true; mayClose?: true }
export const SLOTS: Record<SlotName, Needs> = {
  connectMethods: { about: 'a way to connect', load: true },
  walletFeatures: { about: 'a button in the account view', label: true, icon: true, view: true },
  accountTabs: { about: 'a tab of the account view', label: true, load: true },
  accountMenu: { about: 'an icon button in the header of the account view', label: true, icon: true, view: true },
  guards: { about: 'whether its own views may close', mayClose: true },
  names: { about: 'accounts for names', load: true },
}

export const MANIFEST_KEYS = keys<Exclude<keyof Plugin, 'guest'>>({
  id: true,
  feature: true,
  engine: true,
  available: true,
  requires: true,
  provides: true,
  activate: true,
  events: true,
  messages: true,
  budget: true,
  permissions: true,
  api: true,
  controller: true,
  views: true,
  slots: true,
  options: true,
})

export const PERMISSIONS = keys<keyof Permissions>({
  methods: true,
  services: true,
  hosts: true,
  storage: true,
  names: true,
  identity: true,
  events: true,
})

/** The values that the permission `events` may list, with what each tells the plugin about the users. */
export const EVENTS: Record<keyof PluginEvents, string> = {
  transaction: 'each transaction that they send',
  signature: 'what plugins have them sign',
  session: 'when they connect, disconnect, or change the account or network',
}

/** The events at which a plugin may ask to be started, each with a description for people. */
export const ACTIVATION: Record<ActivationEvent, string> = {
  onConnect: 'while an account is connected',
  onTransaction: 'when a transaction was sent',
  onIdle: 'when the page is idle',
  onOpen: 'when the modal opens',
  onResume: 'when the page loads with a session of its own wallet',
}

/** The values that the permission `identity` may list, with what each lets the plugin see. */
export const IDENTITY: Record<Identity, string> = {
  email: 'the email address or user name of a login',
  profile: 'the name and picture of the account',
  accounts: 'their other accounts',
  contacts: 'the names and addresses of their contacts, and whom their account has paid',
}

export const SERVICES = keys<keyof Services>({
  api: true,
  rpc: true,
  wallets: true,
  analytics: true,
  secureSite: true,
  relay: true,
  verify: true,
  images: true,
  paymaster: true,
})

export const NAMESPACES = keys<OwnNamespace>({ eip155: true, solana: true, polkadot: true, bip122: true })

/** Views of walletkit, whose names a plugin must not use for its own. */
export const CORE_VIEWS: readonly string[] = keys<keyof CoreViewParams>({
  Connect: true,
  Account: true,
  AllWallets: true,
  Connections: true,
  ConnectingExternal: true,
  ConnectingMultiChain: true,
  ConnectingWalletConnect: true,
  ConnectingWalletConnectBasic: true,
  Downloads: true,
  Networks: true,
  SwitchNetwork: true,
  UnsupportedChain: true,
  WhatIsAWallet: true,
  WhatIsANetwork: true,
  GetWallet: true,
  SIWXSignMessage: true,
  ConnectingSiwe: true,
  ApproveTransaction: true,
  PluginReview: true,
})

/** Events of the core, which no plugin may track: they would be counted twice. */
export const CORE_EVENTS: readonly string[] = coreEvents

export const ICONS = keys<IconName>({
  back: true,
  card: true,
  check: true,
  chevron: true,
  chevronDown: true,
  clear: true,
  clock: true,
  close: true,
  coins: true,
  contacts: true,
  copy: true,
  disconnect: true,
  down: true,
  external: true,
  help: true,
  image: true,
  info: true,
  key: true,
  mail: true,
  more: true,
  network: true,
  next: true,
  offline: true,
  phone: true,
  puzzle: true,
  qr: true,
  receive: true,
  retry: true,
  search: true,
  send: true,
  shield: true,
  swap: true,
  tag: true,
  wallet: true,
  warning: true,
})

/**
 * Common JSON-RPC methods of wallets, to suggest a correction of a similar name. A plugin may also name methods that
 * are not listed.
 */
export const METHODS = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_accounts',
  'eth_chainId',
  'eth_requestAccounts',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
]

/** The wallet methods that functions of `kit.chain` request, by function. */
export const VERBS: Readonly<Record<string, string>> = {
  sendTransaction: 'eth_sendTransaction',
  signMessage: 'personal_sign',
  getCapabilities: 'wallet_getCapabilities',
  signTypedData: 'eth_signTypedData_v4',
  watchAsset: 'wallet_watchAsset',
  sendCalls: 'wallet_sendCalls',
  runCalls: 'eth_sendTransaction',
  getCallsStatus: 'wallet_getCallsStatus',
  followCalls: 'wallet_getCallsStatus',
  switchNetwork: 'wallet_switchEthereumChain',
}

/** How the names end of the methods that other namespaces have instead of these, such as `solana_signMessage`. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  personal_sign: '_signMessage',
  eth_requestAccounts: '_connect',
  wallet_switchEthereumChain: '_switchNetwork',
}

/** Methods that ask a wallet or write to the chain; `kit.chain.request` refuses them. */
export const ASKS = /^(wallet|personal)_|(^|_)(send|sign|request)/i
