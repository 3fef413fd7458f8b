/**
 * The interface of a service that sells cryptocurrency for money on a page of its own. Each file of this folder that is
 * named after a service implements it. Options and quotes have the form that pages parse.
 */
import type { ServiceConfig } from '../../config/sources.ts'
import type { DataNetwork } from '../network.ts'
import { SourceError } from '../source.ts'
import type { ListedToken } from '../tokens.ts'

/** What a seller is made from. */
export type SellerParts = {
  service: Pick<ServiceConfig, 'url' | 'key' | 'clientId'>
  networks: readonly DataNetwork[]
  /** The operator's token list. */
  tokens: readonly ListedToken[]
}

/** `contract_address` is empty for the native currency. `chain_id` is the reference of the CAIP-2 id. */
export type PurchaseNetwork = { name: string; display_name: string; chain_id: string; contract_address: string }
export type PurchaseCurrency = {
  id: string
  name: string
  symbol: string
  iconUrl?: string
  networks: PurchaseNetwork[]
}
/** Limits as decimal text. */
export type PaymentCurrency = { id: string; payment_method_limits: { id: string; min: string; max: string }[] }
export type Options = { purchaseCurrencies: PurchaseCurrency[]; paymentCurrencies: PaymentCurrency[] }

/** `amount` is decimal text with at most two decimals, in `paymentCurrency`. `network` is a name of the options. */
export type QuoteOrder = { purchaseCurrency: string; paymentCurrency: string; amount: string; network: string }
type Money = { amount: string; currency: string }
export type Quote = {
  coinbaseFee: Money
  networkFee?: Money
  paymentSubtotal: Money
  paymentTotal: Money
  purchaseAmount: Money
  quoteId: string
}

/** A purchase. The routes have checked that the address is one of the network. */
export type Purchase = {
  network: DataNetwork
  symbol: string
  address: string
  /** US dollars as decimal text with at most two decimals; undefined if the visitor chooses it on the seller's page. */
  amount: string | undefined
  /** The origin of the page. */
  site: string
  /** The visitor's public IP address, if it is known. */
  ip: string | undefined
}

/**
 * A service that sells cryptocurrency. Each function throws a `SourceError` if the seller does not answer as
 * documented.
 */
export type Seller = {
  name: string
  /** Origins on which its payment pages are. */
  origins: readonly string[]
  options: () => Promise<Options>
  /** Absent if the seller tells prices on its own page only. */
  quote?: (order: QuoteOrder) => Promise<Quote>
  /**
   * The URL of a page on which the visitor pays; undefined if the seller does not sell this currency on this network.
   */
  page: (purchase: Purchase) => Promise<string | undefined>
  /**
   * Sends a request that costs nothing, to see whether the seller accepts the key. Absent if there is no such request.
   */
  check?: () => Promise<void>
}

/**
 * Checks the URL of a payment page that the seller named, and returns it.
 * @throws SourceError unless the URL is on one of the seller's origins
 */
export function requirePage({ name, origins }: Pick<Seller, 'name' | 'origins'>, url: unknown): string {
  const page = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
  if (!page || !origins.includes(page.origin) || page.username || page.password)
    throw new SourceError(name, 'named a page that is not on its own host')
  return page.href
}
