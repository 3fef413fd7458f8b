/**
 * `walletkit/ssr`: the provider for pages that a server renders. A returning visitor may have a network and a session
 * in local storage, which the server cannot know; rendering them first would not match the server's HTML. So the
 * provider renders what the server rendered first, and the visitor's own state right after React has hydrated the page.
 */
import { type ReactNode, useState } from 'react'
import type { Generated } from './contracts/config.ts'
import type { WalletKit } from './kit/instance.ts'
import { asOnServer } from './headless/asOnServer.ts'
import { useIsHydrated } from './headless/context.tsx'
import { standIn } from './headless/standIn.ts'
import { WalletKitProvider } from './react.tsx'

export type HydrationProviderProps = {
  kit: WalletKit
  /** The value that the kit was created from: the server's view is rendered from it. */
  generated: Generated
  children: ReactNode
}

/**
 * Provides the kit, as `WalletKitProvider` does, on pages that a server renders. Use it instead of `WalletKitProvider`.
 *
 * @example
 * ```tsx
 * import { createWalletKit } from 'walletkit'
 * import { HydrationProvider } from 'walletkit/ssr'
 * import { ConnectButton } from 'walletkit/react'
 * import { generated } from 'virtual:walletkit'
 *
 * const kit = createWalletKit(generated)
 * const App = () => (
 *   <HydrationProvider kit={kit} generated={generated}>
 *     <ConnectButton />
 *   </HydrationProvider>
 * )
 * ```
 */
export function HydrationProvider({ kit, generated, children }: HydrationProviderProps) {
  const hydrated = useIsHydrated()
  const [blank] = useState(() => (hydrated ? kit : standIn(asOnServer(generated), kit)))
  return <WalletKitProvider kit={hydrated ? kit : blank}>{children}</WalletKitProvider>
}
