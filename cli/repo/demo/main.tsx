/** The page of `npm run demo`: what a site can do with walletkit, each a click away. */
// First, because the kit asks for the browser's languages when it is made.
import './language.ts'
import { createRoot } from 'react-dom/client'
import { createWalletKit } from 'walletkit'
import { WalletKitProvider } from 'walletkit/react'
import { generated } from 'virtual:walletkit'
import { App } from './App.tsx'
import css from './page.css?inline'

// A constructed style sheet: the page runs under the policy that the build prints, without inline styles.
const sheet = new CSSStyleSheet()
sheet.replaceSync(css)
document.adoptedStyleSheets.push(sheet)
document.title = 'walletkit: the demo'

const kit = createWalletKit(generated)
const root = document.getElementById('root')

if (root) {
  createRoot(root).render(
    <WalletKitProvider kit={kit}>
      <App />
    </WalletKitProvider>,
  )
}
