/** Creates the instance. Reads are synchronous; everything large loads on demand. */
import { subscribe } from 'valtio/vanilla'
import type { Features, Generated } from '../contracts/config.ts'
import { WalletKitError } from '../errors/base.ts'
import type { Account, PublicState, Stop, WalletKit } from './instance.ts'
import { completed, createKit, loadShell } from './createKit.ts'
import type { Kit, KitOverrides } from '../contracts/kit.ts'
import { type Namespace, NAMESPACES } from '../lib/namespace.ts'
import { copy } from '../lib/copy.ts'
import { pageRecord } from '../lib/page.ts'
import { start } from './start.ts'
import { connectionOf, isEmbedded } from '../state/connections.ts'
import { requestedNetworks } from '../state/networks.ts'

/** The default order of the ways to connect. */
const METHODS = ['email', 'social', 'wallet']

/** The functions of `actions/` that an instance has or uses. Their code loads with the first call of one of them. */
const ACTIONS = [
  ...(['connectById', 'findWallets', 'disconnect', 'switchConnection', 'switchAccount', 'switchNetwork'] as const),
  ...(['addNetwork', 'removeNetwork', 'addAdapter', 'removeAdapter', 'updateNativeBalance', 'setConsent'] as const),
  'showBalance' as const,
  ...(['sendCalls', 'addAddressLabel', 'removeAddressLabel', 'showErrorMessage', 'showSuccessMessage'] as const),
] as const

const kits = new WeakMap<WalletKit, Kit>()

/** The inner kit of an instance. Throws for an instance of another copy of walletkit. */
export function kitOf(instance: WalletKit): Kit {
  const kit = kits.get(instance)
  if (!kit) throw new WalletKitError('FOREIGN_KIT', 'Install walletkit only once')
  return kit
}

/**
 * Creates a kit. A page may have several; they share the page record (page.ts) and the browser's storage. Throws
 * `CONFIG_INVALID` if both siwx and siweConfig are given, or for a network whose namespace is neither one of this
 * package's nor that of a chain in `chains`.
 *
 * @example
 * ```ts
 * import { createWalletKit } from 'walletkit'
 * import { generated } from 'virtual:walletkit'
 *
 * export const kit = createWalletKit(generated)
 * await kit.open()
 * ```
 */
export function createWalletKit(generated: Generated, overrides: KitOverrides = {}): WalletKit {
  const kit = createKit(generated, overrides)
  const { modal, networks, accounts, connections, connectors, options, theme } = kit.state
  const active = () => networks.activeChain ?? NAMESPACES[0]
  const account = (namespace = active()) => accounts[namespace]
  const network = (namespace = active()) => networks[namespace].caipNetwork

  const { open, push, ...shell } = lazily(kit, () => loadShell(kit), 'open', 'close', 'mount', 'push', 'replace')
  const { connectById, findWallets, showBalance, ...actions } = lazily(
    kit,
    () => completed(kit, import('../actions/index.ts')),
    ...ACTIONS,
  )

  const getState = (): PublicState => ({
    loading: modal.loading,
    open: modal.open,
    selectedNetworkId: network()?.caipNetworkId,
    activeChain: networks.activeChain,
    initialized: options.initialized,
  })
  const getAccount = (namespace = active()) => readAccount(kit, namespace, showBalance)
  const getCaipNetwork = (namespace?: Namespace) => copy(network(namespace))
  const watchNetwork = watch(getCaipNetwork, networks)
  const getConnections = () => Object.values(connections).flatMap((own) => own.map((connection) => connection.shown))
  const getWalletInfo = () => copy(account().connectedWalletInfo)
  const getTheme = () => ({ themeMode: theme.mode, themeVariables: { ...theme.variables } })

  return enter(kit, {
    open: (openOptions) => ((modal.loading = true), open(openOptions).finally(() => (modal.loading = false))),
    redirect: push,
    ...shell,
    preload: kit.preload,
    isOpen: () => modal.open,

    get connectors() {
      void findWallets()
      return connectors.list
    },
    connect: async (id, namespace) => (await connectById(id, namespace), getAccount(namespace)),
    ...actions,

    ...{ getState, getConnections, getAccount, getCaipNetwork, getWalletInfo },
    getAddress: (namespace) => account(namespace).address,
    getCaipAddress: (namespace) => account(namespace).caipAddress,
    getCaipNetworks: () => copy(requestedNetworks(networks)),
    getChainId: () => network()?.id,
    getProvider: (namespace) => connectionOf(kit, namespace)?.provider as never,
    getWalletProvider: () => connectionOf(kit, active())?.provider,
    getWalletProviderType: () => connectionOf(kit, active())?.connector.type,
    getEvent: () => kit.lastEvent,
    getThemeMode: () => theme.mode,
    getThemeVariables: () => ({ ...theme.variables }),
    getIsConnectedState: () => Object.values(accounts).some((account) => account.address),
    getConnectMethodsOrder: () => [...(options.features.connectMethodsOrder ?? METHODS)],

    ...settersOf(modal, options, theme),

    subscribeState: watch(getState, modal, networks, options),
    subscribeConnections: watch(getConnections, connections),
    subscribeAccount: (listener, namespace) => watch(() => getAccount(namespace), accounts, networks)(listener),
    subscribeNetwork: watchNetwork,
    subscribeCaipNetworkChange: (listener) => {
      let before = network()?.caipNetworkId
      return watchNetwork((now) => {
        if (now?.caipNetworkId !== before) listener(now)
        before = now?.caipNetworkId
      })
    },
    subscribeProviders: watch(
      () => Object.fromEntries(Object.entries(connections).map(([namespace, [first]]) => [namespace, first?.provider])),
      connections,
    ),
    subscribeConnectors: (listener) => (void findWallets(), watch(() => connectors.list, connectors)(listener)),
    subscribeTheme: watch(getTheme, theme),
    subscribeWalletInfo: watch(getWalletInfo, accounts),
    subscribeShouldUpdateToAddress: watch(() => account().address, accounts),
    subscribeEvents: (listener) => kit.events.on('track', listener),
    onError: (listener) => kit.events.on('error', listener),

    // Call each function in its own promise: if one throws, the page gets an unhandled rejection, and the rest still
    // run.
    destroy: () =>
      void kit.teardown
        .splice(0)
        .reverse()
        .map(async (stop) => stop()),
  })
}

