import { renderToString } from 'react-dom/server'
import { createWalletKit } from 'walletkit'
import { generated } from './kit.ts'
import { page } from './page.tsx'

/** Each request gets its own kit. */
export const render = () => renderToString(page(createWalletKit(generated), generated))
