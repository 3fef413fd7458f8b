/* Written by schema/generate.ts from the composed schema. Do not edit. */

/**
 * A language that walletkit has texts in; en-XA is for tests of a site's layout.
 */
export type LanguageTag =
  'en' | 'ar' | 'de' | 'es' | 'fr' | 'hi' | 'ja' | 'ko' | 'pt-BR' | 'ru' | 'tr' | 'vi' | 'zh-Hans' | 'en-XA'

/**
 * What walletkit.config.json may say. Options that JSON cannot hold are passed to createWalletKit in code.
 */
export interface WalletKitConfig {
  /**
   * Where editors find this schema.
   */
  $schema?: string
  /**
   * The project id that goes with every call to the services. Any non-empty text works with the sandbox.
   */
  projectId: string
  /**
   * How the page introduces itself to wallets.
   */
  metadata?: {
    /**
     * The page's name.
     */
    name?: string
    /**
     * One sentence about the page.
     */
    description?: string
    /**
     * The page's address.
     */
    url?: string
    /**
     * Addresses of the page's icons.
     */
    icons?: string[]
  }
  /**
   * The networks that the page works on: CAIP-2 ids (eip155:1) or whole network objects. The first is the default.
   *
   * @minItems 1
   */
  networks: (
    | (
        | 'eip155:1'
        | 'eip155:5'
        | 'eip155:11155111'
        | 'eip155:10'
        | 'eip155:420'
        | 'eip155:42161'
        | 'eip155:421613'
        | 'eip155:137'
        | 'eip155:80001'
        | 'eip155:42220'
        | 'eip155:1313161554'
        | 'eip155:1313161555'
        | 'eip155:56'
        | 'eip155:97'
        | 'eip155:43114'
        | 'eip155:43113'
        | 'eip155:324'
        | 'eip155:280'
        | 'eip155:100'
        | 'eip155:8453'
        | 'eip155:84531'
        | 'eip155:84532'
        | 'eip155:7777777'
        | 'eip155:999'
        | 'eip155:5000'
        | 'eip155:59144'
        | 'eip155:534352'
        | 'eip155:250'
        | 'eip155:8217'
        | 'eip155:560048'
        | 'eip155:421614'
        | 'eip155:11155420'
        | 'eip155:80002'
        | 'eip155:59141'
        | 'eip155:534351'
        | 'eip155:300'
        | 'eip155:130'
        | 'eip155:1301'
        | 'eip155:146'
        | 'eip155:81457'
        | 'eip155:80094'
        | 'eip155:480'
        | 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
        | 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
        | 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
        | 'bip122:000000000019d6689c085ae165831e93'
        | 'bip122:000000000933ea01ad0ee984209779ba'
        | 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
        | 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
        | 'polkadot:e143f23803ac50e8f6f8e62695d1ce9e'
        | 'eip155:31337'
        | 'eip155:31338'
        | 'solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh'
        | 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
        | 'polkadot:2b086afabd2c77b63e5e147e308568e2'
      )
    | NetworkObject
  )[]
  /**
   * The CAIP-2 id of the network that a new visitor starts on.
   */
  defaultNetwork?: string
  /**
   * No adapters: remote sessions only. Default: false.
   */
  basic?: boolean
  /**
   * The hosts that the page may contact, or a preset: sandbox (a local back end), reown (the public hosts). No other host is contacted.
   */
  services?: ('sandbox' | 'reown') | ServiceAddresses
  /**
   * What the modal can do. true is on with the defaults, an object is on with options, false leaves no byte.
   */
  features?: {
    /**
     * List wallets beside the email login. Default: true.
     */
    emailShowWallets?: boolean
    /**
     * Usage events. Sent only where services.analytics is named. Default: true.
     */
    analytics?: boolean | AnalyticsOptions
    /**
     * The All Wallets entry. true is SHOW. Default: SHOW.
     */
    allWallets?: boolean | ('SHOW' | 'HIDE' | 'ONLY_MOBILE')
    /**
     * Ask for consent before connecting. Default: false.
     */
    legalCheckbox?: boolean
    /**
     * Put the wallet list behind one entry. Default: false.
     */
    collapseWallets?: boolean
    /**
     * The order of the account's buttons. Default: onramp, swaps, receive, send.
     */
    walletFeaturesOrder?: ('onramp' | 'swaps' | 'receive' | 'send')[]
    /**
     * The order of the ways to connect. Default: email, social, wallet.
     */
    connectMethodsOrder?: ('email' | 'social' | 'wallet' | 'passkey')[]
    /**
     * Approvals: who may take tokens of the account, contracts or delegates on Solana, and ending that. Default: false.
     */
    approvals?: boolean | {}
    /**
     * Email login. true is {}. Default: true.
     */
    email?: boolean | {}
    /**
     * Activity: what the account did, and what left from this browser. Default: true.
     */
    history?: boolean | {}
    /**
     * Account names. Default: true.
     */
    names?:
      | boolean
      | {
          /**
           * The suffix that the provider issues; reown.id unless given.
           */
          suffix?: string
          /**
           * The zone that suggestions are asked for; the suffix unless given.
           */
          zone?: string
        }
    /**
     * The on-ramp: buying tokens with a card or from a bank account. Default: true.
     */
    onramp?:
      | boolean
      | {
          /**
           * Who sells, in this order. Coinbase and Meld.io unless given.
           */
          providers?: {
            /**
             * The key, as events name it.
             */
            name: string
            /**
             * The name that is shown; the key unless given.
             */
            label?: string
            /**
             * Shown beside the name; 1-2% unless given.
             */
            feeRange?: string
            /**
             * Where it sells; everywhere unless given.
             */
            namespaces?: ('eip155' | 'solana')[]
            /**
             * A page of its own, with {address}, {symbol}, {amount}, {currency} and {network} filled in. Without one services.api is asked for a page.
             */
            url?: string
            /**
             * Where the page of services.api may be, such as pay.example.com. Unless given: the hosts of Coinbase and Meld.io for their names, those of Coinbase for others.
             */
            hosts?: string[]
            /**
             * A picture, from a host that the config names.
             */
            iconUrl?: string
          }[]
          /**
           * Used when the service's list cannot be loaded.
           */
          defaults?: {
            purchaseCurrencies?: {
              [k: string]: unknown
            }[]
            paymentCurrencies?: {
              [k: string]: unknown
            }[]
          }
        }
    /**
     * A wallet of the visitor's device: a smart account that a passkey owns. Needs bundler. Default: false.
     */
    passkey?:
      | boolean
      | {
          /**
           * An endpoint that answers both a node's methods and those of an ERC-4337 bundler (EntryPoint 0.8), as https://bundler.example/{chainId}. {chainId} becomes the network's number.
           */
          bundler?: string
          /**
           * The domain that the passkeys belong to: the page's host, or a domain above it to share the accounts between its subdomains. A later change leaves visitors without their accounts. Default: the page's host.
           */
          rpId?: string
          /**
           * The tokens in which visitors may pay network fees where your paymaster does not pay, as eip155:8453/erc20:0x8335… (CAIP-19), in the order in which they are offered. Needs services.paymaster, which has to take them. Default: none.
           */
          feeTokens?: string[]
        }
    /**
     * Showing the account's address and its QR code. Default: true.
     */
    receive?: boolean | {}
    /**
     * Sending the native currency and tokens, on EVM networks and Solana. Default: true.
     */
    send?:
      | boolean
      | {
          /**
           * CAIP-10 addresses of more tokens whose transfer returns nothing, as USDT's.
           */
          noReturnTokens?: string[]
        }
    /**
     * Smart sessions. Default: false.
     */
    smartSessions?: boolean | {}
    /**
     * Social logins offered, in this order. Default: true.
     */
    socials?: boolean | ('google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook')[]
    /**
     * Swapping one token for another, through a provider whose quotes are checked before a wallet is asked. Default: true.
     */
    swaps?:
      | boolean
      | {
          /**
           * How much less than quoted may arrive, in percent; default 1.
           */
          slippage?: number
          /**
           * The share of the paid amount that the provider takes, in percent, which the screen shows; default 0.85.
           */
          providerFee?: number
          /**
           * CAIP-2 ids of networks that can be swapped on, beside the twelve that are known.
           */
          chains?: string[]
          /**
           * Symbols of the tokens that the picker suggests, in place of the usual ones.
           */
          suggestedTokens?: string[]
          /**
           * CAIP-10 addresses of the exchange contracts that approvals and swaps may go to, beside the known ones.
           */
          routers?: string[]
          /**
           * Lets a visitor who types a word accept a loss of 15 percent and more; default false, which blocks it.
           */
          allowHighImpact?: boolean
          /**
           * Where quotes and transactions come from: the blockchain API. A page may pass an object of its own in code.
           */
          provider?: 'api'
        }
  }
  /**
   * The order of the wallet rows by kind.
   */
  connectorTypeOrder?: ('walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended')[]
  /**
   * Which wallets are listed.
   */
  wallets?: {
    /**
     * Only these ids of the wallet list.
     */
    include?: string[]
    /**
     * Never these ids, nor connectors of their rdns.
     */
    exclude?: string[]
    /**
     * These ids first, in this order.
     */
    featured?: string[]
    /**
     * A wallet list of your own: inline, or the path of a JSON file that the build inlines.
     */
    list?: string | WalletEntry[]
    /**
     * Wallets beside the list.
     */
    custom?: WalletEntry[]
  }
  /**
   * Sign-in with a wallet signature. Default: off.
   */
  siwx?: boolean | SiwxOptions
  /**
   * Sign-in on EVM chains by functions of yours in the older form, passed in code: createWalletKit(generated, { siweConfig }). Cannot stand beside siwx. Default: off.
   */
  siweConfig?: boolean | SiweOptions
  /**
   * How the modal looks.
   */
  theme?: {
    /**
     * Default: system.
     */
    mode?: 'light' | 'dark' | 'system'
    /**
     * A named look, for light and dark.
     */
    preset?: 'default' | 'soft' | 'sharp' | 'midnight' | 'paper' | 'terminal' | 'bloom'
    /**
     * Your colour. What is written on it, and texts in it, are chosen so that they can be read.
     */
    accent?: string
    /**
     * Values for the --wk-* custom properties.
     */
    variables?: {
      [k: string]: string
    }
  }
  /**
   * Shown under the ways to connect.
   */
  termsConditionsUrl?: string
  /**
   * Shown under the ways to connect.
   */
  privacyPolicyUrl?: string
  /**
   * The preferred account type of each namespace. Defaults: eip155 smartAccount, solana eoa, polkadot eoa, bip122 payment.
   */
  defaultAccountTypes?: {
    /**
     * Default: smartAccount.
     */
    eip155?: 'eoa' | 'smartAccount'
    /**
     * Default: eoa.
     */
    solana?: 'eoa' | 'smartAccount'
    /**
     * Default: eoa.
     */
    polkadot?: 'eoa'
    /**
     * Default: payment.
     */
    bip122?: 'payment' | 'eoa'
  }
  /**
   * Sent with every API call. Default: walletkit.
   */
  sdkType?: string
  /**
   * Sent with every API call. Default: html-wagmi-undefined.
   */
  sdkVersion?: string
  /**
   * JSON-RPC addresses by CAIP-2 id, asked before any other.
   */
  customRpcUrls?: {
    /**
     * @minItems 1
     */
    [k: string]: string[]
  }
  /**
   * Images of your own, and whether walletkit's ship with the page.
   */
  images?: {
    /**
     * Whether icons of the networks, their best-known tokens and the wallets that this file names ship with the page. Default: true.
     */
    builtIn?: boolean
    /**
     * The image service. Default: services.images.
     */
    base?: string
    /**
     * Addresses of images, or ids at the image service, by CAIP-2 id.
     */
    networks?: {
      [k: string]: string
    }
    /**
     * Addresses of images by connector id.
     */
    connectors?: {
      [k: string]: string
    }
  }
  /**
   * The token whose balance the account button shows, by CAIP-2 id.
   */
  tokens?: {
    [k: string]: {
      /**
       * The token's address.
       */
      address: string
      /**
       * An address of its image.
       */
      image?: string
    }
  }
  /**
   * The address that stands for the native token, by namespace.
   */
  nativeTokens?: {
    /**
     * Default: 0x and forty e.
     */
    eip155?: string
    /**
     * Default: the wrapped SOL address.
     */
    solana?: string
    /**
     * Default: 0x.
     */
    polkadot?: string
    /**
     * Default: 0x.
     */
    bip122?: string
  }
  /**
   * When the modal's code is fetched before the click. intent: when the visitor points at, touches or focuses a button; the page fetches nothing by itself. idle: also once the page is idle, about 25 kB, but never on a 2g connection or for a visitor who saves data. Default: intent.
   */
  preload?: 'idle' | 'intent'
  /**
   * The modal stands in the page's flow. Default: false.
   */
  embedded?: boolean
  /**
   * The page shows everything itself: the build leaves the modal and its screens out. Default: false.
   */
  headless?: boolean
  /**
   * The modal is not attached to the page's body. Default: false.
   */
  disableAppend?: boolean
  /**
   * List wallets at all. Default: true.
   */
  enableWallets?: boolean
  /**
   * Offer window.ethereum. Default: true.
   */
  enableInjected?: boolean
  /**
   * Offer announced wallets. Default: true.
   */
  enableEIP6963?: boolean
  /**
   * Offer remote sessions. Default: true, where the build holds them.
   */
  enableWalletConnect?: boolean
  /**
   * Offer Coinbase's wallet. Default: true, where the build holds it.
   */
  enableCoinbase?: boolean
  /**
   * Show the help for people without a wallet. Default: true.
   */
  enableWalletGuide?: boolean
  /**
   * Let visitors switch networks. Default: true.
   */
  enableNetworkSwitch?: boolean
  /**
   * Connect again after a reload. Default: true.
   */
  enableReconnect?: boolean
  /**
   * Log the login frame's messages. Default: true.
   */
  enableAuthLogger?: boolean
  /**
   * Print every reported error in the console, with the wallet's or service's own error. Default: false.
   */
  debug?: boolean
  /**
   * Accept networks that the list lacks. Default: false.
   */
  allowUnsupportedChain?: boolean
  /**
   * What a remote session asks a wallet for.
   */
  walletConnect?: {
    /**
     * CAIP-2 ids.
     */
    chains?: string[]
    /**
     * JSON-RPC methods.
     */
    methods?: string[]
    /**
     * Events.
     */
    events?: string[]
    /**
     * JSON-RPC addresses by CAIP-2 id.
     */
    rpcMap?: {
      [k: string]: string
    }
  }
  /**
   * Other hosts for visitors of some time zones; the first rule that names theirs counts. No effect by default.
   */
  hostRules?: HostRule[]
  /**
   * Plugins that are not of walletkit: packages, or folders of the project.
   */
  plugins?: (
    | string
    | {
        /**
         * A package's name, or a folder as ./plugins/tip-jar.
         */
        name: string
        /**
         * What the plugin may do; it is refused when it asks for more.
         */
        grants?: {
          /**
           * JSON-RPC methods that it may ask the wallet for.
           */
          methods?: string[]
          /**
           * Keys of services whose hosts it calls.
           */
          services?: string[]
          /**
           * Origins that it may call; "option:url" is the origin in its option url.
           */
          hosts?: string[]
          /**
           * Storage keys that it may read and write.
           */
          storage?: string[]
          /**
           * Endings of names that it may find an account for.
           */
          names?: string[]
          /**
           * What it may know about the person.
           */
          identity?: ('email' | 'profile' | 'accounts')[]
          /**
           * Events of the active account that it may listen to.
           */
          events?: ('transaction' | 'signature' | 'session')[]
          /**
           * Events that start it before a visitor opens a part of it.
           */
          activate?: ('onConnect' | 'onTransaction' | 'onIdle' | 'onOpen')[]
          /**
           * Places of the modal that it may add to.
           */
          slots?: string[]
        }
      }
  )[]
  /**
   * The only locale of the page, as en or pt-BR. Default: the visitor's.
   */
  locale?: string
  /**
   * Where your services name the rate, values are in this currency (ISO 4217); otherwise in US dollars. "auto": that of the visitor's region. Default: USD.
   */
  currency?: string
  /**
   * The languages of the modal's texts; the first is for visitors who want none of them. "auto": all of them, English first. Default: English.
   */
  languages?: 'auto' | LanguageTag[]
  /**
   * Texts of your own by message key; an absent key stays English.
   */
  messages?: {
    [k: string]: string
  }
  /**
   * Gzip bytes over React that the build may not exceed (kB = 1,000 bytes).
   */
  budgets?: {
    /**
     * Fetched with the page. Default: 6000.
     */
    eager?: number
    /**
     * Fetched until Connect shows, eager included. Default: 30000.
     */
    firstOpen?: number
  }
}
/**
 * A network that no id names.
 */
