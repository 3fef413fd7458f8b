/**
 * `walletkit/vue`: an app plugin, composables and buttons for Vue 3. React is not in the page before the modal loads.
 */
import { computed, defineComponent, getCurrentInstance, h, inject, onActivated, onMounted, onScopeDispose } from 'vue'
import { shallowRef, watch } from 'vue'
import type { App, ComputedRef, InjectionKey, PropType, ShallowRef } from 'vue'
import type { Generated } from './contracts/config.ts'
import type { KitOverrides } from './contracts/kit.ts'
import { WalletKitError } from './errors/base.ts'
import { createAccounts } from './headless/accounts.ts'
import { asOnServer } from './headless/asOnServer.ts'
import { createConnect } from './headless/connect.ts'
import { createDisconnect } from './headless/disconnect.ts'
import { accountStore, connectionsStore, networkStore, stateStore, textStore, themeStore } from './headless/reads.ts'
import { createSend } from './headless/send.ts'
import { createSignIn } from './headless/signIn.ts'
import type { Controller, Store } from './headless/store.ts'
import { createSwap } from './headless/swap.ts'
import { createWallets } from './headless/wallets.ts'
import { attend, buttonLabel, networkLabel } from './kit/button.ts'
import type { Account, PublicState, Theme, WalletConnection, WalletKit } from './kit/instance.ts'
import { createWalletKit as createKit } from './kit/walletKit.ts'
import type { CaipNetwork } from './contracts/network.ts'
import type { CaipNetworkId, Namespace } from './lib/namespace.ts'

export type * from './headless/types.ts'

/**
 * `server`: a kit in the state that the server rendered, read until a component is mounted; only with the option `ssr`.
 */
type Provided = { kit: WalletKit; server: WalletKit | undefined; ssr: boolean }
const KEY: InjectionKey<Provided> = Symbol('walletkit')

export type VueOptions = KitOverrides & {
  /**
   * Set this if a server renders the page. Components then first show what the server rendered, and the account of a
   * returning visitor only after they are mounted, so that Vue finds no mismatch.
   */
  ssr?: boolean
}
/** What `createWalletKit` returns: pass it to `app.use`. `kit` is the instance, for code outside of components. */
export type WalletKitPlugin = { kit: WalletKit; install: (app: App) => void }

/**
 * Creates a kit as an app plugin.
 *
 * @example
 * ```ts
 * import { createApp } from 'vue'
 * import { createWalletKit } from 'walletkit/vue'
 * import { generated } from 'virtual:walletkit'
 *
 * createApp({}).use(createWalletKit(generated)).mount('#app')
 * ```
 */
export function createWalletKit(generated: Generated, { ssr = false, ...overrides }: VueOptions = {}): WalletKitPlugin {
  const kit = createKit(generated, overrides)
  const server = ssr && typeof window !== 'undefined' ? asOnServer(generated) : undefined
  return { kit, install: (app) => void app.provide(KEY, { kit, server, ssr }) }
}

function provided(): Provided {
  const found = inject(KEY, undefined)
  if (!found) throw new WalletKitError('NO_PROVIDER', 'Call app.use(createWalletKit(generated)) first')
  return found
}

/**
 * The kit itself: `open`, `close`, `connect`, and every other instance method. Throws in an app without the plugin.
 *
 * @example
 * ```ts
 * import { useWalletKit } from 'walletkit/vue'
 *
 * const kit = useWalletKit()
 * const openNetworks = () => kit.open({ view: 'Networks' })
 * ```
 */
export const useWalletKit = (): WalletKit => provided().kit

/** A ref that follows a value of the kit until its component or scope is disposed. A server reads the value once. */
function followed<T>(make: (kit: WalletKit) => Store<T>): Readonly<ShallowRef<T>> {
  const { kit, server } = provided()
  const store = make(kit)
  // Vue gives a component that it hydrates its element before `setup`. One that shows later never was on the server, and
  // its `setup` has to see the visitor's account: it may send visitors without one elsewhere.
  const isHydrating = server !== undefined && Boolean(getCurrentInstance()?.vnode.el)
  const value = shallowRef((isHydrating ? make(server) : store).get())
  if (typeof window === 'undefined') return value
  let stop: (() => void) | undefined
  let isOver = false
  const listen = () => {
    if (isOver) return
    const update = () => void (value.value = store.get())
    stop = store.subscribe(update)
    update()
  }
  if (isHydrating) onMounted(listen)
  else listen()
  onScopeDispose(() => {
    isOver = true
    stop?.()
  }, true)
  return value
}

