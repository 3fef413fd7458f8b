/** Passes the kit to React hooks through a context, and renders them again when the kit's state changes. */
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { getVersion, subscribe } from 'valtio/vanilla'
import type { KitState } from '../contracts/kit.ts'
import { WalletKitError } from '../errors/base.ts'
import type { WalletKit } from '../kit/instance.ts'
import { kitOf } from '../kit/walletKit.ts'

export const KitContext = createContext<WalletKit | undefined>(undefined)

/**
 * Provides a kit to the hooks and buttons inside it.
 *
 * @example
 * ```tsx
 * import { ConnectButton, WalletKitProvider } from 'walletkit/react'
 *
 * const App = () => (
 *   <WalletKitProvider kit={kit}>
 *     <ConnectButton />
 *   </WalletKitProvider>
 * )
 * ```
 */
export function WalletKitProvider({ kit, children }: { kit: WalletKit; children: ReactNode }) {
  return <KitContext.Provider value={kit}>{children}</KitContext.Provider>
}

/**
 * The kit itself: `open`, `close`, `connect`, and every other instance method. Throws outside a provider.
 *
 * @example
 * ```tsx
 * import { useWalletKit } from 'walletkit/react'
 *
 * function Networks() {
 *   const kit = useWalletKit()
 *   return <button onClick={() => void kit.open({ view: 'Networks' })}>Networks</button>
 * }
 * ```
 */
export function useWalletKit(): WalletKit {
  const kit = useContext(KitContext)
  if (!kit) throw new WalletKitError('NO_PROVIDER', 'Wrap it in <WalletKitProvider>')
  return kit
}

const never = () => () => undefined

/**
 * A hook: `false` on a server, and while React hydrates what the server rendered; `true` right after that, and on pages
 * that no server rendered.
 */
export const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/**
 * Returns what `read` reads from the kit. Renders again whenever one of the parts of the kit's state (valtio proxies)
 * that `pick` returns changes. Pass as `of` what else `read` depends on.
 */
export function useSources<T>(
  pick: (state: KitState) => readonly object[],
  read: (kit: WalletKit) => T,
  of?: string,
): T {
  const kit = useWalletKit()
  const sources = pick(kitOf(kit).state)
  const versions = () => sources.map(getVersion).join()
  const version = useSyncExternalStore(
    (notify) => {
      const stops = sources.map((source) => subscribe(source, notify))
      return () => stops.forEach((stop) => stop())
    },
    versions,
    versions,
  )
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the version changes with every value that `read` reads
  return useMemo(() => read(kit), [kit, version, of])
}
