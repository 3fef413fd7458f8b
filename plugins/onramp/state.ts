/** The on-ramp's state: what is chosen, what the service says of it, and the purchase that is under way. */
import type { PaymentCurrency, Purchase, PurchaseCurrency, Quote } from './shape.ts'

/** `opening`: the page is asked for. `paying`: the provider says that it sends. `slow`: nobody looks any more. */
export type Stage = 'opening' | 'waiting' | 'paying' | 'slow' | 'done' | 'failed'

/** A purchase that was begun here. */
export type Buying = {
  provider: string
  symbol: string
  iconUrl?: string
  networkName: string
  stage: Stage
  /** The page to pay on, once it is known. */
  url?: string
  /** The browser blocked the window: the visitor opens the page. */
  blocked: boolean
  /** What arrived, decimal text. */
  amount?: string
  /** Why it failed, in words. */
  message?: string
  /** ms since 1970. */
  since: number
}

export type OnRampState = {
  /** `fallback`: the built-in set, because the service did not answer. */
  source: 'none' | 'loading' | 'service' | 'fallback' | 'unsupported'
  purchaseCurrencies: readonly PurchaseCurrency[]
  paymentCurrencies: readonly PaymentCurrency[]
  /** Ids. */
  purchaseCurrency: string | undefined
  paymentCurrency: string | undefined
  /** As typed. */
  amount: string
  quote: Quote | undefined
  quoteLoading: boolean
  buying: Buying | undefined
  activity: { status: 'loading' | 'ready' | 'failed'; purchases: readonly Purchase[] }
}

/** What the form starts with. */
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