type Refs<S> = { readonly [K in keyof S]: ComputedRef<S[K]> }

/** An object with a ref for each field of the state, and the actions. */
function controlled<S extends object, A>(create: (kit: WalletKit) => Controller<S, A>): Refs<S> & A {
  const controller = create(provided().kit)
  const state = followed(() => controller)
  const refs = Object.fromEntries(
    (Object.keys(controller.get()) as (keyof S)[]).map((key) => [key, computed(() => state.value[key])]),
  ) as Refs<S>
  return { ...refs, ...controller.actions }
}

/**
 * The account of a namespace, the active one by default: `{ address, caipAddress, isConnected, status, balance, … }`.
 * The balance is fetched when code first reads it; `balanceStatus` says whether it is loaded.
 *
 * @example
 * ```ts
 * import { useAccount } from 'walletkit/vue'
 *
 * const account = useAccount()
 * console.log(account.value.address)
 * ```
 */
export const useAccount = ({ namespace }: { namespace?: Namespace } = {}): Readonly<ShallowRef<Account>> =>
  followed((kit) => accountStore(kit, namespace))

/**
 * The active network, and the function that switches it.
 *
 * @example
 * ```ts
 * import { useNetwork } from 'walletkit/vue'
 *
 * const { caipNetwork, switchNetwork } = useNetwork()
 * const toMainnet = () => (caipNetwork.value?.id === 1 ? undefined : switchNetwork('eip155:1'))
 * ```
 */
export function useNetwork(): {
  caipNetwork: Readonly<ShallowRef<CaipNetwork | undefined>>
  switchNetwork: (id: CaipNetworkId) => Promise<void>
} {
  const { switchNetwork } = useWalletKit()
  return { caipNetwork: followed(networkStore), switchNetwork }
}

/**
 * The state of the modal and the active network: `{ open, loading, selectedNetworkId, activeChain, initialized }`.
 *
 * @example
 * ```ts
 * import { useKitState } from 'walletkit/vue'
 *
 * const state = useKitState()
 * const isOpen = () => state.value.open
 * ```
 */
export const useKitState = (): Readonly<ShallowRef<PublicState>> => followed(stateStore)

/**
 * The modal's theme; `useWalletKit` has the functions that change it.
 *
 * @example
 * ```ts
 * import { useTheme, useWalletKit } from 'walletkit/vue'
 *
 * const kit = useWalletKit()
 * const theme = useTheme()
 * const change = () => kit.setThemeMode(theme.value.themeMode === 'dark' ? 'light' : 'dark')
 * ```
 */
export const useTheme = (): Readonly<ShallowRef<Theme>> => followed(themeStore)

/**
 * The connected wallets, each namespace's active one first.
 *
 * @example
 * ```ts
 * import { useConnections } from 'walletkit/vue'
 *
 * const connections = useConnections()
 * const names = () => connections.value.map(({ name }) => name)
 * ```
 */
export const useConnections = (): Readonly<ShallowRef<WalletConnection[]>> => followed(connectionsStore)

/**
 * Connects a wallet without the modal, by its id. Each field of the state is a ref.
 *
 * @example
 * ```ts
 * import { useConnect } from 'walletkit/vue'
 *
 * const { status, error, connect } = useConnect()
 * const metaMask = () => connect({ id: 'io.metamask' })
 * ```
 */
export const useConnect = () => controlled(createConnect)

/**
 * The wallets that this page can connect, as `data`.
 *
 * @example
 * ```ts
 * import { useWallets } from 'walletkit/vue'
 *
 * const { data: wallets } = useWallets()
 * const names = () => wallets.value?.map(({ name }) => name)
 * ```
 */
export const useWallets = () => controlled(createWallets)

/**
 * Every account of every connected wallet, as `data`, and the function that makes one the active one.
 *
 * @example
 * ```ts
 * import { useAccounts } from 'walletkit/vue'
 *
 * const { data: accounts, switchAccount } = useAccounts()
 * const second = () => accounts.value?.[1] && switchAccount(accounts.value[1])
 * ```
 */
export const useAccounts = () => controlled(createAccounts)

/**
 * `disconnect()` ends every session; with `{ namespace }`, only the sessions of that namespace; with `{ connection }`,
 * only the session of that connection.
 *
 * @example
 * ```ts
 * import { useDisconnect } from 'walletkit/vue'
 *
 * const { disconnect } = useDisconnect()
 * const leave = () => disconnect()
 * ```
 */
