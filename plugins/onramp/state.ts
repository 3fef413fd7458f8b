/** The on-ramp's state: the visitor's choices, the responses of the on-ramp API, and the current purchase. */
import type { PaymentCurrency, Purchase, PurchaseCurrency, Quote } from './shape.ts'

/**
 * `opening`: the page's URL is requested. `waiting`: the visitor can pay on the page. `paying`: the provider reports
 * progress. `slow`: automatic checks for the purchase have stopped. `done`: the purchase arrived.
 */
export type Stage = 'opening' | 'waiting' | 'paying' | 'slow' | 'done' | 'failed'

/** A purchase that the visitor started in this page. */
export type Buying = {
  provider: string
  symbol: string
  iconUrl?: string
  networkName: string
  stage: Stage
  /** The payment page, once it is known. */
  url?: string
  /** The browser blocked the window: the visitor must open the page through a link. */
  blocked: boolean
  /** The amount that arrived, as decimal text. */
  amount?: string
  /** Why it failed, as text for the visitor. */
  message?: string
  /** When the purchase began, in ms since 1970. */
  since: number
}

export type OnRampState = {
  /**
   * Where the currencies are from. `fallback`: the defaults, because the service failed. `unsupported`: none, because
   * the service does not support this network.
   */
  source: 'none' | 'loading' | 'service' | 'fallback' | 'unsupported'
  purchaseCurrencies: readonly PurchaseCurrency[]
  paymentCurrencies: readonly PaymentCurrency[]
  /** Ids of the selected currencies. */
  purchaseCurrency: string | undefined
  paymentCurrency: string | undefined
  /** As typed. */
  amount: string
  quote: Quote | undefined
  quoteLoading: boolean
  buying: Buying | undefined
  activity: { status: 'loading' | 'ready' | 'failed'; purchases: readonly Purchase[] }
}

/** The amount that the form starts with. */
export const USUAL_AMOUNT = '100'

export const blankState = (): OnRampState => ({
  source: 'none',
  purchaseCurrencies: [],
  paymentCurrencies: [],
  purchaseCurrency: undefined,
  paymentCurrency: undefined,
  amount: USUAL_AMOUNT,
  quote: undefined,
  quoteLoading: false,
  buying: undefined,
  activity: { status: 'loading', purchases: [] },
})
