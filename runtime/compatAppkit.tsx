/**
 * `walletkit/compat/appkit`: the hooks, components and tags of AppKit that pages use most, working on a walletkit kit.
 * A page that migrates from AppKit keeps its components and changes their imports. The hooks and the React components
 * need a `WalletKitProvider` around them.
 */
import { useCallback, useEffect, useState } from 'react'
import type { CaipNetworkId, Namespace } from './lib/namespace.ts'
import type { ThemeMode } from './contracts/config.ts'
import type { Account, WalletKit } from './kit/instance.ts'
import { defineElements } from './elements.ts'
import { useSources } from './headless/context.tsx'
import { actingKit } from './headless/standIn.ts'
import { giveLook, useLook } from './compatLook.ts'
import {
  AccountButton,
  type ButtonProps,
  ConnectButton,
  NetworkButton,
  useAccount,
  useDisconnect as useKitDisconnect,
  useKitState,
  useNetwork,
  useProvider,
  useTheme,
  useWalletKit,
} from './react.tsx'

export type { CaipNetworkId } from './lib/namespace.ts'
export type { CaipNetwork } from './contracts/network.ts'
export type { ThemeMode } from './contracts/config.ts'
/** The provider of a connected EVM wallet. */
export type { Eip1193Provider as Provider } from './chains/eip155/provider.ts'
export type UseAppKitAccountReturn = ReturnType<typeof useAppKitAccount>
export type UseAppKitNetworkReturn = ReturnType<typeof useAppKitNetwork>
/** walletkit's variables, whose names begin with `--wk-`. */
export type ThemeVariables = Record<string, string>
/** The name of a view, as in AppKit. */
export type Views = string

/**
 * The account of a namespace, the active one by default: `{ address, caipAddress, isConnected, status, … }`.
 *
 * @example
 * ```tsx
 * import { useAppKitAccount } from 'walletkit/compat/appkit'
 *
 * const Address = () => <p>{useAppKitAccount().address ?? 'Not connected'}</p>
 * ```
 */
export const useAppKitAccount = (options: { namespace?: Namespace } = {}): Account => useAccount(options)

/**
 * `view`: a view by AppKit's name. Where AppKit and walletkit both have a view, both use the same name for it.
 * `namespace` limits Connect to the wallets of one chain family.
 */
export type OpenOptions = {
  view?: string
  namespace?: Namespace
  /** What the view Swap starts with; walletkit's own functions call it `params`. */
  arguments?: { amount?: string; fromToken?: string; toToken?: string }
}

/**
 * The functions that open and close the modal.
 *
 * @example
 * ```tsx
 * import { useAppKit } from 'walletkit/compat/appkit'
 *
 * function Networks() {
 *   const { open } = useAppKit()
 *   return <button onClick={() => void open({ view: 'Networks' })}>Networks</button>
 * }
 * ```
 */
export function useAppKit(): { open: (options?: OpenOptions) => Promise<void>; close: () => Promise<void> } {
  const { open: show, close } = useWalletKit()
  // `open` stays the same function at each render. An effect that depends on it would otherwise run again, and open a
  // modal that the visitor closed.
  const open = useCallback(
    ({ view, namespace, arguments: params }: OpenOptions = {}) =>
      show({ ...(view && { view }), ...(namespace && { namespace }), ...(params && { params }) }),
    [show],
  )
  return { open, close }
}

/**
 * A network in the forms that AppKit's functions accept: viem's chain object, or AppKit's, which also has a
 * `caipNetworkId`.
 */
export type AnyNetwork = { id: number | string; caipNetworkId?: string }

const isCaip = (id: string): id is CaipNetworkId => id.includes(':')

/** The CAIP-2 id of a network in viem's form, or in AppKit's. */
function idOf({ id, caipNetworkId = `${id}` }: AnyNetwork): CaipNetworkId {
  return isCaip(caipNetworkId) ? caipNetworkId : `eip155:${caipNetworkId}`
}

