/**
 * The API that a plugin gets: it returns copies, and checks permissions. Permissions catch accidents and inform the
 * site; they are not a sandbox, because code of a page can always do what the page can do.
 */
import type { AccountState } from '../state/accounts.ts'
import type { CaipNetwork } from './network.ts'
import type { TransactionReceipt } from './adapter.ts'
import type { Simulation } from './simulation.ts'
import type { TokenBalance } from './tokenBalance.ts'
import type { ErrorRows } from '../errors/catalogue.ts'
import type { Reported } from '../state/report.ts'
import type { PluginApis, TrackingEvents } from '../plugin.ts'
import type { PluginEvents } from './pluginEvents.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { Amount } from '../lib/units.ts'
import type { Contact } from '../data/contacts.ts'
import type { SentBatch } from '../data/batches.ts'
import type { Sent, SentNote } from '../data/sent.ts'
import type { Login } from './auth.ts'
import type { Connector } from './connector.ts'
import type {
  BatchCall,
  CallsOptions,
  CallsResult,
  CallsStatus,
  NotedCall,
  TypedData,
  WatchedAsset,
} from './requests.ts'
import type { ParamsOf, ViewName } from './definePlugin.ts'

/** What a plugin is working on for the visitor. The Account view shows it as a card until the visitor has seen its end. */
export type Progress = {
  /** `wallet`: the visitor must act there. `chain`: waits for a block. `done`: it succeeded. */
  state: 'wallet' | 'chain' | 'done'
  /** Who must act, or what happens; one sentence. */
  title: string
  /** What, and to whom. */
  text?: string
  /**
   * The token that it is about. Without `src`, walletkit's own picture of the token with this `address` on the `network`
   * (CAIP-2), or of the network's currency without `address`.
   */
  image?: { name: string; src?: string | undefined; network?: string; address?: string }
  /** Where to look it up: an https address, and what to say about it. */
  link?: { url: string; label: string }
}

/**
 * A frozen copy of the active account; `address` is `undefined` while no account is connected. A third-party plugin gets
 * what its `permissions.identity` names: without `email` the name of a login is `''`, without `profile` the profile is
 * `undefined`, and without `accounts` the only account is the active one.
 */
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
 * A transaction from the active account on the active network. Amounts are in base units (wei); `data` is as in
 * `TransactionRequest`. Set `gas` and `gasPrice` only for a transfer of a whole balance; otherwise the wallet chooses
 * better.
 */
export type PluginTransaction = { to: string; value?: bigint; data?: string; gas?: bigint; gasPrice?: bigint }