export const useDisconnect = () => controlled(createDisconnect)

/**
 * Sends tokens without the modal, with the checks of its form. The config needs `"features": { "send": true }`.
 *
 * @example
 * ```ts
 * import { useSend } from 'walletkit/vue'
 *
 * const { status, error, data, send } = useSend()
 * const donate = (to: string) => send({ to, amount: '0.01' })
 * ```
 */
export const useSend = () => controlled(createSend)

/**
 * Swaps tokens without the modal: `quote` asks for an offer, and `swap` accepts it. The config needs
 * `"features": { "swaps": true }`.
 *
 * @example
 * ```ts
 * import { useSwap } from 'walletkit/vue'
 *
 * const { data, quote, swap } = useSwap()
 * const ask = () => quote({ from: 'ETH', to: 'USDC', amount: '1' })
 * ```
 */
export const useSwap = () => controlled(createSwap)

/**
 * Signs in with the wallet's signature, without the modal. The config needs `siwx` or `siweConfig`.
 *
 * @example
 * ```ts
 * import { useSignIn } from 'walletkit/vue'
 *
 * const { status, signIn } = useSignIn()
 * const isSigned = () => status.value === 'signed'
 * ```
 */
export const useSignIn = () => controlled(createSignIn)

const PROPS = {
  label: String as PropType<string>,
  loadingLabel: String as PropType<string>,
  disabled: Boolean,
}

/** Renders a button that opens the modal. The modal loads when the pointer or focus reaches the button. */
function opener(
  props: { readonly disabled: boolean },
  text: (kit: WalletKit) => string,
  { view, attributes }: { view?: string; attributes?: () => Record<string, string | undefined> } = {},
) {
  const { kit, ssr } = provided()
  const element = shallowRef<HTMLElement>()
  const label = followed((each) => {
    const store = textStore(each, text)
    const subscribe = (notify: () => void) => {
      const stops = [store.subscribe(notify), watch(() => text(each), notify)]
      return () => stops.forEach((stop) => stop())
    }
    return { get: store.get, subscribe }
  })
  // A click before Vue has hydrated the button would be lost, so the button is disabled until then.
  const isReady = shallowRef(!ssr)
  let stop: (() => void) | undefined
  const start = () => {
    stop?.()
    stop = element.value && attend(element.value, kit)
  }
  onMounted(() => {
    isReady.value = true
    start()
  })
  // When `<KeepAlive>` puts the button back on the page, start again: a button that changed while it was off the page
  // has lost its pictures and its balance.
  onActivated(start)
  onScopeDispose(() => stop?.())
  return () =>
    h(
      'button',
      {
        ref: element,
        type: 'button',
        class: 'walletkit-button',
        disabled: props.disabled || !isReady.value,
        'aria-busy': isReady.value ? undefined : true,
        'aria-haspopup': 'dialog',
        onClick: () => void kit.open(view ? { view } : undefined),
        ...attributes?.(),
      },
      label.value,
    )
}

/**
 * A button that says Connect, or shows the account once one is connected, and opens the modal. Once the modal has
 * loaded, the button also shows the pictures of the account and the network and, with `balance="show"`, the balance.
 *
 * @example
 * ```ts
 * import { h } from 'vue'
 * import { ConnectButton } from 'walletkit/vue'
 *
 * const header = () => h(ConnectButton, { label: 'Sign in', balance: 'show', size: 'small' })
 * ```
 */
export const ConnectButton = /* @__PURE__ */ defineComponent({
  props: {
    ...PROPS,
    size: String as PropType<'small' | 'medium' | 'large'>,
    balance: { type: String as PropType<'show' | 'hide'>, default: 'hide' },
  },
  setup: (props) =>
    opener(props, (kit) => buttonLabel(kit, kit.getAccount(), props), {
      attributes: () => ({ 'data-size': props.size, 'data-balance': props.balance }),
    }),
})

/**
 * A button that shows the active network and opens the list of networks.
 *
 * @example
 * ```ts
 * import { h } from 'vue'
 * import { NetworkButton } from 'walletkit/vue'
 *
 * const header = () => h(NetworkButton)
 * ```
 */
export const NetworkButton = /* @__PURE__ */ defineComponent({
  props: PROPS,
  setup: (props) => opener(props, (kit) => networkLabel(kit, props.label), { view: 'Networks' }),
})
