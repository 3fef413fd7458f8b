/**
 * `walletkit/svelte`: the kit for Svelte 5, as reactive objects. React is not in the page before the modal loads. A
 * hook for one value returns it as `current`, as `svelte/reactivity` does.
 */
import { getContext, onMount, setContext } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import type { Generated } from './contracts/config.ts'
import type { CaipNetwork } from './contracts/network.ts'
import { WalletKitError } from './errors/base.ts'
import { createAccounts } from './headless/accounts.ts'
import { asOnServer } from './headless/asOnServer.ts'
import { createConnect } from './headless/connect.ts'
import { createDisconnect } from './headless/disconnect.ts'
import { accountStore, connectionsStore, networkStore, stateStore, textStore, themeStore } from './headless/reads.ts'
import { createSend } from './headless/send.ts'
import { createSignIn } from './headless/signIn.ts'
import { type Controller, createValue, type Store } from './headless/store.ts'
import { createSwap } from './headless/swap.ts'
import { createWallets } from './headless/wallets.ts'
import { attend, buttonLabel, networkLabel } from './kit/button.ts'
import type { Account, PublicState, Stop, Theme, WalletConnection, WalletKit } from './kit/instance.ts'
import type { CaipNetworkId, Namespace } from './lib/namespace.ts'

export type * from './headless/types.ts'

/**
 * `server`: a kit in the state that the server rendered, read until the page is hydrated; only with the option `ssr`.
 */
type Provided = { kit: WalletKit; server: WalletKit | undefined; hydrated: Store<boolean> }
const KEY = Symbol('walletkit')

export type SvelteOptions = {
  /**
   * For a page that a server renders: the value that the kit was created from. The page first shows what the server
   * rendered, and a returning visitor's account once it is mounted, so that Svelte finds no mismatch.
   */
  ssr?: Generated
}

/**
 * Provides a kit to the components inside. Call it while the outermost component is created.
 *
 * @example
 * ```ts
 * import { createWalletKit } from 'walletkit'
 * import { setWalletKit } from 'walletkit/svelte'
 * import { generated } from 'virtual:walletkit'
 *
 * setWalletKit(createWalletKit(generated))
 * ```
 */
export function setWalletKit(kit: WalletKit, { ssr }: SvelteOptions = {}): void {
  const server = ssr && typeof window !== 'undefined' ? asOnServer(ssr) : undefined
  const hydrated = createValue(ssr === undefined)
  if (ssr) onMount(() => hydrated.set(true))
  setContext<Provided>(KEY, { kit, server, hydrated })
}

function provided(): Provided {
  const found = getContext<Provided | undefined>(KEY)
  if (!found) throw new WalletKitError('NO_PROVIDER', 'Call setWalletKit(kit) in an outer component first')
  return found
}

/**
 * The kit itself: `open`, `close`, `connect`, and every other instance method. Throws where no outer component called
 * `setWalletKit`.
 *
 * @example
 * ```ts
 * import { useWalletKit } from 'walletkit/svelte'
 *
 * const kit = useWalletKit()
 * const openNetworks = () => kit.open({ view: 'Networks' })
 * ```
 */
export const useWalletKit = (): WalletKit => provided().kit

/**
 * A template or an effect that reads `current` runs again when the value changes. Other code reads the present value.
 */
export type Current<T> = { readonly current: T }

function followed<T>(make: (kit: WalletKit) => Store<T>): Current<T> {
  const { kit, server, hydrated } = provided()
  const [own, first] = [make(kit), server && make(server)]
  const follow = createSubscriber((update) => {
    const stops = [own.subscribe(update), hydrated.subscribe(update)]
    return () => stops.forEach((stop) => stop())
  })
  return {
    get current() {
      follow()
      return (first && !hydrated.get() ? first : own).get()
    },
  }
}

/**
 * An object with a getter for each field of the state, and the actions. Read the fields from the object: a destructured
 * field does not follow changes.
 */
