import { ConnectButton, NetworkButton, useAccount, useNetwork } from 'walletkit/react'

export function App() {
  const { address, isConnected, status } = useAccount()
  const { caipNetwork } = useNetwork()

  return (
    <>
      <header>
        <strong>My page</strong>
        <NetworkButton className="button quiet" />
      </header>
      <main>
        <h1>A page with a wallet</h1>
        <p>It runs on a local sandbox: no account, no key, no internet. Your options are in walletkit.config.json.</p>
        <ConnectButton className="button" />
        <dl>
          <div>
            <dt>Status</dt>
            <dd>{isConnected ? 'Connected' : status === 'connecting' ? 'Connecting' : 'Not connected'}</dd>
          </div>
          <div>
            <dt>Account</dt>
            <dd>{address ? <code>{address}</code> : 'None yet'}</dd>
          </div>
          <div>
            <dt>Network</dt>
            <dd>{caipNetwork?.name ?? 'None'}</dd>
          </div>
        </dl>
      </main>
    </>
  )
}