export type PluginKit = {
  readonly id: string
  /**
   * Aborts when the kit is destroyed or the plugin's feature is switched off; pass it to waits, polls and listeners.
   */
  readonly signal: AbortSignal
  /** For numbers and dates: the config's `locale`, else the browser's first that is a BCP 47 tag, else `en`. */
  readonly locale: string
  /**
   * A value in US dollars, as prices are, written in the currency that the visitor sees everywhere: the config's, if a service has
   * named its rate, else US dollars. `up` rounds up, for costs.
   *
   * @example
   * ```ts
   * import { parseDecimal, worth, type PluginKit } from 'walletkit/plugin'
   *
   * export async function valueText(kit: PluginKit): Promise<string | undefined> {
   *   const amount = parseDecimal('1.5')
   *   const value = amount && worth(amount, await kit.fetchNativePrice())
   *   return value && kit.fiat(value)
   * }
   * ```
   */
  readonly fiat: (dollars: Amount, rounding?: { up?: boolean }) => string
  /** The site's project id, which services require. */
  readonly projectId: string | undefined
  /** The services that the plugin may call and that the config names. */
  readonly services: readonly string[]
  /**
   * A copy of the plugin's current options: a site may have changed them with `updateFeatures` since the controller was
   * created.
   */
  options: () => unknown
  account: () => PluginAccount
  network: () => CaipNetwork | undefined
  networks: () => readonly CaipNetwork[]
  /**
   * Runs on every change of the active account or network. Ends when the kit is destroyed, or when you call the
   * returned function.
   */
  onChange: (listener: () => void) => () => void
  /**
   * Listens to what the active account does. Needs the event in `permissions.events`. Ends like `onChange`. A listener that
   * a controller adds while it is created also gets the transaction that started it (`activate: ['onTransaction']`).
   * @example kit.on('transaction', ({ hash }) => alertOnce(hash))
   */
  on: <E extends keyof PluginEvents>(event: E, listener: (event: PluginEvents[E]) => void) => () => void
  /**
   * The API of another plugin, frozen; its controller starts with this call. `range` is a caret range, as `^1.2`. Resolves
   * with `undefined` while that plugin is off or not in the build. Rejects for a plugin that `requires` does not name, and
   * for one that provides no API or one of another version.
   * @example const jar = await kit.use('tip-jar', '^1')
   */
  use: <Id extends string>(
    plugin: Id,
    range: string,
  ) => Promise<Readonly<Id extends keyof PluginApis ? PluginApis[Id] : Record<string, unknown>> | undefined>
  /** Runs whenever the modal closes, whatever closed it. The view stays mounted until another one opens. */
  onClose: (listener: () => void) => () => void
  /** Runs whenever the modal opens after it was closed. The view that was shown then may still be mounted. */
  onOpen: (listener: () => void) => () => void

  /**
   * Returns a function that opens what a button of the account view (slot `walletFeatures`) opens, by the button's key;
   * `undefined` when no enabled plugin has that button on the active network. So one feature can offer another without
   * knowing its views. Call it while rendering: views render again when features change.
   * @example const buy = kit.feature('onramp')
   */
  feature: (key: string) => (() => void) | undefined
  /**
   * `push`, `replace` and `reset` of a third-party plugin open its own views, with plain data, and the core's views that do
   * nothing by themselves, without parameters. Otherwise they return a promise that rejects with PERMISSION.
   */
  push: <V extends ViewName>(view: V, ...params: ParamsOf<V> extends undefined ? [] : [ParamsOf<V>]) => void
  replace: <V extends ViewName>(view: V, ...params: ParamsOf<V> extends undefined ? [] : [ParamsOf<V>]) => void
  reset: <V extends ViewName>(view: V, ...params: ParamsOf<V> extends undefined ? [] : [ParamsOf<V>]) => void
  back: () => void
  close: () => void

  toast: {
    /** `icon`: the name of an icon, such as `copy`; a check mark without one, or for an unknown name. */
    success: (message: string, icon?: string) => void
    error: (message: string) => void
    loading: (message: string) => void
    hide: () => void
  }
  /**
   * What the plugin is working on for the visitor, as a card of the Account view: `show` replaces what the plugin showed
   * before. The card of a `done` goes when the visitor has seen it; on other views, a toast says its title.
   * @example kit.progress.show({ state: 'wallet', title: 'Confirm in your wallet', text: '0.25 ETH to 0x7099…79C8' })
   */
  progress: {
    show: (progress: Progress) => void
    hide: () => void
  }
  /**
   * Shows an error where its row says (toast, alert, inline) and returns its text. Call it once, where you catch the
   * error.
   */
  report: (error: unknown, code: string, rows?: ErrorRows) => Reported
  track: <E extends keyof TrackingEvents>(
    event: E,
    ...properties: TrackingEvents[E] extends undefined ? [] : [TrackingEvents[E]]
  ) => void
  /** The text of a message key in the page's language. */
  text: (key: string, english: string, values?: Record<string, string | number>) => string

  /** Tokens of the active account on the active network, from the API or the chain. Throws when neither answers. */
  fetchBalances: (options?: { force?: boolean }) => Promise<readonly TokenBalance[]>
  /**
   * The placeholder address of the native currency in service calls, as CAIP-10; the config's `nativeTokens` may change
   * it.
   */
  nativeToken: () => string | undefined
  /** USD for one unit of the native currency; `undefined` when no service knows a price. */
  fetchNativePrice: () => Promise<number | undefined>
  /**
   * Finds the account of a name with every resolver in the build, our own first. `by` is the id of the third-party plugin
   * that answered: show it where the address matters. Rejects with `NAME_IMITATES` for a name whose letters imitate those of
   * another name (ENSIP-15).
   */
  resolveName: (name: string) => Promise<{ address: string; name: string; avatar?: string; by?: string } | undefined>
  /**
   * The addresses that the active account has dealt with on the active network: those of sends in this browser, and of the
   * newest pages of the history service (EVM and Solana). Those that were planted to look like another one are left out.
   * Warn of a receiver that looks like one of them (`findLookAlike`), and suggest no other receivers. If the service does
   * not answer, they are those of this browser.
   */
  counterparties: () => Promise<readonly string[]>
  /**
   * The names that the person gave to addresses, kept in this browser, by name and for every namespace. A third-party plugin
   * needs the identity `contacts` to read them, and cannot change them: a person sends money by these names. `save` replaces
   * the contact with the same address, and throws a TypeError for what is no contact.
   * @example kit.contacts.list().find(({ address }) => address === to)?.name
   */
  contacts: {
    list: () => readonly Contact[]
    save: (contact: Contact) => void
    remove: (contact: Pick<Contact, 'address' | 'namespace'>) => void
  }
  /**
   * Whether a text has the form of an address of the active network's family. It loads no code and checks no checksum;
   * `chain.isAddress` does.
   */
  isAddress: (text: string) => boolean
  /**
   * Shows another name for the active account, for example after registering it. A change of account resets it. A
   * third-party plugin needs the identity `profile`.
   */
  setProfileName: (name: string) => void
  /**
   * Logs in by email or social account. Rejects for a plugin without `secureSite` among its `permissions.services`,
   * for a third-party plugin without the identity `email`, and with `FRAME_FAILED` when the config names no such service.
   */
  login: () => Promise<Login>
  /**
   * Connects a wallet that the plugin brings along, for the slot `connectMethods`; resolves with the account's address. Make
   * the connector with `externalConnector({ id, name, provider })` from an EIP-1193 provider. Needs `eth_requestAccounts`, on
   * other namespaces `<namespace>_connect`. For a third-party plugin the visitor confirms first. Rejects with what the wallet
   * throws. The session ends with the page, unless the plugin offers the wallet when the page loads again.
   */
  connect: (connector: Connector) => Promise<string>
  /**
   * Offers the wallet of {@link connect} again, so that a stored session of it resumes without the visitor: call it while the
   * controller is created, and name `onResume` in `activate`. It connects nothing by itself and shows in no list. The
   * provider is asked `eth_accounts`, which must not ask the visitor. Needs the method that `connect` needs.
   */
  offer: (connector: Connector) => void
  /**
   * Shows one of the plugin's own views over what the modal shows, and opens the modal if it is closed: for a request that
   * the plugin's own wallet must let the visitor confirm. Needs the method that `connect` needs. `left` resolves when the
   * visitor has left the view, whatever way; `leave` returns to what was shown before. Throws code -32002 (EIP-1474) while
   * another view is presented, by any plugin.
   */
  present: <V extends ViewName>(
    view: V,
    ...params: ParamsOf<V> extends undefined ? [] : [ParamsOf<V>]
  ) => { readonly left: Promise<void>; readonly leave: () => void }
  /** The plugin's values in local storage, under `@appkit/`: only the keys in its `permissions.storage`. */
  storage: {
    get: (key: string) => string | undefined
    set: (key: string, value: string) => void
    remove: (key: string) => void
  }

  /**
   * The page's `fetch`, to the origins of `permissions.hosts` only (https, or http of this computer): without cookies,
   * without following redirects, and aborted when the kit is destroyed. Rejects with code `PERMISSION` for another
   * origin.
   */
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>

  chain: {
    /** The native balance in base units, of the active account or of another address. */
    getBalance: (address?: string) => Promise<bigint>
    /** Wei for one unit of gas. */
    getGasPrice: () => Promise<bigint>
    estimateGas: (transaction: PluginTransaction) => Promise<bigint>
    /** The whole fee in base units, on networks where it is not gas times gas price (Solana). */
    estimateFee: (transaction: PluginTransaction) => Promise<bigint>
    /**
     * Asks the network's own node what the transaction would do if the account sent it now: its gains and losses (without
     * the network fee), what others get, and what a spender may take afterwards. Needs no permission, and asks no wallet.
     * `compareSimulation` finds what differs from your intent. Rejects if the node cannot say it or does not answer: show
     * that, and let the visitor go on. `after`: calls of the account that come before, in order; the outcome is that of all
     * together, on EVM networks whose node has `eth_simulateV1`.
     * @example const { status, changes } = await kit.chain.simulate({ to, value: 10n ** 16n })
     */
    simulate: (transaction: PluginTransaction, options?: { after?: readonly BatchCall[] }) => Promise<Simulation>
    getToken: (address: string) => Promise<{ balance: bigint; decimals: number; symbol: string }>
    /**
     * Builds the transaction that transfers `amount` base units of an ERC-20 token. Rejects when the token would refuse
     * it. It knows tokens whose transfer returns nothing, such as USDT; `noReturnTokens` adds more of them, as CAIP-10
     * addresses.
     */
    buildTransfer: (transfer: {
      token: string
      to: string
      amount: bigint
      noReturnTokens?: readonly string[]
    }) => Promise<PluginTransaction>
    /**
     * Asks the wallet to send; resolves with the hash. Never retried. Before it resolves, it emits `transaction` and
     * stores the hash with the `note` (what the transaction is for), so that Activity shows it at once. Throws
     * `TX_UNCERTAIN` when the wallet reported a failure but a transaction of the account reached an EVM network all the
     * same.
     */
    sendTransaction: (transaction: PluginTransaction, note?: SentNote) => Promise<string>
    /**
     * Asks the wallet to sign a text; resolves with the signature. Needs `personal_sign` (EIP-191) on EVM networks.
     * Never retried.
     */
    signMessage: (text: string) => Promise<string>
    /**
     * Asks the wallet to sign typed data (EIP-712); resolves with the signature. Needs `eth_signTypedData_v4`. Rejects for a
     * domain of another network than the active one. Never retried.
     */
    signTypedData: (typedData: TypedData) => Promise<string>
    /**
     * Asks the wallet to list a token of the active network (EIP-747); resolves with whether it does. Needs
     * `wallet_watchAsset`.
     */
    watchAsset: (asset: WatchedAsset) => Promise<boolean>
    /**
     * Asks the wallet to send 1 to 20 calls as one batch (EIP-5792); resolves with the batch's id for `getCallsStatus`. All
     * succeed or none, unless `isAtomic` is `false`. Needs `wallet_sendCalls`; not every wallet can (`getCapabilities`). Never
     * retried.
     */
    sendCalls: (calls: readonly BatchCall[], options?: { isAtomic?: boolean }) => Promise<string>
    /**
     * Sends 1 to 20 calls in their order, and resolves once a block includes the last one: as one batch, all or none, where the
     * wallet can and the manifest has `wallet_getCapabilities`, `wallet_sendCalls` and `wallet_getCallsStatus`; else one after
     * another, each after the block of the one before. Needs `eth_sendTransaction`. Stops at the first call that is refused or
     * fails (`CALLS_FAILED`), and when another account or network is active (`CALLS_CHANGED`): what was sent before counts,
     * nothing further is asked. Hashes are stored before it goes on, a batch's id too (`batches`). Nothing is retried.
     * @example
     * const note = { kind: 'approve', out: { amount: '5', symbol: 'DAI' } } as const
     * const { hashes } = await kit.chain.runCalls([{ ...approval, note }, deposit], { tell: ({ step }) => show(step) })
     */
    runCalls: (calls: readonly NotedCall[], options?: CallsOptions) => Promise<CallsResult>
    /** Whether `runCalls` would send several calls as one batch now. Never rejects for a wallet that does not answer. */
    canBatch: () => Promise<boolean>
    /** The account's batches that its wallet has not settled yet, newest first; kept across reloads for a day. */
    batches: () => readonly SentBatch[]
    /**
     * Waits until the wallet has settled a batch, and stores its transactions (`sent`). Needs `wallet_getCallsStatus`. Rejects
     * when the wallet does not know the id, or is not connected any more.
     */
    followCalls: (id: string) => Promise<CallsStatus>
    /** What the wallet says of a batch. Needs `wallet_getCallsStatus`. It asks nobody, so you may poll. */
    getCallsStatus: (id: string) => Promise<CallsStatus>
    /**
     * Makes a network of `kit.networks()` the active one, and asks a connected wallet to switch. Needs
     * `wallet_switchEthereumChain`, for other namespaces `<namespace>_switchNetwork`. Does nothing if it is active already.
     * Rejects with `NETWORK_NOT_FOUND` for one that the site does not list.
     */
    switchNetwork: (caipNetworkId: string) => Promise<void>
    /**
     * Sends a read (such as `eth_call`) that `permissions.methods` names to the active network; resolves with the
     * node's answer, unparsed. Refuses methods that ask a wallet: use the functions above for them.
     */
    request: (method: string, params?: readonly unknown[]) => Promise<unknown>
    /**
     * The transactions that were sent from this browser, by every plugin and account, newest first; kept across
     * reloads. A third-party plugin only gets those of the active account.
     */
    sent: () => readonly Sent[]
    /**
     * The wallet's capabilities by hex chain id (EIP-5792). Needs `wallet_getCapabilities`. Rejects when the wallet
     * does not answer within 3 s.
     */
    getCapabilities: () => Promise<Record<string, Record<string, unknown>>>
    /**
     * Asks the wallet to let a key act for the account (ERC-7715); resolves with its answer, unparsed. Needs
     * `wallet_grantPermissions`; third-party plugins may not call it. Never retried.
     */
    grantPermissions: (request: Readonly<Record<string, unknown>>) => Promise<unknown>
    /**
     * Waits for a receipt. Pass the network that the transaction was sent on, if it may no longer be the active one.
     */
    waitForTransaction: (
      hash: string,
      options?: { caipNetworkId?: string; signal?: AbortSignal },
    ) => Promise<TransactionReceipt>
    explorerUrl: (hash: string, caipNetworkId?: string) => string | undefined
    /** Checks an address strictly, including its checksum if it has one. */
    isAddress: (text: string) => Promise<boolean>
  }
}
