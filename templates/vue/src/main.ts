import { createApp } from 'vue'
import { createWalletKit } from 'walletkit/vue'
import { generated } from 'virtual:walletkit'
import App from './App.vue'
import css from './page.css?inline'

// A constructed style sheet needs no request, and a strict Content-Security-Policy allows it.
const sheet = new CSSStyleSheet()
sheet.replaceSync(css)
document.adoptedStyleSheets.push(sheet)

createApp(App).use(createWalletKit(generated)).mount('#app')
