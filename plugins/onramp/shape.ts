/** The responses of the on-ramp's services, with one parser for each. */
import { cleanText, isRecord, parseDecimal } from 'walletkit/plugin'

/** `amount` is decimal text. */
export type Money = { amount: string; currency: string }

export type PurchaseNetwork = {
  /** The on-ramp's name, such as `ethereum-mainnet`. */
  name: string
  display_name: string
  /** The reference of the network's CAIP-2 id: on EVM networks the chain id, such as `1`. */
  chain_id: string
  /** Empty for the native currency. */
  contract_address: string
}
export type PurchaseCurrency = {
  id: string
  name: string
  symbol: string
  iconUrl?: string
  networks: readonly PurchaseNetwork[]
}

/** The limits of one payment method, as decimal text. */
export type MethodLimits = { id: string; min: string; max: string }
export type PaymentCurrency = { id: string; payment_method_limits: readonly MethodLimits[] }

export type OnRampOptions = {
  purchaseCurrencies: readonly PurchaseCurrency[]
  paymentCurrencies: readonly PaymentCurrency[]
}

export type Quote = {
  coinbaseFee: Money
  networkFee?: Money
  paymentSubtotal: Money
  paymentTotal: Money
  purchaseAmount: Money
  quoteId: string
}

export type PurchaseStatus = 'progress' | 'success' | 'failed'
/** A pending, completed or failed purchase. */
export type Purchase = {
  id: string
  status: PurchaseStatus
  /** ms since 1970. */
  at: number
  /** CAIP-2. */
  chain: string
  hash: string
  symbol: string
  /** Decimal text; absent if the service does not give it. */
  amount?: string
  iconUrl?: string
}

/** Maximum number of entries read from a list; more would only slow down the page. */
const LIST_LIMIT = 500

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 2000 ? value : undefined
const shown = (value: unknown): string | undefined => cleanText(text(value) ?? '') || undefined
const decimal = (value: unknown): string | undefined => {
  const digits = typeof value === 'number' ? String(value) : text(value)
  return digits !== undefined && parseDecimal(digits) ? digits : undefined
}
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, LIST_LIMIT) : [])

/** Returns the fields if all are present, else `undefined`. */
const whole = <T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T | undefined =>
  Object.values(fields).every((value) => value !== undefined) ? (fields as T) : undefined

/**
 * Parses the lists of currencies. Leaves out entries that lack a required field.
 * @throws if either list is then empty.
 */
export function parseOptions(reply: unknown): OnRampOptions {
  const { purchaseCurrencies, paymentCurrencies } = isRecord(reply) ? reply : {}
  const options = {
    purchaseCurrencies: list(purchaseCurrencies).flatMap((each) => parseCurrency(each) ?? []),
    paymentCurrencies: list(paymentCurrencies).flatMap((each) => parsePayment(each) ?? []),
  }
  if (!options.purchaseCurrencies.length || !options.paymentCurrencies.length)
    throw new Error('The on-ramp lists no currencies')
  return options
}

function parseCurrency(entry: unknown): PurchaseCurrency | undefined {
  if (!isRecord(entry)) return undefined
  const networks = list(entry['networks']).flatMap((each) => parseNetwork(each) ?? [])
  const iconUrl = text(entry['iconUrl']) ?? text(entry['icon_url'])
  const currency = whole<PurchaseCurrency>({
    id: shown(entry['id']),
    name: shown(entry['name']),
    symbol: shown(entry['symbol']),
    networks: networks.length ? networks : undefined,
  })
  return currency && { ...currency, ...(iconUrl && { iconUrl }) }
}

function parseNetwork(entry: unknown): PurchaseNetwork | undefined {
  if (!isRecord(entry)) return undefined
  const { chain_id: id } = entry
  return whole<PurchaseNetwork>({
    name: shown(entry['name']),
    display_name: shown(entry['display_name']),
    chain_id: typeof id === 'number' ? String(id) : shown(id),
    contract_address: text(entry['contract_address']),
  })
}

function parsePayment(entry: unknown): PaymentCurrency | undefined {
  if (!isRecord(entry)) return undefined
  const limits = list(entry['payment_method_limits']).flatMap((each) => parseLimits(each) ?? [])
  return whole<PaymentCurrency>({
    id: shown(entry['id']),
    payment_method_limits: limits.length ? limits : undefined,
  })
}

function parseLimits(entry: unknown): MethodLimits | undefined {
  if (!isRecord(entry)) return undefined
  return whole<MethodLimits>({ id: shown(entry['id']), min: decimal(entry['min']), max: decimal(entry['max']) })
}

function parseMoney(value: unknown): Money | undefined {
  if (!isRecord(value)) return undefined
  return whole<Money>({ amount: decimal(value['amount']), currency: shown(value['currency']) })
}

/**
 * Parses a quote.
 * @throws if the fee, subtotal, total, purchase amount or id is missing.
 */
export function parseQuote(reply: unknown): Quote {
  const fields = isRecord(reply) ? reply : {}
  const quote = whole<Quote>({
    coinbaseFee: parseMoney(fields['coinbaseFee']),
    paymentSubtotal: parseMoney(fields['paymentSubtotal']),
    paymentTotal: parseMoney(fields['paymentTotal']),
    purchaseAmount: parseMoney(fields['purchaseAmount']),
    quoteId: shown(fields['quoteId']),
  })
  if (!quote) throw new Error('The quote is not whole')
  const networkFee = parseMoney(fields['networkFee'])
  return { ...quote, ...(networkFee && { networkFee }) }
}

/**
 * The URL of the payment page: https, or http on localhost.
 * @throws for any other URL, because the browser will open it. `page.ts` checks whose page it is.
 */
export function parseUrl(reply: unknown): string {
  const given = isRecord(reply) ? text(reply['url']) : undefined
  const url = given !== undefined && URL.canParse(given) ? new URL(given) : undefined
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))))
    throw new Error('The on-ramp gave no page to pay on')
  return url.href
}
export const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const STATUSES: Readonly<Record<string, PurchaseStatus>> = {
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'progress',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'success',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
}

/** The purchases among an account's transactions, newest first. Leaves out other transactions. */
export function parsePurchases(reply: unknown): Purchase[] {
  return list(isRecord(reply) ? reply['data'] : undefined)
    .flatMap((each) => parsePurchase(each) ?? [])
    .sort((a, b) => b.at - a.at)
}

function parsePurchase(entry: unknown): Purchase | undefined {
  if (!isRecord(entry) || !isRecord(entry['metadata'])) return undefined
  const { metadata } = entry
  const [transfer] = list(entry['transfers'])
  const info = isRecord(transfer) && isRecord(transfer['fungible_info']) ? transfer['fungible_info'] : {}
  const quantity = isRecord(transfer) && isRecord(transfer['quantity']) ? transfer['quantity'] : {}
  const at = Date.parse(text(metadata['minedAt']) ?? '')
  const purchase = whole<Purchase>({
    id: text(entry['id']),
    status: STATUSES[String(metadata['status'])],
    at: Number.isNaN(at) ? undefined : at,
    chain: text(metadata['chain']),
    hash: text(metadata['hash']) ?? '',
    symbol: shown(info['symbol']) ?? '',
  })
  const amount = decimal(quantity['numeric'])
  const iconUrl = isRecord(info['icon']) ? text(info['icon']['url']) : undefined
  return purchase && { ...purchase, ...(amount && { amount }), ...(iconUrl && { iconUrl }) }
}
