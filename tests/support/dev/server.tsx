import { renderToString } from 'react-dom/server'
import { createWalletKit } from 'walletkit'
import { generated } from './kit.ts'
import { page } from './page.tsx'

/** Renders the page on the server. Each request gets a kit of its own, so that visitors share no state. */
export const render = () => renderToString(page(createWalletKit(generated), generated))
