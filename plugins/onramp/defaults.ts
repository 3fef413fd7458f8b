/** What stands in where a service does not answer, and where the config is silent (spec section 8, reference 1.12). */
import type { OnRampOptions, PaymentCurrency, PurchaseCurrency, Quote } from './shape.ts'

/** Namespaces that something can be bought on (spec section 9). */
export const ONRAMP_NAMESPACES = ['eip155', 'solana'] as const
export type OnRampNamespace = (typeof ONRAMP_NAMESPACES)[number]

const limited = (id: string): PaymentCurrency => ({
  id,
  payment_method_limits: [
    { id: 'card', min: '10.00', max: '7500.00' },
    { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
  ],
})

const everywhere = (id: string, name: string, ethereum: string, polygon: string): PurchaseCurrency => ({
  id,
  name,
  symbol: id,
  networks: [
    { name: 'ethereum-mainnet', display_name: 'Ethereum', chain_id: '1', contract_address: ethereum },
    { name: 'polygon-mainnet', display_name: 'Polygon', chain_id: '137', contract_address: polygon },
  ],
})

/** Used when the options cannot be fetched; `features.onramp.defaults` overrides it. */
export const DEFAULT_OPTIONS: OnRampOptions = {
  purchaseCurrencies: [
    everywhere(
      'USDC',
      'USD Coin',
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
    ),
    everywhere('ETH', 'Ether', '', ''),
  ],
  paymentCurrencies: [limited('USD'), limited('EUR')],
}

/** Marks a quote that nobody gave. It is shown as an estimate, and its id is never sent. */
export const MOCK_QUOTE_ID = 'mocked-quote-id'

/** Stands in for a quote: every amount is what the visitor entered, in the currency that they pay in. */
export function mockQuote(amount: string, currency: string): Quote {
  const entered = { amount, currency }
  return {
    coinbaseFee: entered,
    networkFee: entered,
    paymentSubtotal: entered,
    paymentTotal: entered,
    purchaseAmount: entered,
    quoteId: MOCK_QUOTE_ID,
  }
}

export type Provider = {
  /** The key of events; unique. */
  name: string
  label: string
  /** As shown: `1-2%`. */
  feeRange: string
  namespaces: readonly OnRampNamespace[]
  /**
   * A page of its own, with `{address}`, `{symbol}`, `{amount}`, `{currency}` and `{network}` filled in; without one the
   * API is asked for a page.
   */
  url?: string
  iconUrl?: string
}

/** Used unless `features.onramp.providers` lists others. */
export const DEFAULT_PROVIDERS: readonly Provider[] = [
  { name: 'coinbase', label: 'Coinbase', feeRange: '1-2%', namespaces: ['eip155'] },
  {
    name: 'meld',
    label: 'Meld.io',
    feeRange: '1-2%',
    namespaces: ['eip155', 'solana'],
    url: 'https://meldcrypto.com/?walletAddress={address}&destinationCurrencyCode={symbol}&sourceAmount={amount}&sourceCurrencyCode={currency}',
  },
]
