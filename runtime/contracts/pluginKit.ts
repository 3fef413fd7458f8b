/**
 * The API that a plugin gets. It returns copies and checks permissions. Permissions catch mistakes and inform the site.
 * They are not a sandbox: a plugin runs in the page, so it can do whatever code of the page can do.
 */
import type { AccountState } from '../state/accounts.ts'
import type { CaipNetwork } from './network.ts'
import type { Revocation, TransactionReceipt } from './adapter.ts'
import type { Simulation } from './simulation.ts'
import type { TokenBalance } from './tokenBalance.ts'
import type { ErrorRows } from '../errors/catalogue.ts'
import type { Reported } from '../state/report.ts'
import type { PluginApis, TrackingEvents } from '../plugin.ts'
import type { PluginEvents } from './pluginEvents.ts'
import type { Progress } from './progress.ts'
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

/**
 * A frozen copy of the active account; `address` is `undefined` while no account is connected. For a third-party plugin
 * it depends on `permissions.identity`: without `email`, the wallet name of a login is `''`; without `profile`,
 * `profileName` and `profileImage` are `undefined`; without `accounts`, `allAccounts` has only the active account.
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
 * A transaction from the active account on the active network. Amounts are in base units (wei). `data` is call data in
 * hex on EVM networks, and the unsigned transaction in base64 on Solana. Set `gas` and `gasPrice` only to transfer a
 * whole balance, where the fee must be known exactly; otherwise let the wallet choose them.
 */
export type PluginTransaction = { to: string; value?: bigint; data?: string; gas?: bigint; gasPrice?: bigint }

