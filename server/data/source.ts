/**
 * The shape behind which an indexer, a node or a price service tells what is on the networks. Each file of `sources`
 * makes one.
 */
import type { HistoryRow as PricedRow, Transfer as PricedTransfer } from '../../sandbox/indexer/history.ts'
import { Refusal } from '../../sandbox/refusal.ts'
import type { DataNetwork } from './network.ts'

/** One transfer. `price` and `value` are absent unless the source knows the price of that time: 0 would be a price. */
export type Transfer = Omit<PricedTransfer, 'price' | 'value'> & Partial<Pick<PricedTransfer, 'price' | 'value'>>
/**
 * One row of a history, as pages read it. `fee` is decimal text in the native currency, if the source tells it and the
 * account alone paid it. `confirmations` is the number of blocks since, with its own: 0 before it is in one.
 */
export type HistoryRow = Omit<PricedRow, 'transfers' | 'metadata'> & {
  metadata: PricedRow['metadata'] & { fee?: string; confirmations?: number }
  transfers: Transfer[]
}

/**
 * What an account has of one token. `amount` is in the token's smallest unit; `unconfirmed` is what strangers have sent
 * beside it and may still take back, where a network has such transactions. `address` is the token's address as the
 * network writes it, and absent for the native currency. `price` is US dollars for one token, if the source knows it. `iconUrl`
 * is the picture of the operator's token list. Those of services are left out: whoever makes a token chooses its picture,
 * and the host of it would learn of each visitor who has the token.
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
 * `next` is the cursor of the next page, in a form of the source's own; null on the last page. `complete` is told by a
 * source that does not know the whole history: the first block of which it has read the tokens, the last block that it has
 * read, and the first one of which it has read the native currency, if it
 * can read all of that.
 */
export type HistoryPage = {
  data: HistoryRow[]
  next: string | null
  complete?: { from: number; to: number; nativeFrom?: number }
}

/** US dollars for one token. */
export type Price = { name: string; symbol: string; iconUrl: string; price: number }

/** A name's owner. `avatar` is an https URL, or null. */
export type Named = { name: string; avatar: string | null }

/** What a name leads to: addresses by coin type (SLIP-44, ENSIP-11), and a picture as in {@link Named}. */
export type Found = { addresses: Readonly<Record<string, string>>; avatar: string | null }

/**
 * One source. A function that is absent is something that the source does not know.
 *
 * Each function throws a `SourceError` if the source does not answer as it should. An account or a token that it does
 * not know is no error: the list is empty, or the name `undefined`.
 */
export type Source = {
  name: string
  /** Whether it knows the network (CAIP-2). */
  serves: (caipNetworkId: string) => boolean
  /** What an account has, the native currency first; without balances of 0. */
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

/** A source did not answer, or not as documented. The message has no address and no key, and is safe to log. */
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

/** A visitor asked with a cursor that no page had. That is no failure of the source. */
export const strangeCursor = () => new Refusal(400, 'cursor', 'This server gave no such cursor')
