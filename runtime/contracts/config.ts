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

/**
 * `payment` and `ordinal` occur on Bitcoin only: the address that sends payments, and the one that holds inscriptions.
 */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'
export type ThemeMode = 'light' | 'dark'
export type Metadata = { name: string; description: string; url: string; icons: string[] }

/**
 * The hosts of the services that the page uses. The page also contacts the hosts of its networks, of images and a
 * sign-in endpoint (`siwx.endpoint`) that the config names, and the origins that a plugin declares in
 * `permissions.hosts`.
 */
export type Services = {
  api?: string
  rpc?: string
  wallets?: string
  analytics?: string
  secureSite?: string
  relay?: string
  /** The service that confirms the page's origin to remote wallets. Without it, wallets get no confirmation. */
  verify?: string
  images?: string
  /** The site's paymaster (ERC-7677), with `{chainId}` where the decimal chain id goes. EVM networks only. */
  paymaster?: string
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

/**
 * Options by feature key. For the feature of a plugin, `false` turns it off, `true` turns it on, and an object or list
 * turns it on with these options. The fields that are named here have values of their own.
 */
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
    /**
     * `preset` is the name of a ready-made theme, `accent` the site's colour. The build turns both into a style sheet.
     */
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
  /** The address that stands for the native token in requests to services, by namespace. */
  nativeTokens?: Record<string, string>
  /**
   * Replaces what a remote session requests from the wallet: networks (CAIP-2 ids), JSON-RPC methods and events.
   * `rpcMap` adds or replaces the RPC URLs that the relay client uses, by CAIP-2 id.
   */
  walletConnect?: { chains?: string[]; methods?: string[]; events?: string[]; rpcMap?: Record<string, string> }
  /**
   * Other hosts for visitors in some time zones; the first rule that lists the visitor's zone applies
   * (`hostRules.ts`).
   */
  hostRules?: { timezones: string[]; services: Services }[]
  /** Sign-in with a wallet's signature. */
  siwx?: boolean | SiwxOptions
  /** Sign-in with the site's existing SIWE functions, which it passes in code. It cannot be combined with `siwx`. */
  siweConfig?: boolean | SiweOptions
  /**
   * When the modal's code is fetched before a click needs it. `intent` (default): when the visitor points at, touches
   * or focuses a button of walletkit. `idle`: also once the page is idle.
   */
  preload?: 'idle' | 'intent'
  embedded?: boolean
  /** The page shows everything itself: the build contains no modal. */
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
  /**
   * The site's own texts by message key. For a missing key, the text of the visitor's language is shown, else the
   * English one.
   */
  messages?: Record<string, string>
  locale?: string
  /**
   * The currency of values (ISO 4217), or `auto` for the visitor's region. Values are in USD until a service has sent a
   * rate.
   */
  currency?: string
}

/** Texts by message key. A key may have a text for each plural category, such as `all.found.one`. */
export type Messages = Readonly<Record<string, string>>

/**
 * The languages of a page by BCP 47 tag. Visitors who speak none of them get the first. `words` are the texts of the
 * page's buttons, which load with the page. `load` fetches all texts, with the modal. English needs neither.
 */
export type Languages = Readonly<
  Record<
    string,
    {
      readonly words?: Messages
      readonly load?: () => Promise<{ default: Messages }>
      /**
       * No native speaker has checked this translation, so screens that approve payments also offer the English text.
       */
      readonly unread?: boolean
    }
  >
>

/** The language that a visitor gets. */
export type Language = {
  readonly tag: string
  /** The tag for dates and amounts: the visitor's own, such as `de-CH` when `tag` is `de`. */
  readonly locale: string
  /** Loads all texts. Never rejects: if the fetch fails, only `words` are translated, and the next call tries again. */
  readonly load: () => Promise<void>
  readonly text: (key: string, values?: Readonly<Record<string, string | number>>) => string | undefined
  /** See {@link Languages}. */
  readonly unread?: boolean
  /**
   * The language in which a server renders the page, because it does not know the visitor. Absent on the server itself.
   */
  readonly server?: Language
}

/**
 * The page's plugins. `icons` loads the pictures of the networks, tokens and wallets that the config names. `look` is
 * the style sheet of the config's preset and accent. `rest` is the part of the config that buttons do not need, so it
 * loads only with the modal or a session.
 */
export type PluginList = readonly AnyPlugin[] & {
  readonly icons?: () => Promise<{ default: Icons }>
  readonly look?: string
  readonly rest?: Rest
  /**
   * The HTML of the Connect view in English, as the build rendered it, so that the view shows before React has loaded
   * (ui/ahead).
   */
  readonly ahead?: string
}

/**
 * The part of {@link Generated} that loads with the plugins instead of with the page. `networks` adds fields to the
 * networks of `Generated.config`, by CAIP-2 id. If both have a field, that of `Generated` is used.
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
  /** The plugins, or a function that loads them when they are first needed: with the modal, or for a session. */
  plugins?: PluginList | LoadPlugins
  parts?: Parts
  /**
   * Calls `load` once the page is idle; returns a function that cancels it. Set for a config with `preload: "idle"`.
   */
  whenIdle?: (load: () => void) => () => void
  /** What `chooseLanguage` returns; set `config.locale` to its `locale`. Default: English and `config.messages`. */
  language?: Language
}

/**
 * Pictures that ship with the page, as `data:` URLs in `images`. The values of the other records are keys of `images`.
 */
export type Icons = {
  readonly images: Readonly<Record<string, string>>
  /** Pictures of networks, by CAIP-2 id. */
  readonly networks: Readonly<Record<string, string>>
  /** Pictures of networks' own currencies, by symbol. */
  readonly currencies: Readonly<Record<string, string>>
  /** Pictures of tokens, by CAIP-2 id, then by address (in lower case on EVM networks). */
  readonly tokens: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Pictures of wallets, by the name that the config gives the wallet. */
  readonly wallets: Readonly<Record<string, string>>
}

/** Parts of the core that only some configs need. Each loads when it is first needed. */
export type Parts = {
  /** Remote sessions (WalletConnect): `() => import('walletkit/walletconnect')`. */
  remote?: LoadRemote
  /** The code that sends tracking events: `() => import('walletkit/analytics')`. */
  analytics?: LoadAnalytics
  /** Login without a wallet, by email or a social account: `() => import('walletkit/auth')`. */
  auth?: LoadAuth
  /** Sign-in with a wallet's signature: `() => import('walletkit/siwx')`. */
  siwx?: LoadSiwx
  /**
   * The code that verifies signatures in the page, by namespace: `{ eip155: () => import('walletkit/siwx/eip155') }`.
   */
  verifiers?: Verifiers
}
