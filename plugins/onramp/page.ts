/** The page on which the visitor pays. */
import type { QuoteRequest } from './api.ts'
import { MOCK_QUOTE_ID, type Provider } from './defaults.ts'
import { type Arrival, blockchainOf, blockchainsOf } from './networks.ts'
import type { OnRampPanel } from './panel.ts'
import { parseUrl } from './shape.ts'

/**
 * The page's URL: the provider's own with the placeholders filled in, else one from the API. Rejects unless it is
 * https, or http on localhost.
 */
export async function pageOf(
  { kit, api, state }: OnRampPanel,
  provider: Provider,
  asked: QuoteRequest,
  symbol: string,
  { network }: Arrival,
): Promise<string> {
  const address = kit.account().address ?? ''
  const { amount, paymentCurrency: currency } = asked
  if (provider.url !== undefined) {
    const values: Record<string, string> = { address, symbol, amount, currency, network: blockchainOf(network) }
    const url = provider.url.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''))
    return parseUrl({ url })
  }
  if (!api) throw new Error('The config names no API')
  // A mock quote is only an estimate: do not send its amount to the provider.
  const quote = state.quote?.quoteId === MOCK_QUOTE_ID ? undefined : state.quote
  return api.url({
    destinationWallets: [{ address, blockchains: blockchainsOf(network, kit.account()), assets: [symbol] }],
    defaultNetwork: blockchainOf(network),
    partnerUserId: address,
    ...(quote && { presetCryptoAmount: quote.purchaseAmount.amount }),
    presetFiatAmount: amount,
  })
}
