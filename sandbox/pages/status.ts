/**
 * Answers `GET /status`: for a browser with a page of the chains, services, test accounts and tokens, else with JSON.
 */
import type { Endpoint } from '../routes.ts'
import type { SandboxStatus } from '../sandbox.ts'
import { type Html, html, page } from './page.ts'

const row = (name: string, value: string | number | Html) =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
const code = (text: string | number) => html`<code>${text}</code>`

/** Formats a duration: in seconds below one minute, else in minutes. */
const since = (seconds: number) =>
  seconds < 60 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`

const table = (head: readonly string[], rows: readonly (readonly (string | number | Html)[])[]) =>
  html`<div class="table">
    <table>
      <thead>
        <tr>
          ${head.map((text) => html`<th scope="col">${text}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

function body({
  url,
  seed,
  uptime,
  chains,
  accounts,
  accountsNote,
  tokens,
  wallets,
  services,
  mailPage,
}: SandboxStatus) {
  const nameOf = (chainId: number) => chains.find(({ id }) => id === chainId)?.name ?? String(chainId)
  return html`<dl>
      ${[
        row('Address', code(url)),
        row('Running for', since(uptime)),
        row('Seed', code(seed)),
        row('Wallets in the directory', wallets),
        row('Mails', html`<a href="${mailPage}">${mailPage}</a>`),
      ]}
    </dl>
    <h2>EVM chains</h2>
    ${table(
      ['Chain', 'Id', 'RPC', 'State'],
      chains.map(({ id, name, rpcUrl, running }) => [
        html`<a href="/explorer/${id}">${name}</a>`,
        id,
        code(rpcUrl),
        html`<span class="${running ? 'good' : 'bad'}">${running ? 'running' : 'stopped'}</span>`,
      ]),
    )}
    <h2>Services</h2>
    <dl>${Object.entries(services).map(([name, address]) => row(name, code(address)))}</dl>
    <h2>Test accounts</h2>
    <p>${accountsNote}</p>
    ${table(
      ['Address', 'Private key'],
      accounts.map(({ address, privateKey }) => [code(address), code(privateKey)]),
    )}
    <h2>Tokens</h2>
    ${table(
      ['Token', 'Chain', 'Contract'],
      tokens.map(({ name, symbol, chainId, address }) => [`${name} (${symbol})`, nameOf(chainId), code(address)]),
    )}
    <p class="note">Programs get all of it as JSON: they do not accept <code>text/html</code>.</p>`
}

export const statusPage: Endpoint = ({ accept }, { status }) => {
  const told = status()
  return accept.includes('text/html') ? page('Status', body(told)) : { json: told }
}
