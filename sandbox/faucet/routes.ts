/** The faucet's endpoints: a page with a form, which works without scripts, and the same as JSON for programs. */
import { formatUnits } from 'viem'
import type { Answer } from '../answer.ts'
import { parseChain, parseHash } from '../explorer/parse.ts'
import { html, orRefused, page, wantsJson, type Html } from '../pages/page.ts'
import type { Endpoint, Services } from '../routes.ts'
import { COINS, parseFields, parseWish } from './parse.ts'

const idsOf = ({ nodes }: Services) => nodes.map(({ id }) => id)

const limits = Object.values(COINS).map(({ symbol, most }) => `${most} ${symbol}`)

function formPage({ nodes }: Services, before: Html): Answer {
  const chains = nodes.map(({ id, name }) => html`<option value="${id}">${name}</option>`)
  return page(
    'Faucet',
    html`${before}
      <p>
        Sends test coins to an address on Sandbox One or Two, Solana or Bitcoin: at most ${limits.join(', ')} at a time.
      </p>
      <form class="card" method="post" action="/faucet">
        <label>Address <input name="address" required autocomplete="off" spellcheck="false" /></label>
        <label>Amount <input name="amount" required inputmode="decimal" value="1" /></label>
        <label
          >EVM chain, for an address that starts with 0x
          <select name="chain">
            <option value="">Sandbox One</option>
            ${chains.slice(1)}
          </select></label
        >
        <button>Send</button>
      </form>
      <p class="note">Polkadot has no chain here, so its addresses get nothing.</p>`,
  )
}

/** A note with a link to the transaction that the page's query names; nothing without one. */
function sentNote(query: URLSearchParams, services: Services): Html {
  const hash = query.get('hash')
  if (hash === null) return html``
  const chain = parseChain(query.get('chain') ?? '', idsOf(services))
  const id = parseHash(chain.kind, hash)
  return html`<p class="good" role="status">Sent: <a href="${`/explorer/${chain.name}/tx/${id}`}">${id}</a></p>`
}

const show: Endpoint = ({ query, accept }, services) =>
  orRefused(accept, () =>
    wantsJson(accept) ? { json: { limits: COINS } } : formPage(services, sentNote(query, services)),
  )

const give: Endpoint = ({ body, accept }, services) =>
  orRefused(accept, async () => {
    const wish = parseWish(parseFields(body), idsOf(services))
    const hash = await services.faucet.give(wish)
    const { symbol, decimals } = COINS[wish.kind]
    const path = `/explorer/${wish.chain}/tx/${hash}`
    if (wantsJson(accept))
      return { json: { hash, chain: wish.chain, amount: formatUnits(wish.amount, decimals), symbol, explorer: path } }
    // Redirect to a page with the result: a reload of this response would send the coins again.
    const location = `/faucet?${new URLSearchParams({ chain: wish.chain, hash }).toString()}`
    return { status: 303, type: 'text/plain', body: '', headers: { location } }
  })

export const faucetRoutes: Record<string, Endpoint> = { 'GET /faucet': show, 'POST /faucet': give }
