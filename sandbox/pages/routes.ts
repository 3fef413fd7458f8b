/** The start page, and the style sheet that it shares with the status, explorer and faucet pages. */
import type { Endpoint } from '../routes.ts'
import { html, page } from './page.ts'
import pagesStyle from './pages.css.ts'
import { statusPage } from './status.ts'

const LINKS = [
  ['/explorer', 'Explorer', 'blocks, transactions, addresses and tokens of the local chains'],
  ['/faucet', 'Faucet', 'test coins for your own address'],
  ['/wallet', 'Wallet', 'a wallet to pair with by a QR code’s text'],
  ['/mail', 'Mail', 'what the login service sent'],
  ['/status', 'Status', 'chains, services, accounts and tokens'],
] as const

/** Answers `GET /`: with the start page for a browser, with the status as JSON for a program. */
const start: Endpoint = ({ accept }, { nodes, status }) => {
  if (!accept.includes('text/html')) return { json: status() }
  const links = LINKS.map(([path, name, text]) => html`<li><a href="${path}">${name}</a>: ${text}</li>`)
  const chains = nodes.map(
    ({ id, name }) =>
      html`<div>
        <dt>${name}</dt>
        <dd>chain id ${id}, RPC path <code>/rpc/${id}</code></dd>
      </div>`,
  )
  return page(
    'Sandbox',
    html`<p>
        Local chains and services for walletkit. The README of walletkit-sandbox says how to use your own wallet here.
      </p>
      <ul>
        ${links}
      </ul>
      <h2>EVM chains</h2>
      <dl>${chains}</dl>`,
  )
}

export const pageRoutes: Record<string, Endpoint> = {
  'GET /': start,
  'GET /status': statusPage,
  'GET /pages.css': () => ({ type: 'text/css; charset=utf-8', body: pagesStyle }),
}