function controlled<S extends object, A extends object>(create: (kit: WalletKit) => Controller<S, A>): Readonly<S> & A {
  const controller = create(provided().kit)
  const state = followed(() => controller)
  const fields = Object.keys(controller.get()) as (keyof S)[]
  const getters = Object.fromEntries(
    fields.map((key) => [key, { get: () => state.current[key], enumerable: true }]),
  ) as PropertyDescriptorMap
  return Object.defineProperties({ ...controller.actions }, getters) as Readonly<S> & A
}

/**
 * The account of a namespace, the active one by default: `{ address, caipAddress, isConnected, status, balance, … }`.
 * The balance is fetched when code first reads it; `balanceStatus` says whether it is loaded.
 *
 * @example
 * ```ts
 * import { useAccount } from 'walletkit/svelte'
 *
 * const account = useAccount()
 * const address = () => account.current.address
 * ```
 */
export const useAccount = ({ namespace }: { namespace?: Namespace } = {}): Current<Account> =>
  followed((kit) => accountStore(kit, namespace))

/**
 * The active network, and the function that switches it.
 *
 * @example
 * ```ts
 * import { useNetwork } from 'walletkit/svelte'
 *
 * const network = useNetwork()
 * const toMainnet = () => network.switchNetwork('eip155:1')
 * ```
 */
export function useNetwork(): Current<CaipNetwork | undefined> & {
  switchNetwork: (id: CaipNetworkId) => Promise<void>
} {
  const { switchNetwork } = useWalletKit()
  const network = followed(networkStore)
  return {
    get current() {
      return network.current
    },
    switchNetwork,
  }
}

/**
 * The state of the modal and the active network: `{ open, loading, selectedNetworkId, activeChain, initialized }`.
 *
 * @example
 * ```ts
 * import { useKitState } from 'walletkit/svelte'
 *
 * const state = useKitState()
 * const isOpen = () => state.current.open
 * ```
 */
export const useKitState = (): Current<PublicState> => followed(stateStore)

/**
 * The modal's theme; `useWalletKit` has the functions that change it.
 *
 * @example
 * ```ts
 * import { useTheme, useWalletKit } from 'walletkit/svelte'
 *
 * const kit = useWalletKit()
 * const theme = useTheme()
 * const change = () => kit.setThemeMode(theme.current.themeMode === 'dark' ? 'light' : 'dark')
 * ```
 */
export const useTheme = (): Current<Theme> => followed(themeStore)

/**
 * The connected wallets, each namespace's active one first.
 *
 * @example
 * ```ts
 * import { useConnections } from 'walletkit/svelte'
 *
 * const connections = useConnections()
 * const names = () => connections.current.map(({ name }) => name)
 * ```
 */
export const useConnections = (): Current<WalletConnection[]> => followed(connectionsStore)

/**
 * Connects a wallet without the modal, by its id.
 *
 * @example
 * ```ts
 * import { useConnect } from 'walletkit/svelte'
 *
 * const wallet = useConnect()
 * const metaMask = () => wallet.connect({ id: 'io.metamask' })
 * ```
 */
export const useConnect = () => controlled(createConnect)

/**
 * The wallets that this page can connect, as `data`.
 *
 * @example
 * ```ts
 * import { useWallets } from 'walletkit/svelte'
 *
 * const wallets = useWallets()
 * const names = () => wallets.data?.map(({ name }) => name)
 * ```
 */
export const useWallets = () => controlled(createWallets)

/**
 * Every account of every connected wallet, as `data`, and the function that makes one the active one.
 *
 * @example
 * ```ts
 * import { useAccounts } from 'walletkit/svelte'
 *
 * const accounts = useAccounts()
 * const second = () => accounts.data?.[1] && accounts.switchAccount(accounts.data[1])
 * ```
 */
export const useAccounts = () => controlled(createAccounts)

/**
 * `disconnect()` ends every session; with `{ namespace }`, only the sessions of that namespace; with `{ connection }`,
 * only the session of that connection.
 *
 * @example
 * ```ts
 * import { useDisconnect } from 'walletkit/svelte'
 *
 * const session = useDisconnect()
 * const leave = () => session.disconnect()
 * ```
 */
