import { ConnectButton, NetworkButton } from 'walletkit/react'

export function App() {
  return (
    <main>
      <h1>Before the edit</h1>
      <ConnectButton />
      <NetworkButton />
    </main>
  )
}