/**
 * The active network, and the function that switches to a network of the config.
 *
 * @example
 * ```tsx
 * import { useAppKitNetwork } from 'walletkit/compat/appkit'
 * import { base } from 'viem/chains'
 *
 * function Base() {
 *   const { chainId, switchNetwork } = useAppKitNetwork()
 *   return <button onClick={() => void switchNetwork(base)}>{chainId}</button>
 * }
 * ```
 */
export function useAppKitNetwork() {
  const { caipNetwork, caipNetworkId, chainId, switchNetwork: switchTo } = useNetwork()
  const switchNetwork = useCallback((network: AnyNetwork) => switchTo(idOf(network)), [switchTo])
  return { caipNetwork, caipNetworkId, chainId, switchNetwork }
}

/**
 * The state of the modal and the active network: `{ open, loading, selectedNetworkId, activeChain, initialized }`.
 *
 * @example
 * ```tsx
 * import { useAppKitState } from 'walletkit/compat/appkit'
 *
 * const Status = () => <p>{useAppKitState().open ? 'Open' : 'Closed'}</p>
 * ```
 */
export const useAppKitState = (): ReturnType<typeof useKitState> => useKitState()

/**
 * The provider of the wallet that is connected in a namespace (EIP-1193 on eip155), and the type of its connector; both
 * are `undefined` while none is connected. `T` is the type that the caller gives the provider: nothing checks it.
 *
 * @example
 * ```tsx
 * import { useAppKitProvider } from 'walletkit/compat/appkit'
 *
 * const Kind = () => <p>{useAppKitProvider('eip155').walletProviderType}</p>
 * ```
 */
export function useAppKitProvider<T = unknown>(namespace: Namespace) {
  const { walletProvider, walletProviderType } = useProvider(namespace)
  return { walletProvider: walletProvider as T | undefined, walletProviderType }
}

/**
 * The theme. `themeVariables` are walletkit's, whose names begin with `--wk-`.
 *
 * @example
 * ```tsx
 * import { useAppKitTheme } from 'walletkit/compat/appkit'
 *
 * function Dark() {
 *   const { setThemeMode } = useAppKitTheme()
 *   return <button onClick={() => setThemeMode('dark')}>Dark</button>
 * }
 * ```
 */
export function useAppKitTheme(): ReturnType<typeof useTheme> & { setThemeMode: (mode: ThemeMode | 'system') => void } {
  return useTheme()
}

/**
 * `disconnect()` ends every session; with `{ namespace }` only the sessions of that namespace.
 *
 * @example
 * ```tsx
 * import { useDisconnect } from 'walletkit/compat/appkit'
 *
 * function Leave() {
 *   const { disconnect } = useDisconnect()
 *   return <button onClick={() => void disconnect()}>Leave</button>
 * }
 * ```
 */
export const useDisconnect = (): ReturnType<typeof useKitDisconnect> => useKitDisconnect()

/**
 * Name and icon of the connected wallet.
 *
 * @example
 * ```tsx
 * import { useWalletInfo } from 'walletkit/compat/appkit'
 *
 * const Name = () => <p>{useWalletInfo().walletInfo?.name}</p>
 * ```
 */
export function useWalletInfo(): { walletInfo: ReturnType<WalletKit['getWalletInfo']> } {
  const walletInfo = useSources(
    ({ accounts, networks }) => [accounts, networks],
    (kit) => kit.getWalletInfo(),
  )
  return { walletInfo }
}

/**
 * The last tracking event, as `data`; `undefined` before the first one.
 *
 * @example
 * ```tsx
 * import { useAppKitEvents } from 'walletkit/compat/appkit'
 *
 * const Last = () => <p>{useAppKitEvents().data?.event}</p>
 * ```
 */
export function useAppKitEvents() {
  const kit = useWalletKit()
  const [last, setLast] = useState(() => kit.getEvent())
  useEffect(() => kit.subscribeEvents(setLast), [kit])
  return { timestamp: last?.timestamp ?? 0, data: last }
}

