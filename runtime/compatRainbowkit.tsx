/**
 * `walletkit/compat/rainbowkit`: the components and hooks of RainbowKit that pages use most, working on a walletkit
 * kit. A page that migrates from RainbowKit keeps its components, changes their imports, and gives `RainbowKitProvider`
 * the kit.
 */
import { type ReactNode, useContext, useEffect } from 'react'
import { useLook } from './compatLook.ts'
import { plainTheme, radiiOf, type Theme, toVariables } from './interop/rainbowkitTheme.ts'
import type { ThemeMode } from './contracts/config.ts'
import type { KitState } from './contracts/kit.ts'
import { KitContext, useIsHydrated, useSources } from './headless/context.tsx'
import { actingKit } from './headless/standIn.ts'
import type { WalletKit } from './kit/instance.ts'
import { kitOf } from './kit/walletKit.ts'
import { shortAddress } from './lib/shortAddress.ts'
import { ConnectButton as KitButton, useAccount, useNetwork, useWalletKit, WalletKitProvider } from './react.tsx'

export type { Theme } from './interop/rainbowkitTheme.ts'

export type ThemeOptions = {
  accentColor?: string
  accentColorForeground?: string
  borderRadius?: 'none' | 'small' | 'medium' | 'large'
  /** Accepted, so that a page's options compile unchanged, but without effect. */
  fontStack?: string
  /** Accepted, so that a page's options compile unchanged, but without effect. */
  overlayBlur?: string
}

/**
 * A language tag, such as `de`. The type has no effect: walletkit shows the language of the config's `locale`, else the
 * visitor's.
 */
export type Locale = string
/**
 * The type of a page's own avatar component. It has no effect: walletkit draws its own avatar, or shows the picture
 * that belongs to the account's name.
 */
export type AvatarComponent = (props: { address: string; ensImage?: string | null; size: number }) => ReactNode
/**
 * The type of a page's own disclaimer component. It has no effect: walletkit shows the config's `termsConditionsUrl`
 * and `privacyPolicyUrl`.
 */
export type DisclaimerComponent = (props: {
  Text: (props: { children: ReactNode }) => ReactNode
  Link: (props: { href: string; children: ReactNode }) => ReactNode
}) => ReactNode
export type AuthenticationStatus = 'loading' | 'unauthenticated' | 'authenticated'

/** RainbowKit's named accent colours. */
const accentColors = {
  blue: { accentColor: '#0E76FD', accentColorForeground: '#fff' },
  green: { accentColor: '#1DB847', accentColorForeground: '#fff' },
  orange: { accentColor: '#FF801F', accentColorForeground: '#fff' },
  pink: { accentColor: '#FF5CA0', accentColorForeground: '#fff' },
  purple: { accentColor: '#5F5AFA', accentColorForeground: '#fff' },
  red: { accentColor: '#FA423C', accentColorForeground: '#fff' },
}

const themeOf = (mode: ThemeMode) =>
  Object.assign(
    ({ accentColor, accentColorForeground, borderRadius }: ThemeOptions = {}): Theme => {
      const plain = plainTheme(mode)
      return {
        ...plain,
        colors: {
          ...plain.colors,
          ...(accentColor !== undefined && { accentColor }),
          ...(accentColorForeground !== undefined && { accentColorForeground }),
        },
        ...(borderRadius !== undefined && { radii: radiiOf(borderRadius) }),
      }
    },
    { accentColors },
  )

/**
 * A theme in light mode, with the accent colours and the border radius that the options name.
 *
 * @example
 * ```ts
 * import { lightTheme } from 'walletkit/compat/rainbowkit'
 *
 * export const theme = lightTheme({ ...lightTheme.accentColors.pink, borderRadius: 'small' })
 * ```
 */
export const lightTheme = themeOf('light')
/**
 * A theme in dark mode, with the accent colours and the border radius that the options name.
 *
 * @example
 * ```ts
 * import { darkTheme } from 'walletkit/compat/rainbowkit'
 *
 * export const theme = darkTheme({ ...darkTheme.accentColors.pink, borderRadius: 'small' })
 * ```
 */
export const darkTheme = themeOf('dark')
/**
 * The same theme as `darkTheme`: walletkit has only one dark mode.
 *
 * @example
 * ```ts
 * import { midnightTheme } from 'walletkit/compat/rainbowkit'
 *
 * export const theme = midnightTheme({ ...midnightTheme.accentColors.pink, borderRadius: 'small' })
 * ```
 */
