/** The rows of an account's history, as the endpoint sends them. */
import type { PriceBook } from '../prices.ts'
import { valueOf } from '../prices.ts'
import { dataUri, tokenImage } from '../images.ts'
import { formatUnits } from 'viem'

export type Direction = 'in' | 'out' | 'self'

/**
 * A token's name and picture; `icon.url` is a `data:` URI. `address` is the contract in a transfer of an EVM token, and
 * absent otherwise (native currencies, Solana, allowances, purchases).
 */
export type FungibleInfo = { name: string; symbol: string; icon: { url: string }; address?: string }
/** An NFT's name and pictures. `is_spam` marks an advertisement, which a page must not show. */
export type NftInfo = {
  name: string
  content?: { preview: { url: string }; detail: { url: string } }
  flags: { is_spam: boolean }
}
/**
 * One transfer of a row. `quantity.numeric` is exact, in whole tokens; `price` and `value` are US dollars and, as JSON
 * numbers, for display only.
 */
export type Transfer = {
  direction: Direction
  quantity: { numeric: string }
  price: number
  value: number
  fungible_info?: FungibleInfo
  nft_info?: NftInfo
}
/** An allowance that the transaction set. Without `quantity` it is unlimited. */
export type Allowance = { fungible_info: FungibleInfo; spender: string; quantity?: { numeric: string } }

export type OperationType = 'send' | 'receive' | 'trade' | 'mint' | 'burn' | 'approve' | 'execute' | 'deploy'
export type PurchaseStatus =
  'ONRAMP_TRANSACTION_STATUS_SUCCESS' | 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS' | 'ONRAMP_TRANSACTION_STATUS_FAILED'

/**
 * One row of a history. `sentFrom` and `sentTo` are the sender and the receiver, usually of a transfer, else of the
 * transaction; `minedAt` is ISO 8601.
 */
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

/** A row, and `place`, which orders rows with the same time: a higher one is later in the chain. */
export type PlacedRow = { row: HistoryRow; place: number }

export type TokenFacts = { name: string; symbol: string; decimals: number }

export const fungibleInfo = ({ name, symbol }: Pick<TokenFacts, 'name' | 'symbol'>): FungibleInfo => ({
  name,
  symbol,
  icon: { url: dataUri(tokenImage(symbol)) },
})

/**
 * Builds a transfer of `amount` (smallest unit), valued at the price book's price. `caipAddress` (CAIP-10) names the
 * token in the price book; `contract` is absent for the native currency and on Solana.
 */
export function fungible(
  direction: Direction,
  facts: TokenFacts,
  amount: bigint,
  prices: PriceBook,
  caipAddress: string,
  contract?: string,
): Transfer {
  const price = prices.of(caipAddress)
  return {
    direction,
    quantity: { numeric: formatUnits(amount, facts.decimals) },
    price: Number(price),
    value: Number(valueOf(price, amount, facts.decimals)),
    fungible_info: { ...fungibleInfo(facts), ...(contract !== undefined && { address: contract }) },
  }
}
