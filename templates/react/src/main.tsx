import { createRoot } from 'react-dom/client'
import { createWalletKit } from 'walletkit'
import { WalletKitProvider } from 'walletkit/react'
import { generated } from 'virtual:walletkit'
import { App } from './App.tsx'
import css from './page.css?inline'

// A constructed style sheet needs no request, and a strict Content-Security-Policy allows it.
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