export const midnightTheme = themeOf('dark')

/**
 * Sets a theme's variables. Returns a function that brings back the config's: the next theme may set fewer of them, and
 * a light background must not stay below a dark theme's text. A variable that somebody else has set since stays.
 */
function lay(kit: WalletKit, variables: Record<string, string>): () => void {
  kit.setThemeVariables(variables)
  return () => {
    const { config, state } = kitOf(kit)
    for (const [name, value] of Object.entries(variables)) {
      if (state.theme.variables[name] !== value) continue
      const own = config.theme?.variables?.[name]
      if (own === undefined) delete state.theme.variables[name]
      else state.theme.variables[name] = own
    }
  }
}

export type RainbowKitProviderProps = {
  kit: WalletKit
  children: ReactNode
  /**
   * Without `theme`, the config's theme applies. With `lightMode` and `darkMode`, the mode and its variables follow the
   * visitor's system.
   */
  theme?: Theme | { lightMode: Theme; darkMode: Theme } | null
}

/**
 * Provides the kit, and applies a theme. Other options of RainbowKit's provider are in the config. On a page that a
 * server renders, put it into a `HydrationProvider` of `walletkit/ssr` with the same kit.
 *
 * @example
 * ```tsx
 * import type { ReactNode } from 'react'
 * import type { WalletKit } from 'walletkit'
 * import { darkTheme, RainbowKitProvider } from 'walletkit/compat/rainbowkit'
 *
 * export const Providers = ({ kit, children }: { kit: WalletKit; children: ReactNode }) => (
 *   <RainbowKitProvider kit={kit} theme={darkTheme({ accentColor: '#7b3fe4' })}>
 *     {children}
 *   </RainbowKitProvider>
 * )
 * ```
 */
export function RainbowKitProvider({ kit, children, theme }: RainbowKitProviderProps) {
  // Pages pass a new theme object at each render. Compare its JSON, so that an equal theme is not set again.
  const text = JSON.stringify(theme ?? null)
  useEffect(() => {
    const now = JSON.parse(text) as RainbowKitProviderProps['theme']
    if (!now) return
    if (!('lightMode' in now)) {
      const { mode, variables } = toVariables(now)
      kit.setThemeMode(mode)
      return lay(kit, variables)
    }
    kit.setThemeMode('system')
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const dress = () => lay(kit, toVariables(dark.matches ? now.darkMode : now.lightMode).variables)
    let lift = dress()
    const follow = () => {
      lift()
      lift = dress()
    }
    dark.addEventListener('change', follow)
    return () => {
      dark.removeEventListener('change', follow)
      lift()
    }
  }, [kit, text])
  const outer = useContext(KitContext)
  return <WalletKitProvider kit={outer && actingKit(outer) === kit ? outer : kit}>{children}</WalletKitProvider>
}

/**
 * Which modal is open, and RainbowKit's functions that each open one. As in RainbowKit, such a function is `undefined`
 * while its modal has nothing to show.
 */
function useModals() {
  const kit = useWalletKit()
  const { isConnected } = useAccount()
  // Before the modal's code has loaded there is no `router`; the modal opens after that.
  const { open, isNetworks } = useSources(
    ({ modal, router }: Omit<KitState, 'router'> & Partial<KitState>) => [modal, ...(router ? [router] : [])],
    (own) => ({ open: own.isOpen(), isNetworks: own.isOpen() && kitOf(own).state.router.view === 'Networks' }),
  )
  return {
    openConnectModal: isConnected ? undefined : () => void kit.open({ view: 'Connect' }),
    openAccountModal: isConnected ? () => void kit.open({ view: 'Account' }) : undefined,
    openChainModal: isConnected ? () => void kit.open({ view: 'Networks' }) : undefined,
    connectModalOpen: open && !isConnected,
    accountModalOpen: open && isConnected && !isNetworks,
    chainModalOpen: isNetworks,
  }
}

/**
 * `openConnectModal` opens the modal to connect, and is `undefined` while an account is connected.
 *
 * @example
 * ```tsx
 * import { useConnectModal } from 'walletkit/compat/rainbowkit'
 *
 * function Connect() {
 *   const { openConnectModal } = useConnectModal()
 *   return openConnectModal ? <button onClick={openConnectModal}>Connect</button> : null
 * }
 * ```
 */
