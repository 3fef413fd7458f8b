/**
 * What a plugin is handed: clone reads and checked verbs (decisions 5.9). Permissions are a lint and an accident wall,
 * not a sandbox: code of the same page can always do what a page can do.
 */
import type { AccountState } from '../state/accounts.ts'
import type { CaipNetwork } from '../chains/network.ts'
import type { TransactionReceipt } from '../chains/adapter.ts'
import type { TokenBalance } from '../data/balance.ts'
import type { ErrorRows } from '../errors/catalogue.ts'
import type { Reported } from '../errors/report.ts'
import type { TrackingEvents } from '../plugin.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { Sent, SentNote } from '../data/sent.ts'
import type { Login } from '../auth/contract.ts'
import type { ParamsOf, ViewName } from './definePlugin.ts'

/** A frozen copy of the active account; `undefined` address when nobody is connected. */
export type PluginAccount = Readonly<
  Pick<
    AccountState,
    | 'address'
    | 'caipAddress'
    | 'status'
    | 'allAccounts'
    | 'balance'
    | 'balanceSymbol'
    | 'preferredAccountType'
    | 'profileName'
    | 'profileImage'
    | 'connectedWalletInfo'
    | 'tokenBalance'
    | 'addressExplorerUrl'
  >
> & { readonly namespace: Namespace | undefined }

/**
 * A call of ours to the chain, in base units (wei). `from` is the active account, the chain is the active network.
 * `gas` and `gasPrice` are for a transfer that spends a whole balance; otherwise the wallet chooses better.
 */
/** Amounts in base units; `data` as in `TransactionRequest`. */
export type PluginTransaction = { to: string; value?: bigint; data?: string; gas?: bigint; gasPrice?: bigint }

