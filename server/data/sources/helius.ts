/**
 * Helius (helius.dev/docs, "Enhanced Transactions" and "DAS API"): history and balances of accounts on Solana's
 * mainnet.
 */
import { type ServiceConfig, SOURCES } from '../../config/sources.ts'
import { nativeOf, SOLANA_MAINNET } from '../network.ts'
import { type Ask, createOutbound } from '../outbound.ts'
import { amountOf, fieldsOf, listOf, objectOf, priceOf, textOf, tokenFacts } from '../shape.ts'
import { type Holding, type Source, SourceError, strangeCursor } from '../source.ts'
import { type ListedToken, listedFirst } from '../tokens.ts'
import { solanaRow } from './heliusHistory.ts'

const NAME = 'helius'
/** Helius's host for JSON-RPC. A `url` in the config replaces both hosts of Helius. */
const NODE = 'https://mainnet.helius-rpc.com'

const PAGE = 100
/** Assets in one request, and the most requests: NFTs are in the same list. */
const ASSETS = 1_000
const MOST_REQUESTS = 5
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,90}$/

export function heliusSource({ url, key }: ServiceConfig, tokens: readonly ListedToken[]): Source {
  const ask = createOutbound({ name: NAME, url })
  const node = createOutbound({ name: NAME, url: url === SOURCES.helius.url ? NODE : url, onlyReads: true })
  const mints = new Map(
    tokens.filter(({ caipNetworkId }) => caipNetworkId === SOLANA_MAINNET).map((token) => [token.address, token]),
  )
  return {
    name: NAME,
    serves: (caipNetworkId) => caipNetworkId === SOLANA_MAINNET,

    async balances(network, account) {
      const { items, native } = await readAssets(node, key, account)
      const amount = amountOf(native['lamports'])
      if (amount === undefined) throw new SourceError(NAME, 'sent no balance')
      const price = priceOf(native['price_per_sol'])
      const own: Holding = { ...nativeOf(network), amount, ...(price !== undefined && { price }) }
      const all = items.flatMap((item) => holdingOf(item, mints) ?? [])
      return [...(amount > 0n ? [own] : []), ...listedFirst(all, ({ address = '' }) => mints.has(address))]
    },

    async history(network, account, cursor) {
      if (cursor !== null && !SIGNATURE.test(cursor)) throw strangeCursor()
      const query = { 'api-key': key, limit: String(PAGE), before: cursor ?? undefined }
      const list = listOf(NAME, await ask({ path: `/v0/addresses/${account}/transactions`, query }))
      const signatures = list.map((entry) => textOf(fieldsOf(entry)['signature']))
      const last = signatures.findLast((each) => each !== undefined && SIGNATURE.test(each))
      if (list.length > 0 && last === undefined) throw new SourceError(NAME, 'sent transactions without signatures')
      // A page before the last one may be short, so only an empty page is the end.
      const next = last === undefined || last === cursor ? null : last
      return { data: list.flatMap((entry) => solanaRow(network, account, entry, mints) ?? []), next }
    },
  }
}

/**
 * All assets of an account, and its native balance as Helius sends it.
 * @throws SourceError for 5,000 assets or more (anybody can send an account thousands of NFTs): tokens that were not
 * read would look as if they were gone
 */
async function readAssets(node: Ask, key: string | undefined, ownerAddress: string) {
  const items: unknown[] = []
  let native: unknown
  for (let page = 1; page <= MOST_REQUESTS; page += 1) {
    const displayOptions = { showFungible: true, showNativeBalance: true }
    const params = { ownerAddress, page, limit: ASSETS, displayOptions }
    const body = { jsonrpc: '2.0', id: 1, method: 'getAssetsByOwner', params }
    const answer = fieldsOf(await node({ path: '/', query: { 'api-key': key }, body }))
    if (!('result' in answer)) throw new SourceError(NAME, 'refused getAssetsByOwner')
    const result = objectOf(NAME, answer['result'])
    const list = listOf(NAME, result['items'])
    items.push(...list)
    native ??= result['nativeBalance']
    if (list.length < ASSETS) return { items, native: fieldsOf(native) }
  }
  throw new SourceError(NAME, 'has more assets of this account than are read')
}

/**
 * An asset that is a fungible token; undefined for NFTs, for what `tokenFacts` rejects (such as advertisements), and
 * for a balance of 0 or one that is too large to be exact.
 */
function holdingOf(item: unknown, mints: ReadonlyMap<string, ListedToken>): Holding | undefined {
  const { id, content, token_info: info, interface: kind } = fieldsOf(item)
  const mint = textOf(id)
  if (mint === undefined || !/^Fungible(Token|Asset)$/.test(textOf(kind) ?? '')) return undefined
  const { balance, decimals, symbol, price_info: pricing } = fieldsOf(info)
  // A JSON number above 2^53 has lost digits: show no amount instead of a wrong one.
  const amount = amountOf(balance)
  if (amount === undefined || amount === 0n) return undefined
  const { metadata } = fieldsOf(content)
  const { name, symbol: written } = fieldsOf(metadata)
  const listed = mints.get(mint)
  const facts = listed ?? tokenFacts({ name, symbol: textOf(symbol) ?? written, decimals })
  if (!facts) return undefined
  const price = priceOf(fieldsOf(pricing)['price_per_token'])
  return {
    ...{ name: facts.name, symbol: facts.symbol, decimals: facts.decimals, amount, address: mint },
    iconUrl: listed?.iconUrl ?? '',
    ...(price !== undefined && { price }),
  }
}
