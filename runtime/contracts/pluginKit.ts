/**
 * The kit that walletkit passes to a plugin's controller and views. It returns copies and checks permissions.
 * Permissions catch mistakes and inform the site. They are not a sandbox: a plugin runs in the page, so it can do
 * whatever code of the page can do.
 */
import type { AccountState } from '../state/accounts.ts'
import type { CaipNetwork } from './network.ts'
import type { TokenBalance } from './tokenBalance.ts'
import type { ErrorRows } from '../errors/catalogue.ts'
import type { Reported } from '../state/report.ts'
import type { PluginApis, TrackingEvents } from '../plugin.ts'
import type { PluginEvents } from './pluginEvents.ts'
import type { Progress } from './progress.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { Amount } from '../lib/units.ts'
import type { Contact } from '../data/contacts.ts'
import type { Login } from './auth.ts'
import type { Connector } from './connector.ts'
import type { PluginChain } from './pluginChain.ts'
import type { ParamsOf, ViewName } from './definePlugin.ts'

/**
 * A frozen copy of the active account; `address` is `undefined` while no account is connected. For a third-party plugin
 * it depends on `permissions.identity`: without `email`, the wallet name is `''` for a login, and if it contains an
 * email address or an account's address; without `profile`, `profileName` and `profileImage` are `undefined`; without
 * `accounts`, `allAccounts` has only the active account.
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
  /** The keys in the plugin's `permissions.services` for which the config names a host. */
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
  /**
   * Calls the listener whenever the modal closes. Use this instead of the view's unmount: the last view stays mounted
   * until another one opens.
   */
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
   * Shows an error in a toast or an alert, as the error's row says (`defineErrors`), and returns its text (`message`).
   * Does not show that the visitor refused in the wallet, unless the row is `loud`. If the row says `inline`, the
   * plugin shows the text itself. `code` names the row for an error whose own code has no row. Call it once, where you
   * catch the error.
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
   * 30 s old; `force` reads them again. Rejects if they cannot be read.
   */
  fetchBalances: (options?: { force?: boolean }) => Promise<readonly TokenBalance[]>
  /**
   * The address (CAIP-10) that stands for the native currency in calls to services. The config's `nativeTokens` may
   * change it. `undefined` without an active network.
   */
  nativeToken: () => string | undefined
  /**
   * The price of one unit of the native currency in USD; `undefined` if no service has one. Rejects if the service
   * fails.
   */
  fetchNativePrice: () => Promise<number | undefined>
  /**
   * Finds the account of a name on the active network. Asks the resolvers of the build in turn, walletkit's own first;
   * `undefined` if none knows the name. `by` is the id of the third-party plugin that answered: show it wherever money
   * goes to the address. Rejects with `NAME_IMITATES` for a name whose letters imitate another name (ENSIP-15).
   */
  resolveName: (name: string) => Promise<{ address: string; name: string; avatar?: string; by?: string } | undefined>
  /**
   * The addresses that the active account has dealt with on the active network, from sends in this browser and from the
   * newest pages of the history service (EVM and Solana). Leaves out addresses that were planted because they look like
   * another one. Warn of a receiver that looks like one of the list (`findLookAlike`), and suggest only receivers of
   * the list. If the service does not answer, the list has only the sends in this browser. A third-party plugin needs
   * the identity `contacts`, else it rejects with code PERMISSION.
   */
  counterparties: () => Promise<readonly string[]>
  /**
   * The names that the person gave to addresses of any namespace. They are stored in this browser; `list` sorts them by
   * name. A third-party plugin needs the identity `contacts` to read them, and cannot change them, because people send
   * money by these names. `save` replaces the contact with the same address, and throws a TypeError for an invalid
   * contact or a full list.
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
   * Shows a name for the active account, for example after the visitor registered it. Lasts until the account or its
   * network changes, or the name is read again. A third-party plugin needs the identity `profile`.
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
   * session it has no effect, and no list shows the wallet. A plugin can offer eight wallets. The provider must answer
   * `eth_accounts` without a prompt. Needs the same permission as `connect`.
   */
  offer: (connector: Connector) => void
  /**
   * Shows one of the plugin's own views on top of the current one, and opens the modal if it is closed. Use it when the
   * plugin's wallet needs the visitor's confirmation. Needs the method for `connect`. `left` resolves when the view
   * is left in any way; `leave` leaves it, and closes the modal if it was closed before. Throws code -32002
   * (EIP-1474) while any plugin presents a view, or while this view is shown already.
   */
  present: <V extends ViewName>(
    view: V,
    ...params: ParamsOf<V> extends undefined ? [] : [ParamsOf<V>]
  ) => { readonly left: Promise<void>; readonly leave: () => void }
  /**
   * Local storage, limited to the keys in `permissions.storage`. The kit adds a prefix to each key: `@appkit/plugin.`
   * for third-party plugins, `@appkit/` for those of walletkit.
   */
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

  /** The active network: reads from it, and requests to the wallet that is connected there. */
  chain: PluginChain
}