export interface NetworkObject {
  /**
   * The reference inside its namespace: a chain id on eip155.
   */
  id: number | string
  /**
   * The CAIP-2 namespace. Default: eip155.
   */
  chainNamespace?: 'eip155' | 'solana' | 'polkadot' | 'bip122'
  /**
   * The CAIP-2 id. Default: namespace:id.
   */
  caipNetworkId?: string
  /**
   * The name that visitors see.
   */
  name: string
  /**
   * The currency that pays for gas.
   */
  nativeCurrency: {
    /**
     * As Ether.
     */
    name: string
    /**
     * As ETH.
     */
    symbol: string
    /**
     * As 18.
     */
    decimals: number
  }
  /**
   * Where the network is asked.
   */
  rpcUrls: {
    /**
     * Asked in this order.
     */
    default: {
      /**
       * HTTP addresses.
       *
       * @minItems 1
       */
      http: string[]
      /**
       * Accepted and unused.
       */
      webSocket?: string[]
    }
  }
  /**
   * Where addresses and transactions can be looked at.
   */
  blockExplorers?: {
    default: {
      /**
       * The explorer's name.
       */
      name: string
      /**
       * Its address.
       */
      url: string
    }
  }
  /**
   * Its currency has no price.
   */
  testnet?: boolean
  /**
   * Its image.
   */
  assets?: {
    /**
     * An id of the image service.
     */
    imageId?: string
    /**
     * An address of an image.
     */
    imageUrl?: string
  }
}
/**
 * One address for each service.
 */
