/**
 * What a page is given: the resolved config, as the build prints it (decisions 3). Plain JSON; everything optional
 * that a hand-written config may leave out. The schema, its defaults and its errors live in `schema/`.
 */
import type { CaipNetworkId, Namespace } from './lib/namespace.ts'
import type { AnyPlugin } from './host/definePlugin.ts'
import type { Chain } from './chains/chain.ts'
import type { LoadRemote } from './connectors/remote.ts'
import type { LoadAnalytics } from './analytics/contract.ts'
import type { LoadAuth } from './auth/contract.ts'
import type { LoadSiwx, SiwxOptions } from './siwx/contract.ts'
import type { SiweOptions } from './siwx/siwe/types.ts'
import type { Verifiers } from './siwx/verify/verifier.ts'
import type { CaipNetwork } from './chains/network.ts'

/** `payment` and `ordinal` are bip122's: what money is sent from, and what holds inscriptions. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'
export type ThemeMode = 'light' | 'dark'
export type Metadata = { name: string; description: string; url: string; icons: string[] }

/** The hosts that the page may contact. No host is contacted that is not named here or by a network. */
export type Services = {
  api?: string
  rpc?: string
  wallets?: string
  analytics?: string
  secureSite?: string
  relay?: string
  /** The service that vouches to wallets for the page's origin; without it no one is asked. */
  verify?: string
  images?: string
}

/** One wallet of a directory, in the wire shape of the wallet-list API (reference 1.14). */
export type Wallet = {
  id: string
  name: string
  badge_type?: string | null
  chains?: string[]
  homepage?: string | null
  image_id?: string | null
  image_url?: string | null
  order?: number | null
  mobile_link?: string | null
  desktop_link?: string | null
  webapp_link?: string | null
  app_store?: string | null
  play_store?: string | null
  chrome_store?: string | null
  rdns?: string | null
  injected?: { namespace?: string; injected_id?: string }[] | null
}

export type AllWallets = 'SHOW' | 'HIDE' | 'ONLY_MOBILE'

/** Feature options by config key: `false` is off, an object is on with these options. */
export type Features = {
  allWallets?: AllWallets
  emailShowWallets?: boolean
  legalCheckbox?: boolean
  collapseWallets?: boolean
  walletFeaturesOrder?: string[]
  connectMethodsOrder?: string[]
  [feature: string]: unknown
}

export type Config = {
  projectId?: string
  metadata?: Partial<Metadata>
  networks?: CaipNetwork[]
  defaultNetwork?: CaipNetworkId
  basic?: boolean
  services?: Services
  features?: Features
  connectorTypeOrder?: string[]
  wallets?: { include?: string[]; exclude?: string[]; featured?: string[]; list?: Wallet[]; custom?: Wallet[] }
  theme?: { mode?: ThemeMode | 'system'; variables?: Record<string, string> }
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  defaultAccountTypes?: Partial<Record<Namespace, AccountType>>
  sdkType?: string
  sdkVersion?: string
  customRpcUrls?: Record<string, string[]>
  images?: { base?: string; networks?: Record<string, string>; connectors?: Record<string, string> }
  tokens?: Record<string, { address: string; image?: string }>
  /** The native token's stand-in address by namespace. */
  nativeTokens?: Record<string, string>
  /** Replaces what a remote session asks for: CAIP-2 ids, JSON-RPC methods, events, addresses by CAIP-2 id. */
  walletConnect?: { chains?: string[]; methods?: string[]; events?: string[]; rpcMap?: Record<string, string> }
  /** Other hosts for visitors of some time zones; the first rule that names theirs counts (lib/hostRules.ts). */
  hostRules?: { timezones: string[]; services: Services }[]
  /** Sign-in with a wallet's signature; the page's half is a part of the build. */
  siwx?: boolean | SiwxOptions
  /** Sign-in by a site's older functions, which are passed in code; not beside `siwx`. */
  siweConfig?: boolean | SiweOptions
  embedded?: boolean
  disableAppend?: boolean
  enableWallets?: boolean
  enableInjected?: boolean
  enableEIP6963?: boolean
  enableWalletConnect?: boolean
  enableCoinbase?: boolean
  enableWalletGuide?: boolean
  enableNetworkSwitch?: boolean
  enableReconnect?: boolean
  /** Whether the login frame logs what it is told (default: true). */
  enableAuthLogger?: boolean
  allowUnsupportedChain?: boolean
  debug?: boolean
  /** Texts of other languages, by message key; a key that is absent falls back to English. */
  messages?: Record<string, string>
  locale?: string
}

/** What the build prints as `virtual:walletkit`, or a developer writes by hand. */
export type Generated = {
  config: Config
  chains?: readonly Chain[]
  plugins?: readonly AnyPlugin[]
  parts?: Parts
}

/** Parts of the core that only some configs need; each is fetched when it is first wanted. */
export type Parts = {
  /** Remote sessions: `walletkit/walletconnect`. */
  remote?: LoadRemote
  /** Sends tracking events: `walletkit/analytics`. */
  analytics?: LoadAnalytics
  /** Signing in without a wallet: `walletkit/auth`. */
  auth?: LoadAuth
  /** Sign-in: `walletkit/siwx`. */
  siwx?: LoadSiwx
  /** What checks signatures in the page, by namespace: `walletkit/siwx/eip155`. */
  verifiers?: Verifiers
}
