import { createWalletKit } from 'walletkit'
import { ConnectButton, NetworkButton } from 'walletkit/react'
import { HydrationProvider } from 'walletkit/ssr'
import { generated } from '../../generated/walletkit.js'

// On the server all visitors share this kit: it has no account there, and rendering does not change it.
const kit = createWalletKit(generated)

if (import.meta.hot && typeof window !== 'undefined') void import('./testWallet.ts')

export function Wallet() {
  return (
    <HydrationProvider kit={kit} generated={generated}>
      <nav>
        <ConnectButton />
        <NetworkButton />
      </nav>
    </HydrationProvider>
  )
}