type Rest<F> = F extends (kit: Kit, ...rest: infer A) => infer R ? (...rest: A) => Promise<Awaited<R>> : never

/**
 * Returns functions of a lazily loaded module by name, bound to this kit. The first call loads the module. Once it is
 * loaded, a call runs the function synchronously.
 */
function lazily<M, K extends keyof M>(kit: Kit, load: () => Promise<M>, ...verbs: K[]) {
  let part: M | undefined
  return Object.fromEntries(
    verbs.map((verb) => [
      verb,
      async (...rest: unknown[]) => ((part ??= await load())[verb] as (...args: unknown[]) => unknown)(kit, ...rest),
    ]),
  ) as { [V in K]: Rest<M[V]> }
}

const watch =
  <T>(read: () => T, ...sources: object[]) =>
  (listener: (value: T) => void): Stop => {
    const stops = sources.map((source) => subscribe(source, () => listener(read())))
    return () => stops.forEach((stop) => stop())
  }

/**
 * In a browser, starts the instance, and adds it to the page record (page.ts), where walletkit's HTML tags find it
 * until it is destroyed.
 */
function enter(kit: Kit, instance: WalletKit): WalletKit {
  kits.set(instance, kit)
  const page = pageRecord()
  kit.teardown.push(
    kit.events.on('track', (event) => (kit.lastEvent = event)),
    () => (page.kits = page.kits.filter((each) => each !== instance)),
  )
  if (typeof window !== 'undefined') {
    page.kits.push(instance)
    start(kit)
    page.waiting.forEach((proceed) => proceed())
  }
  return instance
}

type State = Kit['state']
type Setters = Pick<
  WalletKit,
  | 'setThemeMode'
  | 'setThemeVariables'
  | 'setTermsConditionsUrl'
  | 'setPrivacyPolicyUrl'
  | 'setLoading'
  | 'setConnectMethodsOrder'
  | 'setWalletFeaturesOrder'
  | 'setSocialsOrder'
  | 'setCollapseWallets'
  | 'updateFeatures'
  | 'updateOptions'
>

function settersOf(modal: State['modal'], options: State['options'], theme: State['theme']): Setters {
  const setFeatures = (features: Features) => void Object.assign(options.features, copy(features))
  return {
    setThemeMode: (mode) => void (theme.choice = mode),
    setThemeVariables: (variables) => void Object.assign(theme.variables, variables),
    setTermsConditionsUrl: (url) => void (options.termsConditionsUrl = url),
    setPrivacyPolicyUrl: (url) => void (options.privacyPolicyUrl = url),
    setLoading: (loading) => void (modal.loading = loading),
    setConnectMethodsOrder: (connectMethodsOrder) => setFeatures({ connectMethodsOrder }),
    setWalletFeaturesOrder: (walletFeaturesOrder) => setFeatures({ walletFeaturesOrder }),
    setSocialsOrder: (socials) => setFeatures({ socials }),
    setCollapseWallets: (collapseWallets) => setFeatures({ collapseWallets }),
    updateFeatures: setFeatures,
    updateOptions: (changed) => void Object.assign(options, changed),
  }
}

/** The public copy of an account: some of its fields. The first read of its balance calls `ask`, which fetches it. */
function readAccount(kit: Kit, namespace: Namespace, ask: (namespace: Namespace) => Promise<unknown>): Account {
  const own = kit.state.accounts[namespace]
  const {
    allAccounts,
    caipAddress,
    address,
    status,
    profileName,
    profileImage,
    user,
    balance,
    balanceSymbol,
    balanceStatus = address ? 'loading' : 'idle',
    socialProvider: authProvider,
    preferredAccountType: accountType,
    smartAccountDeployed: isSmartAccountDeployed,
  } = own
  const asked = <T>(value: T) => {
    // Do not fetch without an address: the page may read an account object that it got before the disconnect.
    if (own.address && !own.balanceStatus) {
      own.balanceStatus = 'loading'
      ask(namespace).catch(() => (own.balanceStatus = 'error'))
    }
    return value
  }
  return {
    ...copy({ allAccounts, caipAddress, address, status, profileName, profileImage }),
    get balance() {
      return asked(balance)
    },
    get balanceSymbol() {
      return asked(balanceSymbol)
    },
    get balanceStatus() {
      return asked(balanceStatus)
    },
    isConnected: Boolean(address),
    embeddedWalletInfo: isEmbedded(kit, namespace)
      ? copy({ user, authProvider, accountType, isSmartAccountDeployed })
      : undefined,
  }
}
