/**
 * `walletkit/react`: hooks and buttons for a kit. It loads with the page, so it is small and never imports the modal.
 */
import { useEffect, useRef } from 'react'
import { attend, buttonLabel, networkLabel } from './kit/button.ts'
import { useIsHydrated, useSources, useWalletKit } from './headless/context.tsx'
import type { CaipNetworkId, Namespace } from './lib/namespace.ts'
import { kitOf } from './kit/walletKit.ts'
import { connectionOf } from './state/connections.ts'

export { useWalletKit, WalletKitProvider } from './headless/context.tsx'
export { useAccounts, useConnect, useDisconnect, useSend, useSignIn, useSwap, useWallets } from './headless/hooks.ts'
export type * from './headless/types.ts'

/**
 * The account of a namespace, the active one by default: `{ address, caipAddress, isConnected, status, balance, … }`.
 * The balance is fetched when code first reads it; `balanceStatus` says whether it is loaded.
 *
 * @example
 * ```tsx
 * import { useAccount } from 'walletkit/react'
 *
 * function Greeting() {
 *   const { address, isConnected } = useAccount()
 *   return <p>{isConnected ? `Hello ${address}` : 'Not connected'}</p>
 * }
 * ```
 */
export const useAccount = ({ namespace }: { namespace?: Namespace } = {}) =>
  useSources(
    ({ accounts, networks }) => [accounts, networks],
    (kit) => kit.getAccount(namespace),
    namespace,
  )

const useCaipNetwork = () =>
  useSources(
    ({ networks }) => [networks],
    (kit) => kit.getCaipNetwork(),
  )

/**
 * The active network, and the function that switches it.
 *
 * @example
 * ```tsx
 * import { useNetwork } from 'walletkit/react'
 *
 * function Network() {
 *   const { caipNetwork, switchNetwork } = useNetwork()
 *   return <button onClick={() => void switchNetwork('eip155:1')}>{caipNetwork?.name ?? 'No network'}</button>
 * }
 * ```
 */
export function useNetwork() {
  const caipNetwork = useCaipNetwork()
  const { switchNetwork }: { switchNetwork: (id: CaipNetworkId) => Promise<void> } = useWalletKit()
  return {
    caipNetwork,
    chainId: caipNetwork?.id,
    caipNetworkId: caipNetwork?.caipNetworkId,
    switchNetwork,
  }
}

/**
 * The state of the modal and the active network: `{ open, loading, selectedNetworkId, activeChain, initialized }`.
 *
 * @example
 * ```tsx
 * import { useKitState } from 'walletkit/react'
 *
 * function Status() {
 *   const { open, loading } = useKitState()
 *   return <p>{loading ? 'Loading' : open ? 'Open' : 'Closed'}</p>
 * }
 * ```
 */
export const useKitState = () =>
  useSources(
    ({ modal, networks, options }) => [modal, networks, options],
    (kit) => kit.getState(),
  )

/**
 * The modal's theme, and the functions that change it.
 *
 * @example
 * ```tsx
 * import { useTheme } from 'walletkit/react'
 *
 * function DarkMode() {
 *   const { themeMode, setThemeMode } = useTheme()
 *   return <button onClick={() => setThemeMode(themeMode === 'dark' ? 'light' : 'dark')}>Change theme</button>
 * }
 * ```
 */
export function useTheme() {
  const kit = useWalletKit()
  const [themeMode, themeVariables] = useSources(
    ({ theme }) => [theme],
    () => [kit.getThemeMode(), kit.getThemeVariables()] as const,
  )
  return {
    themeMode,
    themeVariables,
    setThemeMode: kit.setThemeMode,
    setThemeVariables: kit.setThemeVariables,
  }
}

/**
 * Calls the listener for every tracking event, such as `MODAL_OPEN`, for example to pass it to the site's analytics.
 *
 * @example
 * ```ts
 * import { useEvents } from 'walletkit/react'
 *
 * const log = ({ event }: { event: string }) => console.log(event)
 *
 * function Log() {
 *   useEvents(log)
 *   return null
 * }
 * ```
 */
export function useEvents(listener: (event: { event: string; properties?: unknown; timestamp: number }) => void) {
  const kit = useWalletKit()
  useEffect(() => kit.subscribeEvents(listener), [kit, listener])
}

/**
 * The connected wallets, each namespace's active one first, and the functions that change them.
 *
 * @example
 * ```tsx
 * import { useConnections } from 'walletkit/react'
 *
 * function Wallets() {
 *   const { connections, switchConnection } = useConnections()
 *   return connections.map((connection) => (
 *     <button key={connection.id} onClick={() => void switchConnection({ connection })}>
 *       {connection.name}: {connection.accounts[0]?.address}
 *     </button>
 *   ))
 * }
 * ```
 */