export const useDisconnect = () => controlled(createDisconnect)

/**
 * Sends tokens without the modal, with the checks of its form. The config needs `"features": { "send": true }`.
 *
 * @example
 * ```ts
 * import { useSend } from 'walletkit/svelte'
 *
 * const transfer = useSend()
 * const donate = (to: string) => transfer.send({ to, amount: '0.01' })
 * ```
 */
export const useSend = () => controlled(createSend)

/**
 * Swaps tokens without the modal: `quote` asks for an offer, and `swap` accepts it. The config needs
 * `"features": { "swaps": true }`.
 *
 * @example
 * ```ts
 * import { useSwap } from 'walletkit/svelte'
 *
 * const exchange = useSwap()
 * const ask = () => exchange.quote({ from: 'ETH', to: 'USDC', amount: '1' })
 * ```
 */
export const useSwap = () => controlled(createSwap)

/**
 * Signs in with the wallet's signature, without the modal. The config needs `siwx` or `siweConfig`.
 *
 * @example
 * ```ts
 * import { useSignIn } from 'walletkit/svelte'
 *
 * const signature = useSignIn()
 * const isSigned = () => signature.status === 'signed'
 * ```
 */
export const useSignIn = () => controlled(createSignIn)

/** For the page's own button: its text, its click handler, and an attachment that loads the modal on hover or focus. */
export type OpenButton = {
  readonly label: string
  /**
   * False in a page that a server rendered until it is hydrated, with the option `ssr`. A click before that is lost, so
   * disable the button: `disabled={!connect.isReady} aria-busy={!connect.isReady}`.
   */
  readonly isReady: boolean
  open: () => void
  attach: (element: HTMLElement) => Stop
}

function useOpener(
  text: (kit: WalletKit) => string,
  { view, attributes }: { view?: string; attributes?: () => Record<string, string | undefined> } = {},
): OpenButton {
  const kit = useWalletKit()
  const label = followed((each) => textStore(each, text))
  const { hydrated } = provided()
  const ready = followed(() => hydrated)
  return {
    get label() {
      return label.current
    },
    get isReady() {
      return ready.current
    },
    open: () => void kit.open(view ? { view } : undefined),
    attach: (element) => {
      const set = Object.entries(attributes?.() ?? {})
      for (const [name, value] of set) if (value) element.dataset[name] = value
      return attend(element, kit)
    },
  }
}

/**
 * The texts of a button. For one that changes, pass an object with a getter: `{ get label() { return t('connect') } }`.
 */
type Labels = { label?: string; loadingLabel?: string }

/**
 * For a button that says Connect, or shows the account once one is connected:
 * `<button onclick={connect.open} {@attach connect.attach}>{connect.label}</button>`.
 *
 * @param options `balance`: once the modal has loaded, the button gets the pictures of the account and the network
 * beside its text, and with `'show'` also the balance. By default it gets none. `size` sets its padding and text size
 * together with `balance`
 *
 * @example
 * ```ts
 * import { useConnectButton } from 'walletkit/svelte'
 *
 * const connect = useConnectButton({ label: 'Sign in', balance: 'show' })
 * ```
 */
export const useConnectButton = (
  options: Labels & { balance?: 'show' | 'hide'; size?: 'small' | 'medium' | 'large' } = {},
): OpenButton =>
  useOpener((kit) => buttonLabel(kit, kit.getAccount(), options), {
    attributes: () => ({ balance: options.balance, size: options.size }),
  })

/**
 * For a button that shows the active network and opens the list of networks.
 *
 * @example
 * ```ts
 * import { useNetworkButton } from 'walletkit/svelte'
 *
 * const network = useNetworkButton()
 * ```
 */
export const useNetworkButton = (labels: Pick<Labels, 'label'> = {}): OpenButton =>
  useOpener((kit) => networkLabel(kit, labels.label), { view: 'Networks' })
