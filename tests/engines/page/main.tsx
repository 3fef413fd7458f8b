/** The site of the engine tests. With `?sign-in` it requires a signature, with `?lang=ar` it is in Arabic. */
import { createRoot } from 'react-dom/client'
import { createWalletKit } from 'walletkit'
import { ConnectButton, NetworkButton, WalletKitProvider } from 'walletkit/react'
import { generated } from 'virtual:walletkit'
import { ARABIC } from './arabic.ts'
import css from './page.css?inline'

const sheet = new CSSStyleSheet()
sheet.replaceSync(css)
document.adoptedStyleSheets.push(sheet)

const asked = new URLSearchParams(location.search)
const { siwx, ...config } = generated.config
if (asked.has('sign-in')) Object.assign(config, { siwx })
if (asked.get('lang') === 'ar') {
  Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' })
  Object.assign(config, { locale: 'ar', messages: ARABIC })
}

const kit = createWalletKit({ ...generated, config })
// Set `window.kit`, so that the steps can send requests as the page's own code.
Object.assign(window, { kit })
const root = document.getElementById('root')

if (root) {
  createRoot(root).render(
    <WalletKitProvider kit={kit}>
      <main>
        <h1>A page with a wallet</h1>
        <nav>
          <ConnectButton />
          <NetworkButton />
        </nav>
      </main>
    </WalletKitProvider>,
  )
}
