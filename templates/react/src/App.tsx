import { ConnectButton, NetworkButton } from 'walletkit/react'

export function App() {
  return (
    <main>
      <h1>A page with a wallet</h1>
      <p>Its options are in walletkit.config.json.</p>
      <nav>
        <ConnectButton />
        <NetworkButton />
      </nav>
    </main>
  )
}
