/** The page of `npm run demo`, with a button for each thing that a site can do with walletkit. */
// Import this first: it sets the browser's languages, which the kit reads when it is created.
import './language.ts'
import { createRoot } from 'react-dom/client'
import { createWalletKit } from 'walletkit'
import { WalletKitProvider } from 'walletkit/react'
import { generated } from 'virtual:walletkit'
import { App } from './App.tsx'
import css from './page.css?inline'

// Use a constructed style sheet: the page's Content-Security-Policy, which the build prints, forbids inline styles.
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