export function useConnections() {
  const kit = useWalletKit()
  const connections = useSources(
    (state) => [state.connections],
    () => kit.getConnections(),
  )
  return { connections, switchConnection: kit.switchConnection, disconnect: kit.disconnect }
}

/**
 * The accounts of the active connection, the active one first, and the function that switches to another one.
 *
 * @example
 * ```tsx
 * import { useSwitchAccount } from 'walletkit/react'
 *
 * function Accounts() {
 *   const { accounts, switchAccount } = useSwitchAccount()
 *   return accounts.map(({ address }) => (
 *     <button key={address} onClick={() => void switchAccount({ address })}>{address}</button>
 *   ))
 * }
 * ```
 */
export function useSwitchAccount() {
  const kit = useWalletKit()
  return { accounts: useAccount().allAccounts, switchAccount: kit.switchAccount }
}

/**
 * The provider of the namespace's connected wallet (EIP-1193 on eip155), and the type of its connector; both are
 * `undefined` while none is connected.
 *
 * @example
 * ```tsx
 * import { useProvider } from 'walletkit/react'
 *
 * function Block() {
 *   const { walletProvider } = useProvider('eip155')
 *   const read = () => walletProvider?.request({ method: 'eth_blockNumber' })
 *   return <button onClick={() => void read()}>Read</button>
 * }
 * ```
 */
export const useProvider = (namespace: Namespace) =>
  useSources(
    ({ accounts, connections }) => [accounts, connections],
    (kit) => ({
      walletProvider: kit.getProvider(namespace),
      walletProviderType: connectionOf(kitOf(kit), namespace)?.connector.type,
    }),
    namespace,
  )

export type ButtonProps = { disabled?: boolean; className?: string; label?: string; loadingLabel?: string }

/** `balance`: whether the account's balance (`Account.balance`) shows beside its name; default `hide`. */
export type ConnectButtonProps = ButtonProps & { size?: 'small' | 'medium' | 'large'; balance?: 'show' | 'hide' }

/**
 * A button that says Connect, or shows the account once one is connected. It opens the modal, which it loads when the
 * pointer or focus reaches the button. Once the modal has loaded, the button also shows the pictures of the account and
 * the network and, with `balance="show"`, the balance.
 *
 * @example
 * ```tsx
 * import { ConnectButton } from 'walletkit/react'
 *
 * const Header = () => <ConnectButton label="Sign in" balance="show" size="small" />
 * ```
 */
export function ConnectButton({ label, loadingLabel, balance = 'hide', ...rest }: ConnectButtonProps) {
  const kit = useWalletKit()
  const account = useAccount()
  return (
    <Opener
      {...rest}
      balance={balance}
      text={buttonLabel(kit, account, { label, loadingLabel })}
      open={() => void kit.open()}
    />
  )
}

/**
 * A button that shows the account; renders nothing while no account is connected.
 *
 * @example
 * ```tsx
 * import { AccountButton } from 'walletkit/react'
 *
 * const Header = () => <AccountButton />
 * ```
 */
export function AccountButton(props: ConnectButtonProps) {
  return useAccount().isConnected ? <ConnectButton {...props} /> : null
}

/**
 * A button that shows the active network and opens the list of networks.
 *
 * @example
 * ```tsx
 * import { NetworkButton } from 'walletkit/react'
 *
 * const Header = () => <NetworkButton />
 * ```
 */
export function NetworkButton({ label, ...rest }: ButtonProps) {
  const kit = useWalletKit()
  // Renders again when the account or the networks change: `networkLabel` reads both.
  useAccount()
  return <Opener {...rest} text={networkLabel(kit, label)} open={() => void kit.open({ view: 'Networks' })} />
}

function Opener({
  text,
  open,
  disabled,
  size,
  balance,
  className = 'walletkit-button',
}: {
  text: string
  open: () => void
  disabled?: boolean
  size?: string
  balance?: string
  className?: string
}) {
  const kit = useWalletKit()
  const ref = useRef<HTMLButtonElement>(null)
  // A click before React has hydrated the button would be lost, so the button is disabled until then.
  const isReady = useIsHydrated()
  useEffect(() => (ref.current ? attend(ref.current, kit) : undefined), [kit])
  return (
    <button
      ref={ref}
      type="button"
      className={className}
      disabled={!isReady || disabled}
      aria-busy={!isReady || undefined}
      data-size={size}
      data-balance={balance}
      aria-haspopup="dialog"
      onClick={open}
    >
      {text}
    </button>
  )
}
