import { createRoot } from 'react-dom/client'
import { createWalletKit } from 'walletkit'
import { ConnectButton, WalletKitProvider } from 'walletkit/react'
import { generated } from 'virtual:walletkit'

const kit = createWalletKit(generated)
const root = document.getElementById('root')

if (root) {
  createRoot(root).render(
    <WalletKitProvider kit={kit}>
      <main>
        <h1>Tip jar</h1>
        <p>Connect the Test wallet, open the account, and press Tip jar.</p>
        <ConnectButton />
      </main>
    </WalletKitProvider>,
  )
}
