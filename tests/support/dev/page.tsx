/** The tree that the server and the browser both render. */
import { StrictMode } from 'react'
import type { Generated, WalletKit } from 'walletkit'
import { HydrationProvider } from 'walletkit/ssr'
import { App } from './App.tsx'

export const page = (kit: WalletKit, generated: Generated) => (
  <StrictMode>
    <HydrationProvider kit={kit} generated={generated}>
      <App />
    </HydrationProvider>
  </StrictMode>
)
