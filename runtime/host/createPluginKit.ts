import { fiat } from '../data/currency.ts'
import { NAMESPACES } from '../lib/namespace.ts'
import { subscribe } from 'valtio/vanilla'
import { fill } from '../lib/text.ts'
import { localeOf } from '../lib/locale.ts'
import { copy } from '../lib/copy.ts'
import { plain } from '../lib/isRecord.ts'
import { close } from '../actions/close.ts'
import { goBack } from '../actions/goBack.ts'
import { push, replace, reset } from '../state/navigate.ts'
import { hideToast, showError, showLoading, showSuccess } from '../state/showToast.ts'
import { pageFetch } from '../http/hostFetch.ts'
import { readContacts, removeContact, saveContact } from '../data/contacts.ts'
import { fetchBalances } from '../data/balances.ts'
import { familyOf, nativeToken } from '../chains/families.ts'
import { identityCache } from '../data/identity.ts'
import { fetchNativePrice } from '../data/prices.ts'
import { resolveName } from '../data/resolveName.ts'
import { hasEmbedded } from '../connectors/embedded.ts'
import { coreError } from '../errors/catalogue.ts'
import { TRANSACTION_ERRORS } from '../errors/transaction.ts'
import { report } from '../state/report.ts'
import { CONNECTOR_IDS } from '../contracts/connector.ts'
import { type Kit, onTeardown } from '../contracts/kit.ts'
import { activeAccount, activeNetworkOf } from '../state/active.ts'
import { requestedNetworks } from '../state/networks.ts'
import { walletFeatures } from '../state/walletFeatures.ts'
import { markTold, watch } from './blame.ts'
import { declinedNote } from './declined.ts'
import { readRows } from './errorRows.ts'
import type { ErrorRows } from '../errors/catalogue.ts'
import type { AnyPlugin } from '../contracts/definePlugin.ts'
import { type Allowed, allowed, pluginFetch, refusal } from './permissions.ts'
import { present } from './present.ts'
import { pluginChain } from './pluginChain.ts'
import { LISTEN, missed } from './pluginEvents.ts'
import { pluginProgress } from './pluginProgress.ts'
import type { PluginAccount, PluginKit } from '../contracts/pluginKit.ts'

/**
 * The API that one plugin gets: frozen, and checked against its permissions. Its listeners, `fetch` and `chain.request`
 * end when the kit is destroyed, or when `life` aborts because the plugin's feature was switched off.
 */
export function createPluginKit(kit: Kit, plugin: AnyPlugin, life = new AbortController()): PluginKit {
  const { state } = kit
  const may = allowed(plugin)
  const stops = new Set<() => void>()
  life.signal.addEventListener('abort', () => stops.forEach((stop) => stop()), { once: true })
  const untilEnd = (stop: () => void) => {
    stops.add(stop)
    // A plugin may begin to listen only after its end, for example when a request of its set-up was answered late.
    if (life.signal.aborted) stop()
    return () => {
      stops.delete(stop)
      stop()
    }
  }
  untilEnd(onTeardown(kit, () => life.abort()))
  const seen = <T>(verb: T): T =>
    typeof verb === 'function' ? (watch(kit, plugin.id, verb as unknown as () => unknown) as T) : verb
  const own = <T extends object>(verbs: T): T => frozen(verbs, seen)

  return own<PluginKit>({
    id: plugin.id,
    signal: life.signal,
    locale: localeOf(kit.config.locale),
    fiat: (dollars, rounding) => fiat(kit, dollars, rounding),
    // A getter, because the site may change its project id (`updateOptions`).
    get projectId() {
      return kit.state.options.projectId
    },
    services: (plugin.permissions?.services ?? []).filter((key) => key in (kit.config.services ?? {})),
    options: () => optionsOf(kit, plugin),
    account: () => readAccount(kit, may),
    network: () => plain(activeNetworkOf(kit)),
    networks: () => plain(requestedNetworks(state.networks)),
    ...listeners(kit, untilEnd, seen),

    ...listening(kit, plugin, may, untilEnd),
    use: async (id, range) => (await import('./useApi.ts')).useApi(kit, plugin, id, range) as never,
    feature: (key) => {
      const item = walletFeatures(kit).find((each) => each.key === key)
      return item && (() => push(state.router, item.view))
    },
    push: navigation(kit, plugin, push),
    replace: navigation(kit, plugin, replace),
    reset: navigation(kit, plugin, reset),
    back: () => goBack(kit),
    close: () => close(kit),

    // Convert to text: a plugin in plain JavaScript may pass anything, and the toast is outside of the plugin's error
    // boundary.
    toast: own({
      success: (message: string, icon?: unknown) =>
        showSuccess(state.toast, String(message), typeof icon === 'string' ? icon : undefined),
      error: (message: string) => showError(state.toast, String(message)),
      loading: (message: string) => showLoading(state.toast, String(message)),
      hide: () => hideToast(state.toast),
    }),
    progress: own(pluginProgress(kit, plugin, life.signal)),
    report: (error, code, rows) => {
      markTold(kit, error)
      return report(kit, error, asCode(code), rowsFor(plugin, rows), {}, declinedNote(kit, error))
    },
    track: (event, ...[properties]) => {
      may.track(event)
      kit.events.emit('track', { event, properties, timestamp: Date.now(), plugin: plugin.id })
    },
    text: (key, english, values) => fill(kit.text(key, english, values), values),

    fetch: pluginFetch(may, life.signal, pageFetch(kit)),
    fetchBalances: async (options) => plain(await fetchBalances(kit, options)),
    nativeToken: () => nativeToken(kit),
    fetchNativePrice: () => fetchNativePrice(kit, nativeToken(kit)),
    resolveName: (name) => resolveName(kit, name),
    counterparties: counterpartiesFor(kit, may),
    contacts: own(pluginContacts(kit, plugin, may)),
    login: async () => {
      may.service('secureSite')
      may.identity('email')
      const { auth } = kit.parts
      if (!auth || !hasEmbedded(kit)) throw coreError('FRAME_FAILED')
      return own((await auth()).default.login(kit))
    },
    ...ownWallet(kit, plugin, may),
    isAddress: (text) => hasAddressForm(kit, text),
    setProfileName: profileNaming(kit, may),
    storage: own(pluginStorage(kit, may)),
    chain: own(pluginChain(kit, plugin, may, life.signal)),
  })
}

