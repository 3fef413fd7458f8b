/**
 * The config that a page gets, as the build generates it. Plain JSON; every field that a hand-written config may omit
 * is optional. `schema/` has the schema, its defaults and its errors.
 */
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import type { AnyPlugin } from './definePlugin.ts'
import type { Chain } from './chain.ts'
import type { LoadRemote } from './remote.ts'
import type { LoadAnalytics } from './events.ts'
import type { LoadAuth } from './auth.ts'
import type { LoadSiwx, SiwxOptions } from './siwx.ts'
import type { SiweOptions } from '../siwx/siwe/types.ts'
import type { Verifiers } from '../siwx/verify/verifier.ts'
import type { CaipNetwork } from './network.ts'

/** `payment` and `ordinal` are Bitcoin's: the address that sends payments, and the address that holds inscriptions. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'
export type ThemeMode = 'light' | 'dark'
export type Metadata = { name: string; description: string; url: string; icons: string[] }

/** The hosts that the page may contact. It contacts no others, except those of its networks. */
export type Services = {
  api?: string
  rpc?: string
  wallets?: string
  analytics?: string
  secureSite?: string
  relay?: string
  /** The service that confirms the page's origin to wallets; without it, none is used. */
  verify?: string
  images?: string
}

/** A wallet of the directory, with the field names of the wallet-list service's JSON. */
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

/** Feature options by config key: `false` turns a feature off; an object turns it on with these options. */
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
  theme?: {
    mode?: ThemeMode | 'system'
    /** A named look, and the site's colour. The build turns both into a style sheet. */
    preset?: string
    accent?: string
    variables?: Record<string, string>
  }
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  defaultAccountTypes?: Partial<Record<Namespace, AccountType>>
  sdkType?: string
  sdkVersion?: string
  customRpcUrls?: Record<string, string[]>
  images?: { builtIn?: boolean; base?: string; networks?: Record<string, string>; connectors?: Record<string, string> }
  tokens?: Record<string, { address: string; image?: string }>
  /** The placeholder address of the native token, by namespace. */
  nativeTokens?: Record<string, string>
  /** Replaces what a remote session requests: CAIP-2 ids, JSON-RPC methods, events, and RPC URLs by CAIP-2 id. */
  walletConnect?: { chains?: string[]; methods?: string[]; events?: string[]; rpcMap?: Record<string, string> }
  /**
   * Other hosts for visitors in some time zones; the first rule that lists the visitor's zone applies
   * (`hostRules.ts`).
   */
  hostRules?: { timezones: string[]; services: Services }[]
  /** Sign-in with a wallet's signature. */
  siwx?: boolean | SiwxOptions
  /** Sign-in with a site's existing SIWE functions, which it passes in code; not together with `siwx`. */
  siweConfig?: boolean | SiweOptions
  /**
   * When the modal's code is fetched before the click: `intent`, which is the default, waits until the visitor points at,
   * touches or focuses a button; `idle` also fetches it once the page is idle.
   */
  preload?: 'idle' | 'intent'
  embedded?: boolean
  /** The page shows everything itself: the build has no modal. */
  headless?: boolean
  disableAppend?: boolean
  enableWallets?: boolean
  enableInjected?: boolean
  enableEIP6963?: boolean
  enableWalletConnect?: boolean
  enableCoinbase?: boolean
  enableWalletGuide?: boolean
  enableNetworkSwitch?: boolean
  enableReconnect?: boolean
  /** Whether the login frame logs its messages (default: true). */
  enableAuthLogger?: boolean
  allowUnsupportedChain?: boolean
  debug?: boolean
  /** Translated texts by message key; a missing key falls back to English. */
  messages?: Record<string, string>
  locale?: string
  /** ISO 4217, or `auto` for that of the visitor's region. Values are in USD until a service has named a rate. */
  currency?: string
}

/** Texts by message key. A key may have a form for each plural category: `all.found.one`. */
export type Messages = Readonly<Record<string, string>>

/**
 * The languages of a page by BCP 47 tag, the one for all other visitors first. `words` load with the page: the texts of
 * its buttons. `load` loads all texts with the modal; English needs neither.
 */
export type Languages = Readonly<
  Record<
    string,
    {
      readonly words?: Messages
      readonly load?: () => Promise<{ default: Messages }>
      /** No native speaker has read this language yet: screens that approve money offer the English original. */
      readonly unread?: boolean
    }
  >
>

/** The language that a visitor gets. */
export type Language = {
  readonly tag: string
  /** The tag that dates and amounts follow: the visitor's own, such as `de-CH` where the language is `de`. */
  readonly locale: string
  /** Loads all texts. Never rejects: until they could be fetched, texts are English, and the next call tries again. */
  readonly load: () => Promise<void>
  readonly text: (key: string, values?: Readonly<Record<string, string | number>>) => string | undefined
  /** See {@link Languages}. */
  readonly unread?: boolean
  /** The language that a server, which knows nothing of the visitor, renders; absent on a server. */
  readonly server?: Language
}

/**
 * The page's plugins. `icons` loads the pictures of what the config names; `look` is the style sheet of its preset and
 * accent; `rest` is what no button needs before the modal or a session loads.
 */
export type PluginList = readonly AnyPlugin[] & {
  readonly icons?: () => Promise<{ default: Icons }>
  readonly look?: string
  readonly rest?: Rest
}

/**
 * What loads with the plugins instead of with the page. `networks` completes the networks of `Generated.config`, by CAIP-2
 * id. What is in `Generated` wins over what is here.
 */
export type Rest = Pick<Generated, 'chains' | 'parts'> & {
  readonly config?: Config
  readonly networks?: Readonly<
    Record<
      string,
      Pick<CaipNetwork, 'assets' | 'blockExplorers'> & { rpcUrls?: Pick<CaipNetwork['rpcUrls'], 'chainDefault'> }
    >
  >
}

export type LoadPlugins = () => Promise<{ default: PluginList }>

/** What the build generates as `virtual:walletkit`, or a developer writes by hand. */
export type Generated = {
  config: Config
  chains?: readonly Chain[]
  /** The plugins, or a function that loads them when the modal is first needed. */
  plugins?: PluginList | LoadPlugins
  parts?: Parts
  /** Loads the modal while the page is idle: `whenIdle`, which a config with `preload: "idle"` brings. */
  whenIdle?: (load: () => void) => () => void
  /** What `chooseLanguage` returns; `config.locale` has to be its `locale`. Without it, texts are English. */
  language?: Language
}

/** Parts of the core that only some configs need; each loads when it is first needed. */
/** Pictures that ship with the page. Each name but those of `images` is a key of `images`, whose values are `data:` URLs. */
export type Icons = {
  readonly images: Readonly<Record<string, string>>
  /** By CAIP-2 id. */
  readonly networks: Readonly<Record<string, string>>
  /** Of a network's own currency, by its symbol. */
  readonly currencies: Readonly<Record<string, string>>
  /** By CAIP-2 id, then by address, which is in lower case on EVM networks. */
  readonly tokens: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** By the name that the config gives the wallet. */
  readonly wallets: Readonly<Record<string, string>>
}

export type Parts = {
  /** Remote sessions: `walletkit/walletconnect`. */
  remote?: LoadRemote
  /** Sends tracking events: `walletkit/analytics`. */
  analytics?: LoadAnalytics
  /** Login without a wallet: `walletkit/auth`. */
  auth?: LoadAuth
  /** Sign-in with a wallet's signature: `walletkit/siwx`. */
  siwx?: LoadSiwx
  /** Verify signatures in the page, by namespace: `walletkit/siwx/eip155`. */
  verifiers?: Verifiers
}
