/** The rows of an account's history as they go over the wire. */
import type { PriceBook } from '../prices.ts'
import { valueOf } from '../prices.ts'
import { dataUri, tokenImage } from '../images.ts'
import { formatUnits } from 'viem'

export type Direction = 'in' | 'out' | 'self'

/** What a token is called; `icon.url` is a picture in the text itself. */
export type FungibleInfo = { name: string; symbol: string; icon: { url: string } }
/** `is_spam`: an advertisement, not to be shown. */
export type NftInfo = {
  name: string
  content?: { preview: { url: string }; detail: { url: string } }
  flags: { is_spam: boolean }
}
/** `quantity.numeric` is exact; `price` and `value` are US dollars and, being JSON numbers, for display only. */
export type Transfer = {
  direction: Direction
  quantity: { numeric: string }
  price: number
  value: number
  fungible_info?: FungibleInfo
  nft_info?: NftInfo
}
/** An allowance that the transaction gave; no `quantity`: without a limit. */
export type Allowance = { fungible_info: FungibleInfo; spender: string; quantity?: { numeric: string } }

export type OperationType = 'send' | 'receive' | 'trade' | 'mint' | 'burn' | 'approve' | 'execute' | 'deploy'
export type PurchaseStatus =
  'ONRAMP_TRANSACTION_STATUS_SUCCESS' | 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS' | 'ONRAMP_TRANSACTION_STATUS_FAILED'

/** One row. `sentFrom` and `sentTo` are the two sides of what moved, seen from the account; `minedAt` is ISO 8601. */
export type HistoryRow = {
  id: string
  metadata: {
    operationType: OperationType | 'buy'
    hash: string
    /** CAIP-2. */
    chain: string
    minedAt: string
    sentFrom: string
    sentTo: string
    status: 'confirmed' | 'failed' | 'pending' | PurchaseStatus
    nonce: number
  }
  transfers: Transfer[]
  approvals?: Allowance[]
}

/** A row and its place among those of the same second; the higher, the later. */
export type PlacedRow = { row: HistoryRow; place: number }

export type TokenFacts = { name: string; symbol: string; decimals: number }

export const fungibleInfo = ({ name, symbol }: Pick<TokenFacts, 'name' | 'symbol'>): FungibleInfo => ({
  name,
  symbol,
  icon: { url: dataUri(tokenImage(symbol)) },
})

/** What moved, at today's price. `caipAddress` says by which one. */
export function fungible(
  direction: Direction,
  facts: TokenFacts,
  amount: bigint,
  prices: PriceBook,
  caipAddress: string,
): Transfer {
  const price = prices.of(caipAddress)
  return {
    direction,
    quantity: { numeric: formatUnits(amount, facts.decimals) },
    price: Number(price),
    value: Number(valueOf(price, amount, facts.decimals)),
    fungible_info: fungibleInfo(facts),
  }
}