export interface ServiceAddresses {
  /**
   * Balances, prices, names, swaps.
   */
  api?: string
  /**
   * JSON-RPC for the networks it knows.
   */
  rpc?: string
  /**
   * The wallet list.
   */
  wallets?: string
  /**
   * Where events are sent.
   */
  analytics?: string
  /**
   * The frame of email and social logins.
   */
  secureSite?: string
  /**
   * The relay of remote sessions.
   */
  relay?: string
  /**
   * What vouches to wallets for the page's origin.
   */
  verify?: string
  /**
   * Images of wallets, networks and tokens.
   */
  images?: string
  /**
   * Your paymaster (ERC-7677), which pays network fees on EVM networks for visitors whose wallet can use one, as https://paymaster.example/{chainId}. {chainId} becomes the network's number.
   */
  paymaster?: string
}
/**
 * On, with options.
 */
export interface AnalyticsOptions {
  /**
   * Send nothing before kit.setConsent(true).
   */
  consent?: 'required'
}
/**
 * One wallet, in the shape of the wallet-list API.
 */
export interface WalletEntry {
  /**
   * Its id.
   */
  id: string
  /**
   * Its name.
   */
  name: string
  /**
   * certified or none.
   */
  badge_type?: string | null
  /**
   * CAIP-2 ids.
   */
  chains?: string[]
  /**
   * Its site.
   */
  homepage?: string | null
  /**
   * An id of the image service.
   */
  image_id?: string | null
  /**
   * An address of its image.
   */
  image_url?: string | null
  /**
   * Its rank.
   */
  order?: number | null
  /**
   * Opens its mobile app: its own scheme (mywallet://), or an https link. Without 'wc': 'wc?uri=…' is added.
   */
  mobile_link?: string | null
  /**
   * Opens its desktop app; written like mobile_link.
   */
  desktop_link?: string | null
  /**
   * Opens its web app, an https link; written like mobile_link. No fallback for a missing app.
   */
  webapp_link?: string | null
  /**
   * Where it is installed from.
   */
  app_store?: string | null
  /**
   * Where it is installed from.
   */
  play_store?: string | null
  /**
   * Where it is installed from.
   */
  chrome_store?: string | null
  /**
   * Its reverse-domain id.
   */
  rdns?: string | null
  /**
   * How it shows in a page.
   */
  injected?:
    | {
        /**
         * A chain namespace.
         */
        namespace?: string
        /**
         * Its id there.
         */
        injected_id?: string
      }[]
    | null
}
/**
 * On, with options.
 */