export function useConnectModal() {
  const { openConnectModal, connectModalOpen } = useModals()
  return { openConnectModal, connectModalOpen }
}

/**
 * `openAccountModal` opens the modal with the account, and is `undefined` while no account is connected.
 *
 * @example
 * ```tsx
 * import { useAccountModal } from 'walletkit/compat/rainbowkit'
 *
 * function Open() {
 *   const { openAccountModal } = useAccountModal()
 *   return <button onClick={openAccountModal}>Open</button>
 * }
 * ```
 */
export function useAccountModal() {
  const { openAccountModal, accountModalOpen } = useModals()
  return { openAccountModal, accountModalOpen }
}

/**
 * `openChainModal` opens the modal with the networks, and is `undefined` while no account is connected.
 *
 * @example
 * ```tsx
 * import { useChainModal } from 'walletkit/compat/rainbowkit'
 *
 * function Open() {
 *   const { openChainModal } = useChainModal()
 *   return <button onClick={openChainModal}>Open</button>
 * }
 * ```
 */
export function useChainModal() {
  const { openChainModal, chainModalOpen } = useModals()
  return { openChainModal, chainModalOpen }
}

export type RenderProps = ReturnType<typeof useRenderProps>

const nothing = () => {}

/** At most three decimals, rounded down. RainbowKit's `displayBalance` is short too; its `balanceFormatted` is exact. */
const short = (balance: string) =>
  balance.replace(/\.(\d{0,3})\d*$/, (_all, digits: string) => {
    const kept = digits.replace(/0+$/, '')
    return kept && `.${kept}`
  })

function useRenderProps() {
  const kit = useWalletKit()
  const account = useAccount()
  const { address, profileName, profileImage } = account
  const { caipNetwork } = useNetwork()
  const { openConnectModal = nothing, openAccountModal = nothing, openChainModal = nothing, ...modals } = useModals()
  const iconUrl = caipNetwork?.assets?.imageUrl
  return {
    account: address
      ? {
          address,
          displayName: profileName ?? shortAddress(address),
          ensName: profileName,
          ensAvatar: profileImage,
          // Getters, so that only a page that reads the balance requests it.
          get displayBalance() {
            const { balance, balanceSymbol = '' } = account
            return balance === undefined ? undefined : `${short(balance)} ${balanceSymbol}`.trim()
          },
          get balanceFormatted() {
            return account.balance
          },
          get balanceSymbol() {
            return account.balanceSymbol
          },
          hasPendingTransactions: false,
        }
      : undefined,
    chain: caipNetwork && {
      id: caipNetwork.id,
      name: caipNetwork.name,
      iconUrl,
      // walletkit's pictures bring their own background.
      iconBackground: undefined as string | undefined,
      hasIcon: iconUrl !== undefined,
      unsupported: kitOf(kit).state.networks.unsupported,
    },
    // False in what a server renders, and while React hydrates it: a page then shows no account yet, as in RainbowKit.
    mounted: useIsHydrated(),
    // As in RainbowKit without authentication: walletkit's modal asks for the sign-in itself.
    authenticationStatus: undefined as AuthenticationStatus | undefined,
    openConnectModal,
    openAccountModal,
    openChainModal,
    ...modals,
  }
}

export type ConnectButtonProps = {
  label?: string
  /**
   * Accepted but without effect, like `chainStatus` and `showBalance`: the button shows the account's name or address.
   */
  accountStatus?: unknown
  chainStatus?: unknown
  showBalance?: unknown
}

const Custom = ({ children }: { children: (props: RenderProps) => ReactNode }) => children(useRenderProps())

/**
 * A button that connects, and shows the account once one is connected. `ConnectButton.Custom` renders what its child
 * returns.
 *
 * @example
 * ```tsx
 * import { ConnectButton } from 'walletkit/compat/rainbowkit'
 *
 * const Header = () => (
 *   <ConnectButton.Custom>
 *     {({ account, openConnectModal, openAccountModal }) => (
 *       <button onClick={account ? openAccountModal : openConnectModal}>{account?.displayName ?? 'Connect'}</button>
 *     )}
 *   </ConnectButton.Custom>
 * )
 * ```
 */
export const ConnectButton = Object.assign(
  ({ label }: ConnectButtonProps) => <KitButton className={useLook()} {...(label !== undefined && { label })} />,
  { Custom },
)