/**
 * `fetchBalance` loads the active account's balance, and rejects if it cannot be read. `isError` means that no balance
 * is known.
 *
 * @example
 * ```tsx
 * import { useAppKitBalance } from 'walletkit/compat/appkit'
 *
 * function Refresh() {
 *   const { fetchBalance } = useAppKitBalance()
 *   return <button onClick={() => void fetchBalance()}>Refresh</button>
 * }
 * ```
 */
export function useAppKitBalance() {
  const kit = actingKit(useWalletKit())
  const fetchBalance = useCallback(async () => {
    await kit.updateNativeBalance()
    const { balance, balanceSymbol } = kit.getAccount()
    const data = balance === undefined ? undefined : { balance, symbol: balanceSymbol ?? '' }
    return { data, error: null, isSuccess: data !== undefined, isError: data === undefined }
  }, [kit])
  return { fetchBalance }
}

/**
 * A button that says Connect, or shows the account once one is connected. Opens the modal.
 *
 * @example
 * ```tsx
 * import { AppKitButton } from 'walletkit/compat/appkit'
 *
 * const Header = () => <AppKitButton />
 * ```
 */
export const AppKitButton = (props: ButtonProps) => <ConnectButton className={useLook()} {...props} />
/**
 * A button that shows the account and opens the modal; renders nothing while no account is connected.
 *
 * @example
 * ```tsx
 * import { AppKitAccountButton } from 'walletkit/compat/appkit'
 *
 * const Header = () => <AppKitAccountButton />
 * ```
 */
export const AppKitAccountButton = (props: ButtonProps) => <AccountButton className={useLook()} {...props} />
/**
 * A button that shows the active network and opens the list of networks.
 *
 * @example
 * ```tsx
 * import { AppKitNetworkButton } from 'walletkit/compat/appkit'
 *
 * const Header = () => <AppKitNetworkButton />
 * ```
 */
export const AppKitNetworkButton = (props: ButtonProps) => <NetworkButton className={useLook()} {...props} />

/**
 * A button that opens the modal to connect; renders nothing while an account is connected.
 *
 * @example
 * ```tsx
 * import { AppKitConnectButton } from 'walletkit/compat/appkit'
 *
 * const Header = () => <AppKitConnectButton />
 * ```
 */
export const AppKitConnectButton = (props: ButtonProps) =>
  useAccount().isConnected ? null : <AppKitButton {...props} />

/** AppKit's tags, each with the walletkit tag that replaces it. */
const TAGS = {
  'appkit-button': 'walletkit-button',
  'appkit-connect-button': 'walletkit-button',
  'appkit-account-button': 'walletkit-button',
  'appkit-network-button': 'walletkit-network-button',
  'w3m-button': 'walletkit-button',
  'w3m-connect-button': 'walletkit-button',
  'w3m-account-button': 'walletkit-button',
  'w3m-network-button': 'walletkit-network-button',
} as const

type TagProps = { label?: string; loadingLabel?: string; disabled?: boolean; size?: string; balance?: string }

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React declares its tags in a namespace
  namespace JSX {
    interface IntrinsicElements {
      'appkit-button': TagProps
      'appkit-connect-button': TagProps
      'appkit-account-button': TagProps
      'appkit-network-button': TagProps
      'w3m-button': TagProps
      'w3m-connect-button': TagProps
      'w3m-account-button': TagProps
      'w3m-network-button': TagProps
    }
  }
}

/**
 * Registers `<appkit-button>` and AppKit's other tags. Importing this module calls it already. On a server it does
 * nothing.
 *
 * @example
 * ```ts
 * import { defineAppKitElements } from 'walletkit/compat/appkit'
 *
 * defineAppKitElements()
 * ```
 */
export function defineAppKitElements(): void {
  defineElements()
  if (typeof customElements === 'undefined') return
  for (const [tag, own] of Object.entries(TAGS)) {
    const base = customElements.get(own)
    // Register a subclass for each tag, because a constructor can be registered for one tag only.
    if (base && !customElements.get(tag)) customElements.define(tag, class extends base {})
  }
  giveLook({}, Object.keys(TAGS).join())
}

defineAppKitElements()