/**
 * Returns a frozen copy of `verbs`, with what `seen` returns for each value: `seen` wraps functions, so that their
 * errors count as the plugin's. Getters stay getters: the site may change what they return.
 */
function frozen<T extends object>(verbs: T, seen: <V>(verb: V) => V): T {
  const made = Object.getOwnPropertyDescriptors(verbs) as Record<string, PropertyDescriptor>
  for (const each of Object.values(made)) if ('value' in each) each.value = seen<unknown>(each.value)
  return Object.freeze(Object.defineProperties({}, made) as T)
}

const profileNaming =
  (kit: Kit, may: Allowed): PluginKit['setProfileName'] =>
  (name) => {
    may.identity('profile')
    const account = activeAccount(kit)
    if (account) account.profileName = String(name)
    // The cached answer of the identity service has the account's previous name, so drop it.
    identityCache(kit).clear()
  }

/** The functions for a wallet that the plugin itself provides. */
const ownWallet = (kit: Kit, plugin: AnyPlugin, may: Allowed): Pick<PluginKit, 'connect' | 'offer' | 'present'> => ({
  connect: async (connector) => (await import('./connectWallet.ts')).connectWallet(kit, plugin, may, connector),
  offer: (connector) =>
    void import('./connectWallet.ts')
      .then(({ offerWallet }) => offerWallet(kit, plugin, may, connector))
      .catch((error: unknown) => void report(kit, error, 'PLUGIN_FAILED')),
  present: (view: string, ...[params]: unknown[]) => present(kit, plugin, may, view, params),
})

/** The kit's storage, limited to the keys that the plugin's manifest declares. */
const pluginStorage = (kit: Kit, may: Allowed): PluginKit['storage'] => ({
  get: (key) => kit.storage.get(may.storageKey(key)),
  set: (key, value) => kit.storage.set(may.storageKey(key), value),
  remove: (key) => kit.storage.remove(may.storageKey(key)),
})

function pluginContacts(kit: Kit, { id, guest }: AnyPlugin, may: Allowed): PluginKit['contacts'] {
  const mine = () => {
    if (guest) throw refusal(`Plugin "${id}" may not change the person's contacts`)
  }
  return {
    list: () => {
      may.identity('contacts')
      return readContacts(kit)
    },
    save: (contact) => (mine(), saveContact(kit, contact)),
    remove: (contact) => (mine(), removeContact(kit, contact)),
  }
}

const counterpartiesFor = (kit: Kit, may: Allowed) => async () => {
  may.identity('contacts')
  return (await import('../data/counterparties.ts')).counterparties(kit)
}

