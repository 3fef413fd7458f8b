import { renderToString } from 'react-dom/server'
import { createWalletKit } from 'walletkit'
import { generated } from './kit.ts'
import { page } from './page.tsx'

/** One request: a kit of its own. */
export const render = () => renderToString(page(createWalletKit(generated), generated))
