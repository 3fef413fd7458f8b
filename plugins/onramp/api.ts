/** The on-ramp's requests to the blockchain API. On an unsupported network, reads send no request and find nothing. */
import type { BlockchainApi } from 'walletkit/plugin'
import {
  type OnRampOptions,
  parseOptions,
  parsePurchases,
  parseQuote,
  parseUrl,
  type Purchase,
  type Quote,
} from './shape.ts'

export type QuoteRequest = { purchaseCurrency: string; paymentCurrency: string; amount: string; network: string }
export type UrlRequest = {
  destinationWallets: readonly { address: string; blockchains: readonly string[]; assets: readonly string[] }[]
  defaultNetwork: string
  partnerUserId: string
  presetCryptoAmount?: string
  presetFiatAmount: string
}

export type OnRampApi = ReturnType<typeof onRampApi>

export default function onRampApi(api: BlockchainApi) {
  return {
    /** The currencies that can be bought and paid with; `undefined` on a network that the API does not support. */
    options: async (): Promise<OnRampOptions | undefined> => {
      const reply = await api.read({ path: 'v1/onramp/options' })
      return reply === undefined ? undefined : parseOptions(reply)
    },
    quote: async (body: QuoteRequest): Promise<Quote | undefined> => {
      const reply = await api.ask({ path: 'v1/onramp/quote', body })
      return reply === undefined ? undefined : parseQuote(reply)
    },
    /**
     * The URL of the payment page.
     * @throws also on an unsupported network, because there is no page to open.
     */
    url: async (request: UrlRequest): Promise<string> =>
      parseUrl(await api.ask({ path: 'v1/generators/onrampurl', body: { ...request, defaultExperience: 'buy' } })),
    /** The purchases of an account, newest first. */
    purchases: async (account: string): Promise<Purchase[]> =>
      parsePurchases(
        await api.read({
          path: `v1/account/${account}/history`,
          query: { account, onramp: 'coinbase' },
          cache: 'no-cache',
        }),
      ),
  }
}