export interface SiwxOptions {
  /**
   * A visitor who declines is disconnected. Default: true.
   */
  required?: boolean
  /**
   * Where sessions are kept.
   */
  storage?: 'local' | 'server'
  /**
   * The server half's address, for storage server. Default: /siwx of the page's origin.
   */
  endpoint?: string
  /**
   * The sentence that the visitor signs.
   */
  statement?: string
  /**
   * A session's life in ms. Default: without end.
   */
  expiration?: number
  /**
   * The domain in the message. Default: the page's host.
   */
  domain?: string
  /**
   * The address in the message. Default: the page's origin.
   */
  uri?: string
  /**
   * Resources in the message.
   */
  resources?: string[]
  /**
   * Wallets over the relay connect and sign in by one approval, where all networks are EVM ones. Default: true.
   */
  oneClick?: boolean
}
/**
 * On, with options; those of the code count where both are there.
 */
export interface SiweOptions {
  /**
   * A visitor who does not sign is disconnected. Default: true.
   */
  required?: boolean
  /**
   * Default: true.
   */
  signOutOnDisconnect?: boolean
  /**
   * Default: true. Off: a session stays good for the wallet's other accounts.
   */
  signOutOnAccountChange?: boolean
  /**
   * Default: true. Off: a session stays good on other networks.
   */
  signOutOnNetworkChange?: boolean
  /**
   * ms between two looks whether the session still stands. Default: 300000; 0: none.
   */
  sessionRefetchIntervalMs?: number
}
export interface HostRule {
  /**
   * IANA names. Default: those of mainland China, Hong Kong and Macau.
   *
   * @minItems 1
   */
  timezones?: string[]
  /**
   * Their addresses.
   */
  services: {
    /**
     * In place of services.api.
     */
    api?: string
    /**
     * In place of services.rpc.
     */
    rpc?: string
    /**
     * In place of services.wallets.
     */
    wallets?: string
    /**
     * In place of services.analytics.
     */
    analytics?: string
    /**
     * In place of services.secureSite.
     */
    secureSite?: string
    /**
     * In place of services.relay.
     */
    relay?: string
    /**
     * In place of services.verify.
     */
    verify?: string
    /**
     * In place of services.images.
     */
    images?: string
    /**
     * In place of services.paymaster.
     */
    paymaster?: string
  }
}
