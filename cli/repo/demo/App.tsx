import { ConnectButton, NetworkButton, useAccount, useWalletKit } from 'walletkit/react'
import { Blocks } from './Blocks.tsx'
import { Look } from './Look.tsx'
import { Weight } from './Weight.tsx'

/**
 * The views that the page's tiles open, with their texts. The last value says when a tile is enabled: `before` or
 * `after` an account is connected, or `always`.
 */
const VIEWS = [
  ['Connect', 'Ways to connect', 'Email, social logins, wallets of this browser, phones by QR code', 'before'],
  ['AllWallets', 'All wallets', 'A directory with search', 'before'],
  ['Account', 'Your account', 'Balances, collectibles and what happened', 'after'],
  ['WalletSend', 'Send a token', 'With a review of what the network expects', 'after'],
  ['Swap', 'Swap tokens', 'Quotes, approval and swap in steps', 'after'],
  ['WalletReceive', 'Receive', 'Your address as a QR code', 'after'],
  ['OnRampProviders', 'Buy with a card', 'A local seller stands in for the real ones', 'after'],
  ['Transactions', 'Activity', 'By month, with planted entries folded away', 'after'],
  ['Connections', 'Connected wallets', 'Several at once, one of them active', 'after'],
  ['Networks', 'Networks', 'Choose where the account acts', 'always'],
] as const

export function App() {
  return (
    <>
      <header>
        <p className="brand">walletkit</p>
        <nav aria-label="Wallet">
          <NetworkButton className="quiet" />
          <ConnectButton balance="show" />
        </nav>
      </header>
      <main>
        <section className="lead">
          <h1>A wallet connection for your site</h1>
          <p>
            This page runs on your computer: local chains, services and a test wallet. Connect with <b>Test wallet</b>,
            and spend as much as you like.
          </p>
        </section>
        <Features />
        <Look />
        <Blocks />
        <Weight />
      </main>
    </>
  )
}

function Features() {
  const kit = useWalletKit()
  const { isConnected } = useAccount()
  return (
    <section aria-labelledby="features">
      <h2 id="features">What your visitors can do</h2>
      <ul className="tiles">
        {VIEWS.map(([view, name, text, when]) => (
          <li key={view}>
            <button
              type="button"
              className="tile"
              disabled={when === (isConnected ? 'before' : 'after')}
              onClick={() => void kit.open({ view })}
            >
              <b>{name}</b>
              <span>{text}</span>
            </button>
          </li>
        ))}
      </ul>
      {!isConnected && <p className="note">Connect first: then the others open too.</p>}
    </section>
  )
}