/**
 * A function that opens a view. For a third-party plugin it copies the parameters, allows only a few views, and returns
 * a promise, which rejects if the view is not allowed.
 */
const navigation =
  (kit: Kit, plugin: AnyPlugin, go: typeof push) =>
  (view: string, ...[params]: unknown[]): unknown =>
    plugin.guest
      ? import('./guestView.ts').then(({ guestView }) => {
          const own = guestView(kit, plugin, view, params)
          go(kit.state.router, own.view, own.params)
        })
      : go(kit.state.router, view, params)

/** Checks an address's form without loading an adapter. It checks no checksum; `chain.isAddress` does. */
const hasAddressForm = (kit: Kit, text: string): boolean =>
  familyOf(kit, activeNetworkOf(kit)?.chainNamespace)?.address.test(text) ?? false

/**
 * `kit.onChange`, `onClose` and `onOpen`. Each calls the listener until the plugin removes it, the plugin's feature is
 * switched off, or the kit is destroyed.
 */
function listeners(
  kit: Kit,
  untilEnd: (stop: () => void) => () => void,
  seen: (listener: () => void) => () => void,
): Pick<PluginKit, 'onChange' | 'onClose' | 'onOpen'> {
  const { modal } = kit.state
  const onModal = (opens: boolean) => (listener: () => void) => {
    const told = seen(() => listener())
    let { open } = modal
    return untilEnd(
      subscribe(modal, () => {
        const wasOpen = open
        open = modal.open
        if (wasOpen !== open && open === opens) told()
      }),
    )
  }
  return {
    onChange: (listener) =>
      untilEnd(
        kit.events.on(
          'changed',
          seen(() => listener()),
        ),
      ),
    onClose: onModal(false),
    onOpen: onModal(true),
  }
}

/**
 * Creates a plugin's `kit.on`. A listener for `transaction` that the plugin's controller adds while it is created also
 * gets the transaction that started the controller, although it was sent before.
 */
function listening(
  kit: Kit,
  { id }: AnyPlugin,
  may: Allowed,
  untilEnd: (stop: () => void) => () => void,
): Pick<PluginKit, 'on'> {
  return {
    on: (event, listener) => {
      may.event(event)
      const told = watch(kit, id, listener)
      const sent = event === 'transaction' ? (missed(kit).get(id) ?? []) : []
      const stop = untilEnd(LISTEN[event](kit, told))
      for (const each of sent) queueMicrotask(() => told(each as never))
      return stop
    },
  }
}

const rowsFor = ({ guest }: AnyPlugin, rows: ErrorRows | undefined): ErrorRows => ({
  ...TRANSACTION_ERRORS,
  ...(guest ? readRows(rows) : rows),
})

/** The error code that a plugin passed, or `PLUGIN_FAILED` if it is no text, because `report` could throw for it. */
const asCode = (code: unknown) => (typeof code === 'string' ? code : 'PLUGIN_FAILED')

/**
 * Matches a wallet's name that contains an email address or an EVM address. Only a plugin that may know the email gets
 * such a name.
 */
const PERSONAL = /@|0x\w{6}/

/** A frozen copy of the active account, with the fields that this plugin may read. */
function readAccount(kit: Kit, { knows }: Allowed): PluginAccount {
  const namespace = kit.state.networks.activeChain
  const account = kit.state.accounts[namespace ?? NAMESPACES[0]]
  // Leave out `socialWindow`, because a window cannot be copied, and the fields that no plugin may read.
  const { addressLabels: _labels, user: _user, socialWindow: _window, farcasterUrl: _url, ...rest } = account
  const shown = { ...plain(rest), namespace }
  const { address, connectedWalletInfo: wallet } = shown
  if (!knows('accounts')) shown.allAccounts = shown.allAccounts.filter((each) => each.address === address)
  if (!knows('profile')) shown.profileName = shown.profileImage = undefined
  if (wallet && !knows('email')) {
    const { identifier, name } = wallet
    if (identifier === CONNECTOR_IDS.auth || PERSONAL.test(name) || (address && name.includes(address)))
      wallet.name = ''
  }
  return Object.freeze(shown)
}

/** A copy of a plugin's options: what the config or, later, the site has set, merged over the plugin's defaults. */
export function optionsOf(kit: Kit, plugin: AnyPlugin): unknown {
  const set: unknown = copy(kit.state.options.features[plugin.feature])
  // Options that are a list replace the defaults as a whole.
  return Array.isArray(set) ? set : { ...plugin.options, ...(typeof set === 'object' ? set : {}) }
}
