import { createRoot } from 'react-dom/client'
import { createWalletKit } from 'walletkit'
import { useAccount, useConnect, useWallets, WalletKitProvider } from 'walletkit/react'
import { generated } from 'virtual:walletkit'
import { Account } from './Account.tsx'
import css from './page.css?inline'

const sheet = new CSSStyleSheet()
sheet.replaceSync(css)
document.adoptedStyleSheets.push(sheet)

function Wallets() {
  const { status: search, data: wallets = [], error: failed } = useWallets()
  const { status, error, uri, connect, cancel } = useConnect()
  return (
    <section>
      <h2>Pick a wallet</h2>
      {search === 'success' && wallets.length === 0 && <p>No wallet found</p>}
      <ul>
        {wallets.map(({ id, name, icon }) => (
          <li key={id}>
            <button disabled={status === 'connecting'} onClick={() => void connect({ id })}>
              {icon && <img src={icon} alt="" />}
              {name}
            </button>
          </li>
        ))}
      </ul>
      {status === 'connecting' && <button onClick={cancel}>Never mind</button>}
      {uri && <output aria-label="Pairing">{uri}</output>}
      {failed && <p role="alert">{`${failed.code}: ${failed.message}`}</p>}
      {error && <p role="alert">{`${error.code}: ${error.message}`}</p>}
    </section>
  )
}

function Page() {
  const { isConnected } = useAccount()
  return (
    <main>
      <h1>The kiosk</h1>
      {isConnected ? <Account /> : <Wallets />}
    </main>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <WalletKitProvider kit={createWalletKit(generated)}>
      <Page />
    </WalletKitProvider>,
  )
