/**
 * `walletkit/ssr`: the provider for pages that a server renders. A visitor who comes back has a network and perhaps a
 * session in storage, of which no server knows; drawn at once, they would not be what the server sent. This draws the
 * server's view first, and the visitor's right after React has taken the page over, before anything is painted.
 */
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { Generated } from './config.ts'
import type { WalletKit } from './instance.ts'
import type { Storage } from './lib/storage.ts'
import { WalletKitProvider } from './react.tsx'
import { createThemeState } from './state/theme.ts'
import { createWalletKit, kitOf } from './walletKit.ts'

export type HydrationProviderProps = {
  kit: WalletKit
  /** What the kit was made of. */
  generated: Generated
  children: ReactNode
}

/** Takes the place of `WalletKitProvider`. */
export function HydrationProvider({ kit, generated, children }: HydrationProviderProps) {
  const hydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  const [blank] = useState(() => (hydrated ? kit : asOnServer(generated)))
  return <WalletKitProvider kit={hydrated ? kit : blank}>{children}</WalletKitProvider>
}

const EMPTY: Storage = { get: () => undefined, set: () => undefined, remove: () => undefined }

/** An instance as it is on a server: it remembers nothing, and knows nothing of the visitor. It is only read. */
function asOnServer(generated: Generated): WalletKit {
  const instance = createWalletKit(generated, { storage: EMPTY })
  instance.destroy()
  const { options, theme } = kitOf(instance).state
  options.initialized = false
  theme.mode = createThemeState(theme.choice, {}).mode
  return instance
}
