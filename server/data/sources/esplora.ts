/**
 * A server with Esplora's API (github.com/Blockstream/esplora, API.md; mempool.space/docs/api): balances and history of
 * Bitcoin addresses. mempool.space and blockstream.info have this API, and an operator can run such a server.
 */
import { chainOf } from '../../../runtime/chains/bip122/chains.ts'
import type { ServiceConfig } from '../../config/sources.ts'
import { type DataNetwork, isBitcoin, nativeOf } from '../network.ts'
import { type Ask, createOutbound } from '../outbound.ts'
import { countOf, fieldsOf, listOf, objectOf } from '../shape.ts'
import { type HistoryPage, type Holding, type Source, SourceError, strangeCursor } from '../source.ts'
import { spendable, sumsOf } from './esploraBalance.ts'
import { bitcoinRow } from './esploraHistory.ts'
import { type BitcoinTransaction, parseTransaction } from './esploraTransaction.ts'

const NAME = 'esplora'
/** The hash of a transaction. */
const TXID = /^[0-9a-f]{64}$/
/**
 * A page with fewer confirmed transactions is the last one. Pages of Blockstream's servers have 25, and those of
 * mempool.space have 10 where it runs on an Electrum server.
 */
const SHORTEST_PAGE = 10

/**
 * Makes the source from the config's service. `networks` are those of the config, of which at most one is a Bitcoin
 * network: `url` answers for that one.
 */
export function esploraSource({ url }: ServiceConfig, networks: readonly DataNetwork[]): Source {
  const ask = createOutbound({ name: NAME, url })
  const own = networks.find(({ caipNetworkId }) => isBitcoin(caipNetworkId))
  return {
    name: NAME,
    serves: (caipNetworkId) => caipNetworkId === own?.caipNetworkId,
    async balances(network, account): Promise<Holding[]> {
      const { amount, unconfirmed } = await readBalance(ask, network, account)
      if (amount === 0n && unconfirmed === 0n) return []
      return [{ ...nativeOf(network), amount, ...(unconfirmed > 0n && { unconfirmed }) }]
    },
    history: (network, account, cursor) => readPage(ask, network, account, cursor),
  }
}

async function readBalance(ask: Ask, { caipNetworkId }: DataNetwork, account: string) {
  const answer = objectOf(NAME, await ask({ path: `/address/${account}` }))
  const [confirmed, pending] = [sumsOf(answer['chain_stats']), sumsOf(answer['mempool_stats'])]
  if (!confirmed || !pending || answer['address'] !== account || confirmed.funded < confirmed.spent)
    throw new SourceError(NAME, 'sent no balance')
  const settled = confirmed.funded - confirmed.spent
  if (pending.count === 0) return { amount: settled, unconfirmed: 0n }
  const list = listOf(NAME, await ask({ path: `/address/${account}/txs/mempool` }))
  const transactions = list.flatMap((each) => parseTransaction(each, chainOf(caipNetworkId)) ?? [])
  return spendable(account, { settled, pending, transactions })
}

async function readPage(ask: Ask, network: DataNetwork, account: string, cursor: string | null): Promise<HistoryPage> {
  if (cursor !== null && !TXID.test(cursor)) throw strangeCursor()
  const path = `/address/${account}/txs${cursor === null ? '' : `/chain/${cursor}`}`
  const [answer, height] = await Promise.all([
    ask({ path }),
    // Without the newest block's height, rows have no `confirmations`.
    ask({ path: '/blocks/tip/height' }).then(countOf, unlessRefused),
  ])
  const list = listOf(NAME, answer)
  const transactions = list.flatMap((each) => parseTransaction(each, chainOf(network.caipNetworkId)) ?? [])
  if (list.length > 0 && transactions.length === 0) throw new SourceError(NAME, 'sent transactions of another form')
  const confirmed = transactions.filter(({ block }) => block)
  const entries = list.filter((each) => fieldsOf(fieldsOf(each)['status'])['confirmed'] === true)
  return {
    data: transactions.flatMap((each) => bitcoinRow(network, account, each, height) ?? []),
    next: entries.length < SHORTEST_PAGE ? null : afterThat(confirmed, cursor),
  }
}

const afterThat = (confirmed: readonly BitcoinTransaction[], cursor: string | null): string | null => {
  const last = confirmed.at(-1)?.txid
  // End here if this page ends where the last one did: a server that does not know the cursor repeats the first page.
  return last === undefined || last === cursor ? null : last
}

/** For `catch`: returns undefined for a SourceError. Throws any other error again, such as a Refusal. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof SourceError) return undefined
  throw error
}

/** The hash of the network's first block, which says which network a server has. */
export async function genesisOf(url: string): Promise<string> {
  const answer = await createOutbound({ name: NAME, url })({ path: '/block-height/0', isText: true })
  const hash = typeof answer === 'string' ? answer.trim() : ''
  if (!TXID.test(hash)) throw new SourceError(NAME, 'sent no hash of its first block')
  return hash
}
