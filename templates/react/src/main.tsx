import { createRoot } from 'react-dom/client'
import { createWalletKit } from 'walletkit'
import { WalletKitProvider } from 'walletkit/react'
import { generated } from 'virtual:walletkit'
import { App } from './App.tsx'
import css from './page.css?inline'

// A constructed sheet: no style request, and nothing for a strict Content-Security-Policy to refuse.
const sheet = new CSSStyleSheet()
sheet.replaceSync(css)
document.adoptedStyleSheets.push(sheet)

const kit = createWalletKit(generated)
const root = document.getElementById('root')

if (root) {
  createRoot(root).render(
    <WalletKitProvider kit={kit}>
      <App />
    </WalletKitProvider>,
  )
}
