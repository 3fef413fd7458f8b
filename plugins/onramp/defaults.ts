/** Defaults for a service that does not answer and for settings that the config leaves out. */
import type { OnRampOptions, PaymentCurrency, PurchaseCurrency, Quote } from './shape.ts'

/** Namespaces in which the providers sell tokens. */
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

/** The currencies to offer if the request for them fails; `features.onramp.defaults` overrides them. */
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

/** The id of a quote that this plugin made because the on-ramp API gave none. The screen shows it as an estimate. */
export const MOCK_QUOTE_ID = 'mocked-quote-id'

/** Replaces a missing quote: every amount is the amount that the visitor entered, in the payment currency. */
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
  /** Unique; analytics events contain it. */
  name: string
  label: string
  /** As shown: `1-2%`. */
  feeRange: string
  namespaces: readonly OnRampNamespace[]
  /**
   * The provider's page. The plugin fills in `{address}`, `{symbol}`, `{amount}`, `{currency}` and `{network}`. Without
   * a `url` it requests a page from the API.
   */
  url?: string
  /**
   * Where the API's page may be: hosts, with the port if it is not the usual one. Unused with a `url`. Default:
   * {@link hostsOf}.
   */
  hosts?: readonly string[]
  iconUrl?: string
}

/**
 * The hosts on which the API's pages may be, by the provider's name. The API returns a whole address. The plugin opens
 * it only on these hosts (or those in the config, or on this computer; see `page.ts`), because whoever runs the API, or
 * broke into it, could return any page. That page would open as if it were the provider's, and could ask for a card.
 */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  coinbase: ['pay.coinbase.com'],
  meld: ['meldcrypto.com'],
}
/** The hosts of a provider whose config has none. For a name that is not in HOSTS, the API makes Coinbase's pages. */
export const hostsOf = (name: string): readonly string[] =>
  (Object.hasOwn(HOSTS, name) ? HOSTS[name] : HOSTS['coinbase']) ?? []

/** The providers to offer unless `features.onramp.providers` is set. */
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
