/**
 * The interface of a data source: an indexer, a node or a price service that reads what is on the networks. The folder
 * `sources` has the implementations.
 */
import type { HistoryRow as PricedRow, Transfer as PricedTransfer } from '../../sandbox/indexer/history.ts'
import { Refusal } from '../../sandbox/refusal.ts'
import type { DataNetwork } from './network.ts'

/**
 * One transfer. `price` and `value` (US dollars) are absent if the source does not know the price at the time of the
 * transfer, because pages would show 0 as a price.
 */
export type Transfer = Omit<PricedTransfer, 'price' | 'value'> & Partial<Pick<PricedTransfer, 'price' | 'value'>>
/**
 * One row of a history in the form that pages read. `fee` is decimal text in the native currency; absent if the source
 * does not know the fee or others paid a part of it. `confirmations` is the number of blocks from the transaction's own
 * to the newest one, both included; 0 while the transaction is in no block.
 */
export type HistoryRow = Omit<PricedRow, 'transfers' | 'metadata'> & {
  metadata: PricedRow['metadata'] & { fee?: string; confirmations?: number }
  transfers: Transfer[]
}

/**
 * An account's balance of one token. `amount` is in the token's smallest unit. `unconfirmed` is what others have sent
 * in transactions that are in no block yet, and that they can still replace (Bitcoin). `address` is the token's address
 * as the network writes it; absent for the native currency. `price` is US dollars for one token, if the source knows
 * the price. `iconUrl` is the picture of the operator's token list. Pictures of services are not used: whoever makes a
 * token chooses its picture, and the picture's host would learn of each visitor who has the token.
 */
export type Holding = {
  name: string
  symbol: string
  decimals: number
  amount: bigint
  unconfirmed?: bigint
  address?: string
  iconUrl?: string
  price?: number
}

/**
 * `next` is the source's cursor of the next page; null on the last page. `complete` is set by a source that may not
 * know the whole history: it knows all token transfers from the block `from` to the block `to`, and all transfers of
 * the native currency from the block `nativeFrom` on; `nativeFrom` is absent if it cannot read all of those.
 */
export type HistoryPage = {
  data: HistoryRow[]
  next: string | null
  complete?: { from: number; to: number; nativeFrom?: number }
}

/** US dollars for one token. */
export type Price = { name: string; symbol: string; iconUrl: string; price: number }

/** The name of an account. `avatar` is the https URL of the name's picture, or null. */
export type Named = { name: string; avatar: string | null }

/** What a name leads to: addresses by coin type (SLIP-44, ENSIP-11), and a picture as in {@link Named}. */
export type Found = { addresses: Readonly<Record<string, string>>; avatar: string | null }

/**
 * One source. A function is absent if the source has no such data.
 *
 * Each function throws a `SourceError` if the source does not answer as it should. An account or a token that the
 * source does not know is no error: the list is empty, or the name `undefined`.
 */
export type Source = {
  name: string
  /** Whether the source has data of the network (CAIP-2). */
  serves: (caipNetworkId: string) => boolean
  /** An account's balances, the native currency first; without balances of 0. */
  balances?: (network: DataNetwork, account: string) => Promise<Holding[]>
  /** An account's history on one network, newest first. `cursor` is null for the first page. */
  history?: (network: DataNetwork, account: string, cursor: string | null) => Promise<HistoryPage>
  /** Prices by CAIP-10 address, as they were given. The native currency of an EVM network is at `0xeeee…`. */
  prices?: (caipAddresses: readonly string[]) => Promise<ReadonlyMap<string, Price>>
  /** How much of each currency (ISO 4217, in capitals) one US dollar is, as decimal texts: `{ EUR: '0.92' }`. */
  rates?: () => Promise<Readonly<Record<string, string>>>
  /** The name that an EVM account has chosen for itself, if that name leads back to it. */
  nameOf?: (account: string) => Promise<Named | undefined>
  /** The addresses of a name by coin type (SLIP-44, ENSIP-11), and its picture. */
  find?: (name: string) => Promise<Found | undefined>
}

/**
 * Thrown if a source does not answer, or not as documented. The message contains no URL and no key, and is safe to log.
 */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly source: string
  /** The HTTP status that the source sent, if it is the reason. */
  readonly status: number | undefined

  constructor(source: string, problem: string, status?: number) {
    super(`${source} ${problem}`)
    this.source = source
    this.status = status
  }
}

/** The error for a cursor that this server did not make: a mistake of the page, and no failure of the source. */
export const strangeCursor = () => new Refusal(400, 'cursor', 'This server gave no such cursor')