export type PluginKit = {
  readonly id: string
  /** Aborted when the kit is destroyed: for waits, polls and listeners. */
  readonly signal: AbortSignal
  /** For numbers and dates: the config's `locale`, else the browser's first that is a BCP 47 tag, else `en`. */
  readonly locale: string
  /** The site's project, as services ask for it. */
  readonly projectId: string | undefined
  /** Of the services that it may call, those that the config names. */
  readonly services: readonly string[]
  /** The options that the controller was made with, as they are now: a site may set others (`updateFeatures`). A copy. */
  options: () => unknown
  account: () => PluginAccount
  network: () => CaipNetwork | undefined
  networks: () => readonly CaipNetwork[]
  /** Runs on every change of the active account or network. Stopped when the kit is destroyed, or by the return value. */
  onChange: (listener: () => void) => () => void
  /** Runs whenever the modal closes, by whomever; a view stays mounted until another one is opened. */
  onClose: (listener: () => void) => () => void

  /**
   * Goes where a button of the account's screen leads (slot `walletFeatures`), by the button's key; `undefined` where no plugin
   * that is on has it for the active network. So one feature offers another without naming its screens. Asked while drawing:
   * a view is drawn again when features change.
   * @example const buy = kit.feature('onramp')
   */
  feature: (key: string) => (() => void) | undefined
  push: <V extends ViewName>(view: V, ...params: ParamsOf<V> extends undefined ? [] : [ParamsOf<V>]) => void
  replace: <V extends ViewName>(view: V, ...params: ParamsOf<V> extends undefined ? [] : [ParamsOf<V>]) => void
  reset: <V extends ViewName>(view: V, ...params: ParamsOf<V> extends undefined ? [] : [ParamsOf<V>]) => void
  back: () => void
  close: () => void

  toast: {
    /** `icon`: a name of the stroke set, such as `copy`; a check without one, or where the set has no such icon. */
    success: (message: string, icon?: string) => void
    error: (message: string) => void
    loading: (message: string) => void
    hide: () => void
  }
  /** Turns a thrown value into its surface (toast, alert, inline) and returns the text. Call it once, at the edge. */
  report: (error: unknown, code: string, rows?: ErrorRows) => Reported
  track: <E extends keyof TrackingEvents>(
    event: E,
    ...properties: TrackingEvents[E] extends undefined ? [] : [TrackingEvents[E]]
  ) => void
  /** The text of a message key, in the page's language. */
  text: (key: string, english: string, values?: Record<string, string | number>) => string

  /** Tokens of the active account on the active network, from the API or the chain. Throws when neither answers. */
  fetchBalances: (options?: { force?: boolean }) => Promise<readonly TokenBalance[]>
  /** What stands for the native currency in calls of services, as CAIP-10; the config's `nativeTokens` may change it. */
  nativeToken: () => string | undefined
  /** USD for one unit of the native currency; `undefined` when no service tells. */
  fetchNativePrice: () => Promise<number | undefined>
  /** Finds the account behind a name by every resolver that the build holds. */
  resolveName: (name: string) => Promise<{ address: string; name: string; avatar?: string } | undefined>
  isAddress: (text: string) => boolean
  /** Shows another name for the active account, as after its registration. Forgotten when the account changes. */
  setProfileName: (name: string) => void
  /**
   * Signing in without a wallet. Rejects for a plugin without `secureSite` among its `permissions.services`, and with
   * `FRAME_FAILED` where the config names no such service.
   */
  login: () => Promise<Login>
  /** The plugin's own texts in local storage, under `@appkit/`: only keys that its `permissions.storage` names. */
  storage: {
    get: (key: string) => string | undefined
    set: (key: string, value: string) => void
    remove: (key: string) => void
  }

  /**
   * The page's `fetch`, to the origins of `permissions.hosts` only (https, or http of this computer): without cookies,
   * without following redirects, and aborted when the kit is destroyed. Rejects with code `PERMISSION` for another origin.
   */
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>

  chain: {
    /** Base units of the native currency: the active account's, or those of another address. */
    getBalance: (address?: string) => Promise<bigint>
    /** Wei for one unit of gas. */
    getGasPrice: () => Promise<bigint>
    estimateGas: (transaction: PluginTransaction) => Promise<bigint>
    /** The whole fee in base units, where it is not gas times its price (Solana). */
    estimateFee: (transaction: PluginTransaction) => Promise<bigint>
    getToken: (address: string) => Promise<{ balance: bigint; decimals: number; symbol: string }>
    /**
     * The transaction that moves `amount` base units of an ERC-20. Rejects where the token says that it refuses. Tokens of
     * the USDT shape, whose transfer returns nothing, are known; `noReturnTokens` are CAIP-10 addresses of more of them.
     */
    buildTransfer: (transfer: {
      token: string
      to: string
      amount: bigint
      noReturnTokens?: readonly string[]
    }) => Promise<PluginTransaction>
    /**
     * Asks the wallet; resolves with the hash once the wallet gave one. Never retried. Emits `transaction` first, and the
     * hash is written down with the `note` (what it is for), so that Activity shows it at once. Throws `TX_UNCERTAIN` where
     * the wallet failed and a transaction of the account reached an EVM network all the same.
     */
    sendTransaction: (transaction: PluginTransaction, note?: SentNote) => Promise<string>
    /** Asks the wallet to sign a text; resolves with the signature. Needs `personal_sign` (EIP-191). Never retried. */
    signMessage: (text: string) => Promise<string>
    /**
     * A read of the active network (`eth_call`, say) that `permissions.methods` names; resolves with the node's answer,
     * unparsed. What asks a wallet is refused: that goes through the verbs.
     */
    request: (method: string, params?: readonly unknown[]) => Promise<unknown>
    /**
     * What left from this browser, by every plugin and account, newest first; also over a reload. A plugin of others is
     * told of the active account's.
     */
    sent: () => readonly Sent[]
    /**
     * What the wallet says that it can do, by hex chain id (EIP-5792). Needs `wallet_getCapabilities`. Rejects when the
     * wallet does not answer within 3 s.
     */
    getCapabilities: () => Promise<Record<string, Record<string, unknown>>>
    /**
     * Asks the wallet to let a key act for the account (ERC-7715); resolves with its answer, unparsed. Needs
     * `wallet_grantPermissions`; refused to plugins of others. Never retried.
     */
    grantPermissions: (request: Readonly<Record<string, unknown>>) => Promise<unknown>
    /** On the network that it was sent on, which need not be the active one any more. */
    waitForTransaction: (
      hash: string,
      options?: { caipNetworkId?: string; signal?: AbortSignal },
    ) => Promise<TransactionReceipt>
    explorerUrl: (hash: string, caipNetworkId?: string) => string | undefined
    /** The strict check of an address, its checksum included where it carries one. */
    isAddress: (text: string) => Promise<boolean>
  }
}
