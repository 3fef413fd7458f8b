/** The explorer's pages. A request with `Accept: application/json` gets a page's content as JSON. */
import type { Answer } from '../answer.ts'
import { html, orRefused, page, wantsJson } from '../pages/page.ts'
import { polkadot } from '../polkadot.ts'
import { Refusal } from '../refusal.ts'
import type { Asked, Endpoint, Services } from '../routes.ts'
import * as bitcoin from './bitcoin.ts'
import * as evm from './evm.ts'
import { kindOf, parseAddress, parseBlock, parseChain, parseHash, parsePage } from './parse.ts'
import { fact, type Sheet, toHtml, toJson } from './sheet.ts'
import * as solana from './solana.ts'

/** The kind of page: of the chain itself, or of one block, transaction, address or token of it. */
type Part = 'chain' | 'block' | 'tx' | 'address' | 'token'
type Chain = ReturnType<typeof parseChain>

const missing = (what: string) => new Refusal(404, 'path', `This chain has no ${what}`)
const noNode = 'There is no Polkadot chain in the sandbox: accounts can sign, but nothing is sent.'

function read(
  services: Services,
  chain: Chain,
  part: Part,
  id: string,
  query: URLSearchParams,
): Sheet | Promise<Sheet> {
  const at = parsePage(query.get('page'))
  const { kind } = chain
  const hash = () => parseHash(kind, id)
  const address = () => parseAddress(kind, id)
  if (kind === 'evm') {
    const node = services.nodes.find((each) => each.id === chain.id)
    if (!node) throw missing('node')
    const parts = { node, indexer: services.indexer, prices: services.prices }
    if (part === 'chain') return evm.chainSheet(parts, at)
    if (part === 'block') return evm.blockSheet(parts, parseBlock(kind, id))
    if (part === 'tx') return evm.transactionSheet(parts, hash())
    if (part === 'token') return evm.tokenSheet(parts, address())
    return evm.addressSheet(parts, address(), query.get('cursor'))
  }
  if (kind === 'solana') {
    if (part === 'chain') return solana.chainSheet(services.solana, at)
    if (part === 'block') return solana.slotSheet(services.solana, Number(parseBlock(kind, id)))
    if (part === 'tx') return solana.transactionSheet(services.solana, hash())
    if (part === 'token') return solana.tokenSheet(services.solana, address())
    return solana.addressSheet(services.solana, address(), services.prices, at)
  }
  if (kind === 'bitcoin') {
    if (part === 'chain') return bitcoin.chainSheet(services.bitcoin, 'Sandbox Bitcoin', services.bitcoin.caipNetworkId)
    if (part === 'tx') return bitcoin.transactionSheet(services.bitcoin, hash())
    if (part === 'address') return bitcoin.addressSheet(services.bitcoin, address(), at)
    throw missing(`${part} pages`)
  }
  if (part === 'chain')
    return { title: polkadot.name, note: noNode, facts: [fact('chain', 'Network', polkadot.caipNetworkId)], tables: [] }
  if (part === 'address')
    return { title: 'Address', note: noNode, facts: [fact('address', 'Address', address())], tables: [] }
  throw new Refusal(404, 'path', noNode)
}

const idsOf = ({ nodes }: Services) => nodes.map(({ id }) => id)

const endpoint =
  (part: Part): Endpoint =>
  (asked, services) =>
    orRefused(asked.accept, async () => {
      const chain = parseChain(asked.params['chain'] ?? '', idsOf(services))
      const searched = part === 'chain' ? asked.query.get('q')?.trim() : undefined
      const base = `/explorer/${chain.name}`
      if (searched) return redirect(`${base}/${pathOf(chain, searched)}`)
      const sheet = await read(services, chain, part, asked.params['id'] ?? '', asked.query)
      if (wantsJson(asked.accept)) return { json: toJson(sheet) }
      const body = toHtml(sheet, base, asked.url.pathname)
      return page(sheet.title, part === 'chain' ? html`${search(base)}${body}` : body)
    })

const redirect = (location: string): Answer => ({ status: 303, type: 'text/plain', body: '', headers: { location } })

/** The path of the page for a search text: an address, else a block if the text is a number, else a transaction. */
function pathOf({ kind }: Chain, text: string): string {
  const id = encodeURIComponent(text)
  if (kindOf(text) === kind) return `address/${id}`
  return /^\d{1,12}$/.test(text) ? `block/${id}` : `tx/${id}`
}

const search = (action: string) =>
  html`<form class="search" role="search" method="get" action="${action}">
    <input
      name="q"
      aria-label="Address, transaction or block"
      placeholder="Address, transaction or block"
      autocomplete="off"
      spellcheck="false"
      required
    />
    <button>Search</button>
  </form>`

/** The first page: a list of the chains, each with a link. */
const start = (asked: Asked, services: Services): Answer => {
  const chains = [
    ...services.nodes.map(({ id, name }) => ({ name, path: `/explorer/${id}` })),
    { name: services.solana.name, path: '/explorer/solana' },
    { name: 'Sandbox Bitcoin', path: '/explorer/bitcoin' },
    { name: polkadot.name, path: '/explorer/polkadot' },
  ]
  if (wantsJson(asked.accept)) return { json: { chains } }
  return page(
    'Explorer',
    html`<ul>
      ${chains.map(({ name, path }) => html`<li><a href="${path}">${name}</a></li>`)}
    </ul>`,
  )
}

export const explorerRoutes: Record<string, Endpoint> = {
  'GET /explorer': start,
  'GET /explorer/:chain': endpoint('chain'),
  'GET /explorer/:chain/block/:id': endpoint('block'),
  'GET /explorer/:chain/tx/:id': endpoint('tx'),
  'GET /explorer/:chain/address/:id': endpoint('address'),
  'GET /explorer/:chain/token/:id': endpoint('token'),
}
