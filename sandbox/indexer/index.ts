/**
 * The indexer: finds an account's history and NFTs in the sandbox's chains. It reads no block before the first request.
 */
import type { Hex } from 'viem'
import { parseAddress } from '../balances.ts'
import type { EvmNode } from '../node.ts'
import type { PriceBook } from '../prices.ts'
import { Refusal } from '../refusal.ts'
import { isSolanaAddress } from '../solana/balances.ts'
import type { SolanaChain } from '../solana/chain.ts'
import { createCollections } from './collections.ts'
import { createEvmHistory } from './evm.ts'
import type { HistoryRow, PlacedRow } from './history.ts'
import { createNftReader, type Nft } from './nfts.ts'
import { byKey, pageOf, type Key } from './pages.ts'
import { parseRow } from './parse.ts'
import { solanaHistory } from './solana.ts'

export type { HistoryRow } from './history.ts'
export type { Nft } from './nfts.ts'

export type IndexerParts = {
  nodes: readonly EvmNode[]
  solana: SolanaChain
  prices: PriceBook
  /** An address's purchases, in any order. */
  purchases: (address: string) => readonly HistoryRow[]
}

/** `next` is the cursor of the next page, or null on the last page. */
export type Page<T> = { data: T[]; next: string | null }
/** What a request asks for. `chainId` is CAIP-2, null for every chain; `cursor` is null for the first page. */
export type Asked = { chainId: string | null; cursor: string | null }

const keyOfRow = ({ row, place }: PlacedRow): Key => ({ at: Date.parse(row.metadata.minedAt), place, id: row.id })

export function createIndexer({ nodes, solana, prices, purchases }: IndexerParts) {
  const chains = nodes.map((node) => {
    const nfts = createNftReader(node)
    const { caipNetworkId } = node
    return { caipNetworkId, deploy: createCollections(node), nfts, history: createEvmHistory(node, prices, nfts) }
  })
  const added = new Map<string, HistoryRow[]>()
  const keyOf = (account: string) => (isSolanaAddress(account) ? account : account.toLowerCase())
  const ownOf = (account: string, chainId: string | null): PlacedRow[] =>
    (added.get(keyOf(account)) ?? [])
      .filter(({ metadata }) => chainId === null || metadata.chain === chainId)
      .map((row) => ({ row, place: -1 }))

  /** The requested EVM chains, with the NFT collections deployed. */
  async function chosen(chainId: string | null) {
    const wanted = chains.filter(({ caipNetworkId }) => chainId === null || caipNetworkId === chainId)
    if (!wanted.length) throw new Refusal(400, 'chainId', `The sandbox has no network ${String(chainId)}`)
    // Ignore a failed deployment: an account's other rows and NFTs can be shown without the sample collections.
    await Promise.all(wanted.map(({ deploy }) => deploy().catch(() => undefined)))
    return wanted
  }

  async function rowsOf(account: string, chainId: string | null): Promise<PlacedRow[]> {
    if (isSolanaAddress(account)) {
      if (chainId !== null && chainId !== solana.caipNetworkId)
        throw new Refusal(400, 'chainId', 'This is an address of another network')
      return solanaHistory(solana, account, prices)
    }
    const owner: Hex = parseAddress(account)
    const wanted = await chosen(chainId)
    return (await Promise.all(wanted.map(({ history }) => history(owner)))).flat()
  }

  return {
    /** An account's history, newest first. @throws Refusal 400 for an invalid address, network or cursor */
    async history(account: string, { chainId, cursor }: Asked): Promise<Page<HistoryRow>> {
      const all = [...(await rowsOf(account, chainId)), ...ownOf(account, chainId)]
      // Calculate each key once, not in every comparison: a test's history has ten thousand rows.
      const keyed = all.map((placed) => ({ row: placed.row, key: keyOfRow(placed) }))
      keyed.sort((a, b) => byKey(a.key, b.key))
      const { data, next } = pageOf(keyed, ({ key }) => key, cursor)
      return { data: data.map(({ row }) => row), next }
    },

    /** An account's purchases with the on-ramp, newest first, on every network or on the one that `chainId` names. */
    bought(account: string, { chainId, cursor }: Asked): Page<HistoryRow> {
      const key = isSolanaAddress(account) ? account : parseAddress(account)
      const keyOfPurchase = (row: HistoryRow): Key => ({ at: Date.parse(row.metadata.minedAt), place: 0, id: row.id })
      const all = purchases(key).filter(({ metadata }) => chainId === null || metadata.chain === chainId)
      return pageOf(
        [...all].sort((a, b) => byKey(keyOfPurchase(a), keyOfPurchase(b))),
        keyOfPurchase,
        cursor,
      )
    },

    /**
     * The NFTs that an account has now, including advertisements: chain by chain, newest first on each. A Solana
     * account has none here.
     */
    async nfts(account: string, { chainId, cursor }: Asked): Promise<Page<Nft>> {
      if (isSolanaAddress(account)) return { data: [], next: null }
      const owner = parseAddress(account)
      const held = await Promise.all(
        (await chosen(chainId)).map(async ({ nfts }, at) =>
          (await nfts.held(owner)).map(({ nft, place }) => ({ nft, key: { at: -at, place, id: nft.id } })),
        ),
      )
      const { data, next } = pageOf(held.flat(), ({ key }) => key, cursor, nftPageSize)
      return { data: data.map(({ nft }) => nft), next }
    },

    /** Adds a test's own rows to an account's history. Throws when a row is malformed. */
    add: (account: string, rows: readonly HistoryRow[]): void => {
      added.set(keyOf(account), [...(added.get(keyOf(account)) ?? []), ...rows.map(parseRow)])
    },
    /** Removes all rows that `add` added, for every account. */
    clear: (): void => added.clear(),
  }
}

/** NFTs per page. Small enough that one of the test accounts has a second page. */
const nftPageSize = 12

export type Indexer = ReturnType<typeof createIndexer>