export type PluginKit = {
  readonly id: string
  /**
   * Aborts when the kit is destroyed or the plugin's feature is switched off. Pass it to everything that waits or
   * listens.
   */
  readonly signal: AbortSignal
  /** The locale for numbers and dates: the config's `locale`, else the browser's first valid BCP 47 tag, else `en`. */
  readonly locale: string
  /**
   * Formats a value, given in US dollars, in the currency that all screens use: the config's `currency` once a service
   * has sent its rate, else US dollars. `up` rounds up: use it for costs, so that they never look too low.
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
  /** The services of the plugin's `permissions.services` that the config names. */
  readonly services: readonly string[]
  /**
   * A copy of the plugin's current options. Read them when you need them: the site may change them with
   * `updateFeatures` after the controller was created.
   */
  options: () => unknown
  account: () => PluginAccount
  network: () => CaipNetwork | undefined
  networks: () => readonly CaipNetwork[]
  /**
   * Calls the listener on every change of the active account or network, until the kit is destroyed, the plugin's
   * feature is switched off, or you call the returned function.
   */
  onChange: (listener: () => void) => () => void
  /**
   * Listens to an event of the active account, as long as `onChange` does. Needs the event in `permissions.events`. If
   * a transaction started the controller (`activate: ['onTransaction']`), a listener that the controller adds while it
   * is created also gets that transaction.
   * @example kit.on('transaction', ({ hash }) => alertOnce(hash))
   */
  on: <E extends keyof PluginEvents>(event: E, listener: (event: PluginEvents[E]) => void) => () => void
  /**
   * Resolves with the frozen API of another plugin, and starts that plugin's controller. `range` is a caret range, such
   * as `^1.2`. Resolves with `undefined` while that plugin is off or not in the build. Rejects if your `requires` does
   * not name the plugin, and if the plugin provides no API or one whose version is outside the range.
   * @example const jar = await kit.use('tip-jar', '^1')
   */
  use: <Id extends string>(
    plugin: Id,
    range: string,
  ) => Promise<Readonly<Id extends keyof PluginApis ? PluginApis[Id] : Record<string, unknown>> | undefined>
  /** Calls the listener whenever the modal closes. The last view stays mounted until another one opens. */
  onClose: (listener: () => void) => () => void
  /** Calls the listener whenever the closed modal opens. A view from before it closed may still be mounted. */
  onOpen: (listener: () => void) => () => void

  /**
   * Returns a function that opens the view of a button of the account view (slot `walletFeatures`), by the button's
   * `key`; `undefined` if no enabled plugin has such a button for the active network. With it, one feature can offer
   * another without knowing its views. Call it while rendering: views render again when features change.
   * @example const buy = kit.feature('onramp')
   */
  feature: (key: string) => (() => void) | undefined
  /**
   * Shows a view: `push` on top of the current one, `replace` in its place, `reset` as the only one in the history. A
   * third-party plugin may open its own views, with plain data as parameters, and core views that start nothing by
   * themselves, without parameters. For any other view, the call returns a promise that rejects with `PERMISSION`.
   */
  push: <V extends ViewName>(view: V, ...params: ParamsOf<V> extends undefined ? [] : [ParamsOf<V>]) => void
  replace: <V extends ViewName>(view: V, ...params: ParamsOf<V> extends undefined ? [] : [ParamsOf<V>]) => void
  reset: <V extends ViewName>(view: V, ...params: ParamsOf<V> extends undefined ? [] : [ParamsOf<V>]) => void
  back: () => void
  close: () => void

  toast: {
    /** `icon`: the name of an icon, such as `copy`. Default, also for an unknown name: a check mark. */
    success: (message: string, icon?: string) => void
    error: (message: string) => void
    loading: (message: string) => void
    hide: () => void
  }
  /**
   * Shows what the plugin is working on for the visitor, as a card of the Account view. `show` replaces the plugin's
   * previous card. A card with the state `done` disappears after the visitor has seen it; if the modal shows another
   * view when the work is done, a toast shows the title.
   * @example kit.progress.show({ state: 'wallet', title: 'Confirm in your wallet', text: '0.25 ETH to 0x7099…79C8' })
   */
  progress: {
    show: (progress: Progress) => void
    hide: () => void
  }
  /**
   * Shows an error on the surface that its row names (a toast or an alert) and returns its text, for a row that is
   * shown `inline`. `code` is the row of an error without a known code. Call it once, where you catch the error.
   */
  report: (error: unknown, code: string, rows?: ErrorRows) => Reported
  track: <E extends keyof TrackingEvents>(
    event: E,
    ...properties: TrackingEvents[E] extends undefined ? [] : [TrackingEvents[E]]
  ) => void
  /** The text of a message key in the page's language, else `english`. Replaces `{name}` with `values.name`. */
  text: (key: string, english: string, values?: Record<string, string | number>) => string

  /**
   * The tokens of the active account on the active network, from the wallet, the blockchain API or the chain. At most
   * 30 s old, unless `force` is set. Rejects if they cannot be read.
   */
  fetchBalances: (options?: { force?: boolean }) => Promise<readonly TokenBalance[]>
  /**
   * The address (CAIP-10) that stands for the native currency in calls to services. The config's `nativeTokens` may
   * change it. `undefined` without an active network.
   */
  nativeToken: () => string | undefined
  /** USD for one unit of the native currency; `undefined` when no service knows a price. */
  fetchNativePrice: () => Promise<number | undefined>
  /**
   * Finds the account of a name. Asks the resolvers of the build in turn, walletkit's own first; `undefined` if none
   * knows the name. `by` is the id of the third-party plugin that answered: show it wherever money goes to the address.
   * Rejects with `NAME_IMITATES` for a name whose letters imitate another name (ENSIP-15).
   */
  resolveName: (name: string) => Promise<{ address: string; name: string; avatar?: string; by?: string } | undefined>
  /**
   * The addresses that the active account has dealt with on the active network, from sends in this browser and from the
   * newest pages of the history service (EVM and Solana). Leaves out addresses that were planted because they look like
   * another one. Warn of a receiver that looks like one of the list (`findLookAlike`), and suggest only receivers of
   * the list. If the service does not answer, the list has only the sends in this browser.
   */
  counterparties: () => Promise<readonly string[]>
  /**
   * The names that the person gave to addresses of any namespace. They are stored in this browser; `list` sorts them by
   * name. A third-party plugin needs the identity `contacts` to read them, and cannot change them, because people send
   * money by these names. `save` replaces the contact with the same address, and throws a TypeError for an invalid
   * contact.
   * @example kit.contacts.list().find(({ address }) => address === to)?.name
   */
  contacts: {
    list: () => readonly Contact[]
    save: (contact: Contact) => void
    remove: (contact: Pick<Contact, 'address' | 'namespace'>) => void
  }
  /**
   * Whether a text has the form of an address on networks like the active one. It answers at once, because it loads no
   * code and checks no checksum; `chain.isAddress` does both.
   */
  isAddress: (text: string) => boolean
  /**
   * Shows a name for the active account, for example after the visitor registered it. Lasts until the account changes.
   * A third-party plugin needs the identity `profile`.
   */
  setProfileName: (name: string) => void
  /**
   * Returns the functions that log in by email or social account. Needs `secureSite` in `permissions.services`, and for
   * a third-party plugin the identity `email`. Rejects with `FRAME_FAILED` on a page without login: one whose config
   * names no login service, or no EVM or Solana network.
   */
  login: () => Promise<Login>
  /**
   * Connects a wallet that comes with the plugin, for an item of the slot `connectMethods`; resolves with the account's
   * address. Create the connector from an EIP-1193 provider with `externalConnector({ id, name, provider })`. Needs the
   * method `eth_requestAccounts`; on other namespaces `<namespace>_connect`. For a third-party plugin, the visitor
   * confirms first. Rejects with the wallet's error. The session ends when the page is left, unless the plugin calls
   * `offer` on the next load.
   */
  connect: (connector: Connector) => Promise<string>
  /**
   * Registers the connector of {@link connect} again after a page load, so that a stored session of its wallet resumes
   * without a prompt. Call it while the controller is created, and name `onResume` in `activate`. Without a stored
   * session it has no effect, and no list shows the wallet. The provider must answer `eth_accounts` without a prompt.
   * Needs the same permission as `connect`.
   */
  offer: (connector: Connector) => void
  /**
   * Shows one of the plugin's own views on top of the current one, and opens the modal if it is closed. Use it when the
   * plugin's wallet needs the visitor's confirmation. Needs the method `eth_requestAccounts`. `left` resolves when the
   * view is left in any way; `leave` leaves it, and closes the modal if it was closed before. Throws code -32002
   * (EIP-1474) while any plugin presents a view, or while this view is shown already.
   */
  present: <V extends ViewName>(
    view: V,
    ...params: ParamsOf<V> extends undefined ? [] : [ParamsOf<V>]
  ) => { readonly left: Promise<void>; readonly leave: () => void }
  /** Local storage, limited to the keys in `permissions.storage`. The kit adds the prefix `@appkit/` to each key. */
  storage: {
    get: (key: string) => string | undefined
    set: (key: string, value: string) => void
    remove: (key: string) => void
  }

  /**
   * The page's `fetch`, limited to the origins in `permissions.hosts` (https, or http of this computer). It sends no
   * cookies and rejects on a redirect. It aborts when the kit is destroyed or the plugin is switched off. Rejects with
   * code `PERMISSION` for any other origin.
   */
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>

  chain: {
    /** The native balance in base units, of the active account or of another address. */
    getBalance: (address?: string) => Promise<bigint>
    /** The price of one unit of gas, in base units (wei). */
    getGasPrice: () => Promise<bigint>
    /** The units of gas that the transaction would use. */
    estimateGas: (transaction: PluginTransaction) => Promise<bigint>
    /** The whole fee in base units, on networks where the fee is not gas times gas price (Solana). */
    estimateFee: (transaction: PluginTransaction) => Promise<bigint>
    /**
     * Asks the network's node what the transaction would do if the account sent it now: what the account gains and
     * loses (without the network fee), what others get, and what a spender may take afterwards. Needs no permission and
     * shows no prompt. `compareSimulation` lists what differs from your intent. Rejects if the node cannot simulate or
     * does not answer: tell the visitor, and let them continue. `after`: calls of the account that run first, in order;
     * the result covers all of them. It needs an EVM node with `eth_simulateV1`.
     * @example const { status, changes } = await kit.chain.simulate({ to, value: 10n ** 16n })
     */
    simulate: (transaction: PluginTransaction, options?: { after?: readonly BatchCall[] }) => Promise<Simulation>
    getToken: (address: string) => Promise<{ balance: bigint; decimals: number; symbol: string }>
    /**
     * Builds the transaction that transfers `amount` base units of a token (ERC-20, or SPL on Solana). Rejects if the
     * token would refuse the transfer. On EVM networks, `noReturnTokens` (CAIP-10 addresses) names tokens whose
     * `transfer` returns nothing, in addition to USDT.
     */
    buildTransfer: (transfer: {
      token: string
      to: string
      amount: bigint
      noReturnTokens?: readonly string[]
    }) => Promise<PluginTransaction>
    /**
     * Solana: builds the transaction that takes the allowances of delegates back. `accounts` are token accounts of the
     * active account. Rejects if they do not fit into one transaction; 20 do. The network refuses it for a frozen one.
     */
    buildRevocation: (revocation: Pick<Revocation, 'accounts'>) => Promise<PluginTransaction>
    /**
     * Asks the wallet to send the transaction; resolves with its hash. Never retried. Needs `eth_sendTransaction`.
     * Before it resolves, it stores the hash with the `note` (what the transaction is for), so that Activity shows it,
     * and emits `transaction`. Rejects with `TX_UNCERTAIN` if the wallet reported a failure although a transaction of
     * the account reached the network (EVM only).
     */
    sendTransaction: (transaction: PluginTransaction, note?: SentNote) => Promise<string>
    /**
     * Asks the wallet to sign a text; resolves with the signature. Never retried. Needs `personal_sign` (EIP-191) on
     * EVM networks, on other namespaces `<namespace>_signMessage`.
     */
    signMessage: (text: string) => Promise<string>
    /**
     * Asks the wallet to sign typed data (EIP-712); resolves with the signature. Needs `eth_signTypedData_v4`. Rejects
     * for a domain of another network than the active one. Never retried.
     */
    signTypedData: (typedData: TypedData) => Promise<string>
    /**
     * Asks the wallet to list a token of the active network (EIP-747); resolves with whether the wallet does. Needs
     * `wallet_watchAsset`.
     */
    watchAsset: (asset: WatchedAsset) => Promise<boolean>
    /**
     * Asks the wallet to send 1 to 20 calls as one batch (EIP-5792); resolves with the batch's id for `getCallsStatus`.
     * Either all calls succeed or none does, unless `isAtomic` is `false`. Needs `wallet_sendCalls`. Not every wallet
     * supports it; `getCapabilities` says so. Never retried.
     */
    sendCalls: (calls: readonly BatchCall[], options?: { isAtomic?: boolean }) => Promise<string>
    /**
     * Sends 1 to 20 calls in order, and resolves once a block includes the last one. Sends them as one batch (all
     * succeed or none does) if the wallet supports that and the manifest has the methods `wallet_getCapabilities`,
     * `wallet_sendCalls` and `wallet_getCallsStatus`; else one by one, each after a block included the previous one. Where
     * the site pays (`isSponsored`), a single call goes the same way as a batch.
     * Needs `eth_sendTransaction`. Stops and rejects at the first call that the wallet refuses (with its error) or that
     * fails (`CALLS_FAILED`, or `CALLS_PARTLY` for a batch), and when the account or network changes (`CALLS_CHANGED`).
     * Calls that were sent before stay sent. Each hash, and the id of a batch (`batches`), is stored before the next
     * step. Nothing is retried.
     * @example
     * const note = { kind: 'approve', out: { amount: '5', symbol: 'DAI' } } as const
     * const { hashes } = await kit.chain.runCalls([{ ...approval, note }, deposit], { tell: ({ step }) => show(step) })
     */
    runCalls: (calls: readonly NotedCall[], options?: CallsOptions) => Promise<CallsResult>
    /**
     * Whether `runCalls` would send several calls as one batch now. `false` if the wallet does not answer within 3 s.
     */
    canBatch: () => Promise<boolean>
    /**
     * Whether the site offers to pay the fee of what `runCalls` sends now: it has a paymaster (`services.paymaster`,
     * ERC-7677), and the wallet can use one. The paymaster may still decline; the wallet shows who pays in the end.
     */
    isSponsored: () => Promise<boolean>
    /**
     * For a plugin that brings a wallet: asks the site's paymaster (ERC-7677) of an EVM network; resolves with its
     * answer, unparsed. Needs the method in `permissions.methods`. Rejects without a paymaster, when it declines, and
     * without an answer within 3 s. Nothing is retried.
     * @example await kit.chain.askPaymaster('pm_getPaymasterStubData', [operation, entryPoint, '0x1', {}], 1)
     */
    askPaymaster: (method: string, params: readonly unknown[], chainId: number) => Promise<unknown>
    /**
     * The active account's batches that are still pending, newest first. A batch stays in the list for a day at most.
     */
    batches: () => readonly SentBatch[]
    /**
     * Polls the wallet until a batch is no longer pending, and stores its transactions (`sent`). Needs
     * `wallet_getCallsStatus`. Rejects if the wallet does not know the id, or is not connected any more.
     */
    followCalls: (id: string) => Promise<CallsStatus>
    /**
     * Asks the wallet once what became of a batch. Needs `wallet_getCallsStatus`. It shows no prompt, so you may poll.
     */
    getCallsStatus: (id: string) => Promise<CallsStatus>
    /**
     * Makes a network of `kit.networks()` the active one, and asks a connected wallet to switch to it. Does nothing if
     * the network is active already. Needs the method `wallet_switchEthereumChain`; for other namespaces
     * `<namespace>_switchNetwork`. For a third-party plugin, the visitor confirms first. Rejects with
     * `NETWORK_NOT_FOUND` for a network that the site does not list.
     */
    switchNetwork: (caipNetworkId: string) => Promise<void>
    /**
     * Sends a read (such as `eth_call`) to the active network's node; resolves with the node's answer, unparsed. Needs
     * the method in `permissions.methods`. Refuses methods that ask a wallet or send a transaction: use the other
     * functions of `chain` for those.
     */
    request: (method: string, params?: readonly unknown[]) => Promise<unknown>
    /**
     * The transactions that were sent from this browser, by every plugin and account, newest first; kept across
     * reloads. A third-party plugin only gets those of the active account.
     */
    sent: () => readonly Sent[]
    /**
     * The wallet's capabilities by hex chain id (EIP-5792); `0x0` stands for every network. Needs
     * `wallet_getCapabilities`. Rejects if the wallet does not answer within 3 s.
     */
    getCapabilities: () => Promise<Record<string, Record<string, unknown>>>
    /**
     * Asks the wallet to let a key act for the account (ERC-7715); resolves with its answer, unparsed. Needs
     * `wallet_grantPermissions`; third-party plugins may not call it. Never retried.
     */
    grantPermissions: (request: Readonly<Record<string, unknown>>) => Promise<unknown>
    /**
     * Waits until a block includes the transaction. `caipNetworkId`: the network on which it was sent; default: the
     * active one, which may have changed since. Rejects with `TX_NOT_FOUND` if the network will never include it.
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
